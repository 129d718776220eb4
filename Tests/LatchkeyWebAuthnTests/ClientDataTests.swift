import LatchkeyWebAuthn
import Testing

@Suite("Client data")
struct ClientDataTests {
    @Test func `writes the members of client data in order, without spaces`() {
        let data = ClientData(
            type: .get, challenge: [0xFB, 0xFF], origin: "https://example.org", isCrossOrigin: true,
            topOrigin: "https://example.com")
        #expect(
            data.json() == """
                {"type":"webauthn.get","challenge":"-_8","origin":"https://example.org","crossOrigin":true,\
                "topOrigin":"https://example.com"}
                """)
    }

    @Test func `escapes the characters of CCDToString in client data`() {
        let data = ClientData(
            type: .create, challenge: [], origin: "a\"b\\c\u{1}\u{1F}/é\u{7F}\u{2028}", isCrossOrigin: false,
            topOrigin: nil)
        #expect(
            data.json() == #"{"type":"webauthn.create","challenge":"","origin":"a\"b\\c\u0001\u001f/é"#
                + "\u{7F}\u{2028}" + #"","crossOrigin":false}"#)
    }
}
