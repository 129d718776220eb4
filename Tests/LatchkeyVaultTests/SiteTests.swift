import LatchkeyCore
import LatchkeyTesting
import LatchkeyVault
import Testing

@Suite struct `Sites` {
    @Test(
        arguments: [
            ("https://example.com/login", "https", "example.com", nil as UInt16?),
            ("HTTPS://Example.COM:8443/a?b#c", "https", "example.com", 8443),
            ("http://localhost:8080", "http", "localhost", 8080),
            ("example.com", nil, "example.com", nil),
            ("localhost:3000", nil, "localhost", 3000),
            ("https://[::1]:444/", "https", "[::1]", 444),
            ("https://[2001:db8::1]", "https", "[2001:db8::1]", nil),
            ("https://jane@example.com/", "https", "example.com", nil),
            ("https://bank.example@evil.example/", "https", "evil.example", nil),
            ("android://a1b2-_==@com.example.app/", "android", "com.example.app", nil),
            ("https://bücher.example/", "https", "bücher.example", nil),
            ("https://example.com:/", "https", "example.com", nil),
        ] as [(String, String?, String, UInt16?)])
    func `parses scheme, host and port of a site and keeps its text`(
        text: String, scheme: String?, host: String, port: UInt16?
    )
        throws
    {
        let site = try #require(Site(text))
        #expect(site.text == text)
        #expect(site.scheme == scheme)
        #expect(site.host == host)
        #expect(site.port == port)
    }

    @Test(arguments: [
        "", " ", "https://", "https:///path", "https://exa mple.com", "https://example.com\n", "jane@example.com",
        "https://example.com:65536/", "https://example.com:x/", "javascript:alert(1)", "data:text/html,x",
        "https:\\\\example.com", "exam\u{202E}ple.com", "\u{0}", "://example.com", "1https://example.com",
        "https://[::1", "https://%65xample.com", String(repeating: "a", count: 8193),
    ])
    func `rejects a site without a valid host`(text: String) {
        #expect(Site(text) == nil)
    }

    @Test(
        arguments: [
            ("exact+https://example.com/login?a#b", .exact, "https://example.com/login?a#b", "https", "/login?a#b"),
            ("START+http://example.com:81/app/", .start, "http://example.com:81/app/", "http", "/app/"),
            ("host+HTTPS://Example.COM", .host, "HTTPS://Example.COM", "https", ""),
            ("https://example.com?a", nil, "https://example.com?a", "https", "?a"),
            ("example.com/a", nil, "example.com/a", nil, "/a"),
            ("exact+ftp://example.com/a", nil, "exact+ftp://example.com/a", "exact+ftp", "/a"),
            ("never+https://example.com", nil, "never+https://example.com", "never+https", ""),
        ] as [(String, AddressRule?, String, String?, String)])
    func `separates the rule of a web address from the address`(
        text: String, rule: AddressRule?, address: String, scheme: String?, pathAndMore: String
    ) throws {
        let site = try #require(Site(text))
        #expect(site.text == text)
        #expect(site.rule == rule)
        #expect(site.address == address)
        #expect(site.scheme == scheme)
        #expect(site.host.hasPrefix("example.com"))
        #expect(site.pathAndMore == pathAndMore)
        #expect(site.url == (scheme == nil ? "https://" + text : address))
    }

    @Test func `parsing a site never traps and keeps the exact text`() throws {
        try forAll(.string(), runs: 3000) { text in
            Site(text).map { Array($0.text.utf8) == Array(text.utf8) && !$0.host.isEmpty } ?? true
        }
    }
}
