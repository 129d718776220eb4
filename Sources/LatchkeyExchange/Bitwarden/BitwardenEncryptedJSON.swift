import Foundation
public import LatchkeyCore
import LatchkeyVault

/// The JSON of Bitwarden that is encrypted with a separate password.
///
/// The password is checked before anything is decrypted, and a ciphertext is authenticated before it is decrypted. An
/// export that only the same Bitwarden account can import is refused with ``ExchangeError/encryptedForAccount``.
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
        let key = try BitwardenKey(password, BitwardenKeyDerivation(members))
        // A random text under the same keys distinguishes a wrong password from a modified file.
        guard let check = members["encKeyValidation_DO_NOT_EDIT"]?.string.flatMap(BitwardenCiphertext.init),
            let data = members["data"]?.string.flatMap(BitwardenCiphertext.init)
        else { throw ExchangeError.damagedEncryption }
        guard key.isAuthentic(check) else { throw ExchangeError.wrongPassword }
        try BitwardenJSON.read(try key.decrypt(data), body)
    }

    /// The members of the file by name.
    ///
    /// ``JSONReader/forEach(at:in:_:)`` would refuse `data`, the whole vault in Base64, as too long for an item.
    private static func members(of file: [UInt8]) throws -> [String: JSONValue] {
        var members: [String: JSONValue] = [:]
        guard case .object(let found) = try JSONReader.value(of: file) else { return members }
        for member in found { members[member.key] = member.value }
        return members
    }
}

/// A ciphertext of Bitwarden, written as `2.IV|CT|MAC` in Base64: initialization vector, ciphertext and a MAC over
/// both.
package struct BitwardenCiphertext {
    let vector: Data
    let ciphertext: Data
    let code: Data

    /// `nil` for an algorithm other than AES-256-CBC with HMAC-SHA256, and for parts of the wrong length.
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
