import Foundation
public import LatchkeyCore
import LatchkeyVault

/// What Bitwarden exports as JSON that a password of its own protects.
///
/// The password is checked before anything is decrypted, and what is decrypted is authenticated first. An export for the
/// same account alone, which no password opens, is told apart.
public struct BitwardenEncryptedJSON: PasswordProtectedFormat {
    private let password: Secret?

    public init() {
        self.init(password: nil)
    }

    private init(password: Secret?) {
        self.password = password
    }

    public var identifier: String { "bitwarden-encrypted-json" }
    public var countsEntries: Bool { true }

    public func opened(with password: Secret) -> any ImportFormat {
        BitwardenEncryptedJSON(password: password)
    }

    public func recognizes(_ head: ArraySlice<UInt8>) -> Bool {
        guard let head = JSONHead(head) else { return false }
        return head["encrypted"] == .bool(true) && !head.has("vaults")
    }

    public func read(_ source: inout ByteSource, _ body: (ImportedRow) throws -> Void) throws {
        try source.decodeText()
        let file = try source.readAll()
        let members = try Self.members(of: file)
        guard members["passwordProtected"]?.isTrue == true else { throw ExchangeError.encryptedForAccount }
        guard let password else { throw ExchangeError.passwordNeeded }
        let key = try BitwardenKey(password, BitwardenWork(members))
        // A random text, which tells a wrong password from a file that was changed.
        guard let check = members["encKeyValidation_DO_NOT_EDIT"]?.string.flatMap(BitwardenCiphertext.init),
            let data = members["data"]?.string.flatMap(BitwardenCiphertext.init)
        else { throw ExchangeError.damagedEncryption }
        guard key.isAuthentic(check) else { throw ExchangeError.wrongPassword }
        try BitwardenJSON.read(try key.decrypt(data), body)
    }

    /// The few members that there are; `data`, the whole vault in Base64, may be longer than any item.
    private static func members(of file: [UInt8]) throws -> [String: JSONValue] {
        var members: [String: JSONValue] = [:]
        guard case .object(let found) = try JSONReader.value(of: file) else { return members }
        for member in found { members[member.key] = member.value }
        return members
    }
}

/// An initialisation vector, a ciphertext and a code over both, as Bitwarden writes them: `2.IV|CT|MAC` in Base64.
package struct BitwardenCiphertext {
    let vector: Data
    let ciphertext: Data
    let code: Data

    /// Nil for another kind than AES-256-CBC with HMAC-SHA256, whose parts have other lengths.
    package init?(_ text: String) {
        guard text.utf8.starts(with: "2.".utf8) else { return nil }
        let parts = text.utf8.dropFirst(2).split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false)
            .map { Data(base64Encoded: Data($0)) }
        guard parts.count == 3, let vector = parts[0], let ciphertext = parts[1], let code = parts[2],
            vector.count == 16, code.count == 32, !ciphertext.isEmpty, ciphertext.count.isMultiple(of: 16)
        else { return nil }
        self.vector = vector
        self.ciphertext = ciphertext
        self.code = code
    }
}
