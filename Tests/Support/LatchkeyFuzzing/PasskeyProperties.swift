import FoundationEssentials
import LatchkeyAgent
import LatchkeyMatching
import LatchkeyCore
import LatchkeyWebAuthn

enum PasskeyProperties {
    /// What was read of a passkey's bytes is written to the same bytes: nothing is left over, and nothing is guessed.
    static func check(_ bytes: [UInt8]) {
        if let item = try? CBORDecoder.decode(bytes) {
            precondition(item.encoded == bytes, "an item is written otherwise than it was read")
            if let key = try? COSEKey(item) {
                precondition((try? COSEKey(key.cbor)) == key, "a key reads otherwise the second time")
                precondition(!key.verifies([], over: bytes), "nothing is a signature")
            }
        }
        if let data = try? AuthenticatorData(bytes) {
            precondition((try? AuthenticatorData(data.encoded)) == data, "authenticator data read otherwise")
        }
        if let object = try? AttestationObject(bytes) {
            precondition(object.encoded == bytes, "an attestation is written otherwise than it was read")
        }
        if let key = try? PasskeyKey(pkcs8: Secret(copying: bytes)), let signature = try? key.sign(bytes) {
            precondition(key.publicKey.verifies(signature, over: bytes), "a key does not know its own signature")
        }
    }

    /// A list of related origins holds no page that it does not name.
    static func checkRelatedOrigins(_ bytes: [UInt8]) {
        guard let list = try? RelatedOrigins(Data(bytes)), let page = try? PageURL("https://related.example/") else {
            return
        }
        let names = String(decoding: bytes, as: UTF8.self).lowercased()
        // Spelt otherwise it would be by escapes.
        precondition(
            !list.contains(page) || names.contains("related.example") || names.contains("\\") || names.contains("%")
                || !names.utf8.allSatisfy { $0 < 0x80 },
            "a page is taken for a relative that is not named")
    }
}
