import Foundation
import GRDB
import LatchkeyCore
import LatchkeyVault

/// A vault's file in a temporary folder, which is deleted with the last reference.
final class VaultFile: Sendable {
    static let passphrase = Secret("correct horse battery staple")

    /// The lowest cost within the bounds, for fast tests.
    static var cheapest: Argon2Cost {
        get throws { try Argon2Cost(memoryKiB: 8, passes: 1, lanes: 1) }
    }

    let folder: URL
    var path: String { folder.appending(path: "test.vault").path }

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "latchkey-vault-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    /// Opens a connection.
    ///
    /// - Parameter durably: Whether SQLite waits for the disk, as in production.
    func open(busyTimeout: Double = 10, durably: Bool = false) throws -> DatabaseQueue {
        var configuration = VaultDatabase.configuration(busyTimeout: busyTimeout)
        // The connection keeps the folder alive.
        configuration.prepareDatabase { db in
            withExtendedLifetime(self) {}
            if !durably { try db.execute(sql: "PRAGMA synchronous = OFF") }
        }
        return try DatabaseQueue(path: path, configuration: configuration)
    }

    func create(clock: VaultClock = .system) throws -> CreatedVault {
        try LockedVault.create(in: open(), passphrase: Self.passphrase, cost: Self.cheapest, clock: clock)
    }

    func unlock() throws -> UnlockedVault {
        try LockedVault(open()).unlock(passphrase: Self.passphrase)
    }

    /// Copies the file to another name in the same folder and returns the path.
    func copy(named name: String) throws -> String {
        let target = folder.appending(path: name).path
        try? FileManager.default.removeItem(atPath: target)
        try FileManager.default.copyItem(atPath: path, toPath: target)
        return target
    }
}

extension Login {
    /// A login with a value in every field.
    static var full: Login {
        get throws {
            var login = Login(
                title: "Example", user: "jane@example.com", password: Secret("pässword 1"),
                sites: [Site("https://example.com/login"), Site("example.org:8443")].compactMap { $0 },
                oneTimeCode: Secret("otpauth://totp/Example?secret=JBSWY3DPEHPK3PXP"),
                passkeys: [
                    Passkey(
                        description: PasskeyDescription(
                            relyingPartyIdentifier: "example.com", credentialID: Data([1, 2, 3]),
                            userHandle: Data([4, 5]), userName: "jane"),
                        privateKey: Secret("the private key"))
                ],
                notes: Secret("line one\nline two"),
                history: [
                    PastPassword(password: Secret("older"), replaced: Date(timeIntervalSince1970: 1_700_000_000))
                ],
                fields: [
                    CustomField(name: "PIN", value: Secret("1234"), isConcealed: true),
                    CustomField(name: "Member", value: Secret(""), isConcealed: false),
                ],
                isFavorite: true, asksEveryTime: true)
            let digest = PasswordDigest(bytes: [UInt8](1...16))
            login.gitUse.stored = digest
            if let digest { login.gitUse.reject(digest, at: "https://example.com/team/project.git") }
            return login
        }
    }

    static func simple(_ number: Int) -> Login {
        Login(
            title: "Site \(number)", user: "user\(number)", password: Secret("password \(number)"),
            sites: [Site("https://site\(number).example/")].compactMap { $0 })
    }
}

extension Change {
    /// The identifier of the changed record.
    var id: RecordIdentifier {
        switch self {
        case .added(let overview), .removed(let overview), .changed(from: _, to: let overview): overview.id
        }
    }
}

/// The body's ``VaultError``; `nil` if it throws none.
func vaultError(_ body: () throws -> Void) -> VaultError? {
    do {
        try body()
        return nil
    } catch {
        return error as? VaultError
    }
}
