import Foundation
import LatchkeyCore
import LatchkeyVault

extension JSONWriter {
    mutating func array(_ texts: [String]) {
        array { writer in for text in texts { writer.write(text) } }
    }

    mutating func member(_ name: String, base64URL bytes: Data) {
        key(name)
        write(utf8: Base64URL.encode(bytes))
    }

    /// Writes a secret: UTF-8 as a string, other bytes as an object with their Base64url.
    mutating func member(_ name: String, _ secret: Secret) {
        key(name)
        if secret.isUTF8 {
            unsafe secret.withBytes { unsafe write(utf8: $0) }
        } else {
            object { $0.member("base64url", base64URL: secret.revealBytes()) }
        }
    }
}

extension JSONWriter {
    /// Writes the member `kind` of an entry that is not a login: its word, or the number of an unknown kind.
    mutating func member(_ kind: EntryKind) {
        if kind == .login { return }
        if let word = kind.word { member("kind", word) } else { member("kind", Int64(kind.rawValue)) }
    }
}

extension EntryKind {
    /// Reads what ``JSONWriter/member(_:)`` writes; `nil` for other values.
    init?(written value: JSONValue) {
        if let word = value.string {
            self.init(word: word)
        } else if let number = value.integer.flatMap(UInt8.init(exactly:)) {
            self.init(rawValue: number)
        } else {
            return nil
        }
    }
}

extension Secret {
    /// Whether the bytes are UTF-8.
    var isUTF8: Bool {
        unsafe withBytes { bytes in
            // Most secrets are ASCII, which is found without making a string.
            unsafe bytes.allSatisfy { $0 < 0x80 } || String(validating: bytes, as: UTF8.self) != nil
        }
    }
}

extension Date {
    /// Milliseconds since 1970, the precision of times in a vault.
    var milliseconds: Int64 { Int64(clamping: Int((timeIntervalSince1970 * 1000).rounded())) }
}
