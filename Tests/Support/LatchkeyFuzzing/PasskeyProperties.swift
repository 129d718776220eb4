import FoundationEssentials
import LatchkeyAgent
import LatchkeyMatching
import LatchkeyCore
import LatchkeyWebAuthn

enum PasskeyProperties {
    /// Decoded values encode to the same bytes, and a key verifies its own signatures.
    static func check(_ bytes: [UInt8]) {
        if let item = try? CBORDecoder.decode(bytes) {
            precondition(item.encoded == bytes, "a CBOR item changed when decoded and encoded")
            if let key = try? COSEKey(item) {
                precondition((try? COSEKey(key.cbor)) == key, "a COSE key changed when decoded again")
                precondition(!key.verifies([], over: bytes), "an empty signature was accepted")
            }
        }
        if let data = try? AuthenticatorData(bytes) {
            precondition(
                (try? AuthenticatorData(data.encoded)) == data, "authenticator data changed when decoded again")
        }
        if let object = try? AttestationObject(bytes) {
            precondition(object.encoded == bytes, "an attestation object changed when decoded and encoded")
        }
        if let key = try? PasskeyKey(pkcs8: Secret(copying: bytes)), let signature = try? key.sign(bytes) {
            precondition(key.publicKey.verifies(signature, over: bytes), "a key rejected its own signature")
        }
    }

    /// A list of related origins contains a page only if it names the page.
    static func checkRelatedOrigins(_ bytes: [UInt8]) {
        guard let list = try? RelatedOrigins(Data(bytes)), let page = try? PageURL("https://related.example/") else {
            return
        }
        let names = String(decoding: bytes, as: UTF8.self).lowercased()
        // Escapes and non-ASCII characters can spell the name differently.
        precondition(
            !list.contains(page) || names.contains("related.example") || names.contains("\\") || names.contains("%")
                || !names.utf8.allSatisfy { $0 < 0x80 },
            "a page that is not in the list was accepted")
    }
}
