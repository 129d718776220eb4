import LatchkeyCore
import LatchkeyMatching
import LatchkeyTesting
import Testing

@Suite struct `The place of a service identifier` {
    @Test(arguments: [
        ("example.com", ServiceIdentifier.Kind.domain, "example.com", "example.com"),
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
    func `parses service identifiers in the spellings of providers`(
        text: String, kind: ServiceIdentifier.Kind, place: String, key: String
    ) throws {
        let parsed = try ServicePlace(ServiceIdentifier(type: kind, identifier: text))
        #expect(parsed.description == place)
        #expect(parsed.host.site == key)
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
    func `rejects a service identifier that is not an address`(text: String, reason: PageURLError) {
        #expect(throws: ServicePlaceError.unreadable(reason)) {
            try ServicePlace(ServiceIdentifier(type: .domain, identifier: text))
        }
    }

    @Test func `rejects the identifier of an app`() {
        #expect(throws: ServicePlaceError.app) {
            try ServicePlace(ServiceIdentifier(type: .app, identifier: "example.com"))
        }
    }

    @Test func `service identifier parsing never traps`() throws {
        try forAll(.string(), runs: 3_000) { text in
            _ = try? ServicePlace(ServiceIdentifier(type: .url, identifier: text))
            return true
        }
    }
}
