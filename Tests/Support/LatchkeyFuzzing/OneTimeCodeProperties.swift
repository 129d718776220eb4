import FoundationEssentials
import LatchkeyPasswords
import LatchkeyCore

enum OneTimeCodeProperties {
    /// The address of a parsed secret parses as the same secret, and its codes have 5 to 8 digits.
    static func checkAddress(_ bytes: [UInt8]) {
        guard let secret = try? OneTimeCodeSecret(parsing: Secret(copying: bytes)) else { return }
        check(secret)
    }

    /// The same properties hold for every account of a migration.
    static func checkMigration(_ bytes: [UInt8]) {
        guard let migration = try? GoogleAuthenticatorMigration(parsing: Secret(copying: bytes)) else { return }
        migration.accounts.forEach(check)
        precondition(
            Set(migration.refusals.map(\.index)).count == migration.refusals.count, "an account is rejected twice")
        if let part = migration.part {
            precondition((0..<part.count).contains(part.index), "the index of a part is out of range")
        }
    }

    private static func check(_ secret: OneTimeCodeSecret) {
        let address = secret.address
        // Percent encoding can make the address longer than the limit of the parser.
        if address.count <= OneTimeCodeSecret.maximumTextLength {
            precondition(
                (try? OneTimeCodeSecret(parsing: address)) == secret, "a secret changed when written and parsed")
        }
        for time in [0, 59, 1e10, -1, 1e300, .nan] {
            let code = try? secret.code(at: Date(timeIntervalSince1970: time))
            guard let code else { continue }
            precondition((5...8).contains(code.text.count), "a code has a wrong number of digits")
        }
    }
}
