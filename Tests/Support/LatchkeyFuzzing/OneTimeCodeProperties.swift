import FoundationEssentials
import LatchkeyPasswords
import LatchkeyCore

enum OneTimeCodeProperties {
    /// What was read has one text, which reads as the same, and gives a code at any time since 1970.
    static func checkAddress(_ bytes: [UInt8]) {
        guard let secret = try? OneTimeCodeSecret(parsing: Secret(copying: bytes)) else { return }
        check(secret)
    }

    /// The same for every account of a migration.
    static func checkMigration(_ bytes: [UInt8]) {
        guard let migration = try? GoogleAuthenticatorMigration(parsing: Secret(copying: bytes)) else { return }
        migration.accounts.forEach(check)
        precondition(
            Set(migration.refusals.map(\.index)).count == migration.refusals.count, "an account is refused twice")
        if let part = migration.part {
            precondition((0..<part.count).contains(part.index), "a part is beyond its transfer")
        }
    }

    private static func check(_ secret: OneTimeCodeSecret) {
        let address = secret.address
        // An address may be longer than what we read, when every character of its names is written as three.
        if address.count <= OneTimeCodeSecret.maximumTextLength {
            precondition(
                (try? OneTimeCodeSecret(parsing: address)) == secret, "a secret reads otherwise than it is written")
        }
        for time in [0, 59, 1e10, -1, 1e300, .nan] {
            let code = try? secret.code(at: Date(timeIntervalSince1970: time))
            guard let code else { continue }
            precondition((5...8).contains(code.text.count), "a code has no usual length")
        }
    }
}
