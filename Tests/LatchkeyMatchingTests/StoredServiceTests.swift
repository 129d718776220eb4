import LatchkeyMatching
import LatchkeyTesting
import Testing

@Suite struct `A stored service` {
    @Test(arguments: [
        ("example.com", StoredService.Kind.domain, "example.com", "example.com"),
        ("EXAMPLE.com.", .domain, "example.com", "example.com"),
        (" example.com\n", .domain, "example.com", "example.com"),
        ("https://example.com/login", .domain, "https://example.com", "example.com"),
        ("https://m.example.com:443/login?x#y", .url, "https://m.example.com", "example.com"),
        ("http://m.example.co.uk:8080", .url, "http://m.example.co.uk:8080", "example.co.uk"),
        ("example.com:443", .domain, "example.com:443", "example.com"),
        ("m.example.com/login", .url, "m.example.com", "example.com"),
        ("Bücher.example", .domain, "xn--bcher-kva.example", "xn--bcher-kva.example"),
        ("x.alice.github.io", .domain, "x.alice.github.io", "alice.github.io"),
        // These are found by their whole host.
        ("localhost:8080", .domain, "localhost:8080", "localhost"),
        ("http://192.168.0.1:81/", .url, "http://192.168.0.1:81", "192.168.0.1"),
        ("::1", .domain, "[::1]", "[::1]"),
        ("[::1]:80", .domain, "[::1]:80", "[::1]"),
        ("nas", .domain, "nas", "nas"),
        ("github.io", .domain, "github.io", "github.io"),
    ])
    func `means a place, however it is written`(
        text: String, kind: StoredService.Kind, place: String, key: String
    ) throws {
        let service = StoredService(kind: kind, text: text)
        #expect(service.place?.description == place)
        #expect(service.siteKey?.text == key)
        #expect(service.text == text)
    }

    @Test(arguments: [
        ("", PageURLError.empty),
        ("My bank", .space),
        ("*.example.com", .host(.forbiddenByte(0x2A))),
        ("user@example.com", .userinfo),
        ("https://bank.com@evil.com/", .userinfo),
        ("androidapp://com.example", .unsupportedScheme("androidapp")),
        ("ssh://example.com", .unsupportedScheme("ssh")),
        ("127.1", .host(.oddIPv4)),
        ("exa\u{0}mple.com", .controlCharacter(0)),
    ])
    func `is kept and found by no page when it cannot be read`(text: String, reason: PageURLError) {
        let service = StoredService(kind: .domain, text: text)
        #expect(service.meaning == .unreadable(reason))
        #expect(service.siteKey == nil)
        #expect(service.text == text)
    }

    @Test func `is found by no page when it is an app's`() {
        let service = StoredService(kind: .app, text: "example.com")
        #expect(service.meaning == .app)
        #expect(service.siteKey == nil)
    }

    @Test func `never traps on any text`() throws {
        try forAll(.string(), runs: 3_000) { text in
            StoredService(kind: .url, text: text).text == text
        }
    }
}
