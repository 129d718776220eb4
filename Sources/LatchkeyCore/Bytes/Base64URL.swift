package import Foundation

/// Base64 with the alphabet of addresses (RFC 4648 §5), which WebAuthn's JSON and the exports of passkeys are written in.
package enum Base64URL {
    /// Reads it with or without padding, in either alphabet; nil for anything else.
    package static func decode(_ text: String) -> Data? {
        var plain = text.utf8.map { byte -> UInt8 in
            switch byte {
            case UInt8(ascii: "-"): UInt8(ascii: "+")
            case UInt8(ascii: "_"): UInt8(ascii: "/")
            default: byte
            }
        }
        while plain.last == UInt8(ascii: "=") { plain.removeLast() }
        guard plain.count % 4 != 1 else { return nil }
        plain += repeatElement(UInt8(ascii: "="), count: (4 - plain.count % 4) % 4)
        return Data(base64Encoded: Data(plain))
    }

    /// The text as bytes, without padding.
    package static func encode(_ bytes: some DataProtocol) -> [UInt8] {
        Data(bytes).base64EncodedData().compactMap { byte in
            switch byte {
            case UInt8(ascii: "+"): UInt8(ascii: "-")
            case UInt8(ascii: "/"): UInt8(ascii: "_")
            case UInt8(ascii: "="): nil
            default: byte
            }
        }
    }

    package static func encode(_ secret: Secret) -> [UInt8] { encode(secret.revealData()) }
}
