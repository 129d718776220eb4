import Foundation
import LatchkeyCore
import LatchkeyTesting
import Testing

@Suite("Base64") struct Base64Tests {
    @Test func `encodes and decodes as Foundation does`() throws {
        try forAll(.bytes(upTo: 200)) { bytes in
            let expected = Data(bytes).base64EncodedString()
            let text = Base64.encode(bytes)
            return String(decoding: text, as: UTF8.self) == expected && Base64.decode(text) == bytes
        }
    }

    @Test(arguments: ["QQ", "QQ=", "Q Q==", "QQ==\n", "Q-==", "QR==", "=", "QUI==="])
    func `rejects a text that is not canonical Base64 with padding`(text: String) {
        #expect(Base64.decode(text.utf8) == nil)
    }

    @Test(arguments: [("-_8", [0xFB, 0xFF]), ("+/8=", [0xFB, 0xFF]), ("", []), ("QQ==", [0x41]), ("QQ", [0x41])])
    func `decodes the URL-safe and the standard alphabet, with and without padding`(text: String, bytes: [UInt8]) {
        #expect(Base64URL.decode(text) == bytes)
    }

    @Test(arguments: ["Q", "QR", "Q Q", "QQ==\n", "é"])
    func `rejects a text of a wrong length, with other characters or with unused bits set`(text: String) {
        #expect(Base64URL.decode(text) == nil)
    }

    @Test func `encodes URL-safe without padding`() {
        #expect(String(decoding: Base64URL.encode([0xFB, 0xFF]), as: UTF8.self) == "-_8")
        #expect(String(decoding: Base64URL.encode(Secret("A")), as: UTF8.self) == "QQ")
        #expect(Base64URL.encode([]).isEmpty)
    }
}
