import CSodium

/// Base64 (RFC 4648), encoded and decoded in constant time by libsodium: the bytes may be a secret.
///
/// Decoding rejects unused bits that are not zero (RFC 4648 §3.5), so that each value has one text.
package enum Base64 {
    /// Encodes with the standard alphabet (RFC 4648 §4) and padding; returns the text's bytes.
    package static func encode(_ bytes: some Collection<UInt8>) -> [UInt8] {
        encode(bytes, variant: sodium_base64_VARIANT_ORIGINAL)
    }

    /// Decodes a text of the standard alphabet with padding; `nil` for any other text.
    package static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
        decode(Array(text), variant: sodium_base64_VARIANT_ORIGINAL)
    }

    fileprivate static func encode(_ bytes: some Collection<UInt8>, variant: Int32) -> [UInt8] {
        let bytes = Array(bytes)
        // The length counts the terminating zero byte.
        let length = sodium_base64_encoded_len(bytes.count, variant)
        return unsafe [UInt8](unsafeUninitializedCapacity: length) { text, count in
            unsafe text.withMemoryRebound(to: CChar.self) { characters in
                guard let start = characters.baseAddress else { return }
                _ = unsafe sodium_bin2base64(start, length, bytes, bytes.count, variant)
                count = length - 1
            }
        }
    }

    fileprivate static func decode(_ text: [UInt8], variant: Int32) -> [UInt8]? {
        guard !text.isEmpty else { return [] }
        var isValid = false
        let capacity = text.count / 4 * 3 + 3
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { bytes, count in
            let status = unsafe text.withUnsafeBytes { text -> Int32 in
                let characters = unsafe text.bindMemory(to: CChar.self)
                guard let start = bytes.baseAddress, let characters = characters.baseAddress else { return -1 }
                return unsafe sodium_base642bin(start, capacity, characters, text.count, nil, &count, nil, variant)
            }
            isValid = status == 0
            if !isValid { count = 0 }
        }
        return isValid ? bytes : nil
    }
}

/// Base64 with the URL-safe alphabet (RFC 4648 §5), which WebAuthn's JSON uses.
package enum Base64URL {
    /// Decodes either alphabet, with or without padding; `nil` for any other text.
    package static func decode(_ text: String) -> [UInt8]? {
        var plain = text.utf8.map { byte -> UInt8 in
            switch byte {
            case UInt8(ascii: "+"): UInt8(ascii: "-")
            case UInt8(ascii: "/"): UInt8(ascii: "_")
            default: byte
            }
        }
        while plain.last == UInt8(ascii: "=") { plain.removeLast() }
        return Base64.decode(plain, variant: sodium_base64_VARIANT_URLSAFE_NO_PADDING)
    }

    /// Encodes without padding; returns the text's bytes.
    package static func encode(_ bytes: some Collection<UInt8>) -> [UInt8] {
        Base64.encode(bytes, variant: sodium_base64_VARIANT_URLSAFE_NO_PADDING)
    }

    /// Encodes a secret without padding; returns the text's bytes.
    package static func encode(_ secret: Secret) -> [UInt8] {
        encode(secret.revealBytes(as: [UInt8].self))
    }
}
