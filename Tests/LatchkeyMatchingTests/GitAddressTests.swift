import LatchkeyMatching
import Testing

@Suite struct `Addresses of git's questions` {
    @Test(arguments: [
        ("https", "Git.Example.org:443", "https://git.example.org"), ("http", "proxy:3128", "http://proxy:3128"),
        ("smtp", "smtp.example.com:587", "smtp://smtp.example.com:587"),
        ("smtp", "SMTP.example.com", "smtp://smtp.example.com"), ("smtp", "localhost:25", "smtp://localhost:25"),
        ("imap", "imap.example.com", "imap://imap.example.com"), ("imaps", "[::1]:993", "imaps://[::1]:993"),
        ("socks5", "127.0.0.1:1080", "socks5://127.0.0.1:1080"), ("cert", "", "cert://"),
        // The port of another scheme has no default.
        ("smtp", "smtp.example.com:443", "smtp://smtp.example.com:443"),
        ("imap", "imap.example.com:80", "imap://imap.example.com:80"),
    ])
    func `an address has git's scheme, host and port`(scheme: String, host: String, text: String) throws {
        let address = try #require(GitAddress(protocol: scheme, host: host))
        #expect(address.text == text)
        #expect((address.page == nil) == !["http", "https"].contains(scheme))
        #expect(GitAddress(text) == address)
    }

    @Test(arguments: [
        ("", "example.com"), ("SMTP", "example.com"), ("5mtp", "example.com"), ("s mtp", "example.com"),
        ("smtp:", "example.com"), ("smt\u{301}p", "example.com"), (String(repeating: "a", count: 33), "example.com"),
        ("smtp", ""), ("smtp", "a/b"), ("smtp", "ada@example.com"), ("smtp", "ex%61mple.com"), ("smtp", "a b"),
        ("smtp", "a:0"), ("smtp", "a:65536"), ("smtp", "a:x"), ("smtp", "::1"), ("smtp", "[::1"), ("smtp", "a\u{7}"),
        ("cert", "example.com"), ("cert", "localhost"), ("https", ""), ("https", "a/b"),
    ])
    func `an invalid protocol or host has no address`(scheme: String, host: String) {
        #expect(GitAddress(protocol: scheme, host: host) == nil)
    }

    @Test(arguments: [
        ("cert://localhost/etc/client.pem", "cert://"), ("cert:///etc/client.pem", "cert://"),
        ("SMTP://Example.com/path?x#y", "smtp://example.com"), ("example.com", "https://example.com"),
        ("https://example.com:443/a", "https://example.com"), ("git+smtp://example.com", "git+smtp://example.com"),
        ("smtp://ada@example.com", nil), ("android://hash@com.example/", nil), ("cert://example.com/file", nil),
        ("https://a b/", nil), ("mailto:ada@example.com", nil), ("://example.com", nil), ("", nil),
    ])
    func `an address is read from a site`(site: String, text: String?) {
        #expect(GitAddress(site)?.text == text)
    }

    @Test func `the path of a page is no part of its address`() throws {
        let one = try #require(GitAddress("https://example.com/one"))
        let two = try #require(GitAddress("https://EXAMPLE.com/two"))
        #expect(one == two && Set([one, two]).count == 1)
        #expect(GitAddress("http://example.com/one") != one)
    }
}
