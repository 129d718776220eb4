import Foundation
import GRDB
import LatchkeyExchange
import LatchkeyCore
import LatchkeyVault

/// A file that was read: its format and its rows.
struct ReadExport {
    var format = ""
    var rows: [ImportedRow] = []

    init(_ bytes: [UInt8], password: String? = nil) throws {
        var source = ByteSource(bytes)
        var format = try ImportFormats.recognize(&source)
        self.format = format.identifier
        if let password, let locked = format as? any PasswordProtectedFormat {
            format = locked.opened(with: Secret(password))
        }
        try format.read(&source) { rows.append($0) }
    }

    init(_ text: String) throws {
        try self.init(Array(text.utf8))
    }

    /// A file of `Tests/Vectors/exchange`.
    init(vector name: String, password: String? = nil) throws {
        try self.init(Self.vector(name), password: password)
    }

    static func vector(_ name: String) throws -> [UInt8] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        return Array(try Data(contentsOf: folder.appending(path: "Vectors/exchange/\(name)")))
    }

    var logins: [Login] {
        rows.compactMap { if case .login(let login) = $0.content { login } else { nil } }
    }

    /// The refused rows with their reasons.
    var refusals: [Refusal] {
        rows.compactMap { row in
            if case .refused(let reason) = row.content { Refusal(row: row.line, reason: reason) } else { nil }
        }
    }

    struct Refusal: Equatable {
        let row: Int
        let reason: RefusalReason
    }
}

extension CustomField {
    static func plain(_ name: String, _ value: String) -> CustomField {
        CustomField(name: name, value: Secret(value), isConcealed: false)
    }

    static func concealed(_ name: String, _ value: String) -> CustomField {
        CustomField(name: name, value: Secret(value), isConcealed: true)
    }
}

extension Secret {
    /// The URI of an ordinary one-time code for this account, as imports write it.
    static func code(_ account: String) -> Secret {
        Secret("otpauth://totp/\(account)?secret=JBSWY3DPEHPK3PXP&algorithm=SHA1&digits=6&period=30")
    }
}

extension PastPassword {
    init(_ password: String, _ seconds: Double) {
        self.init(password: Secret(password), replaced: Date(timeIntervalSince1970: seconds))
    }
}

extension ImportReport {
    /// The numbers of added, equal, changed and refused rows.
    var counts: [Int] { [added, same, changed, refusedCount] }
}

extension UnlockedVault {
    /// A vault in memory with a fast key derivation.
    static func inMemory() throws -> UnlockedVault {
        let queue = try DatabaseQueue(configuration: VaultDatabase.configuration())
        return try LockedVault.create(
            in: queue, passphrase: Secret("p"), cost: Argon2Cost(memoryKiB: 8, passes: 1, lanes: 1)
        ).vault
    }

    /// All logins outside the bin, by title.
    func logins() throws -> [Login] {
        try overviews().overviews.map { try record($0.id).login }
    }
}
