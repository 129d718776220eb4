import LatchkeyCore
import LatchkeyMatching
import LatchkeyTesting
import Testing

@Suite struct `The address of a page` {
    @Test(arguments: [
        ("https://m.example.com/login", "https://m.example.com/login"),
        ("HTTPS://EXAMPLE.COM.:443", "https://example.com/"),
        ("http://example.com:80/a?b#c", "http://example.com/a?b#c"),
        ("http://example.com:443/", "http://example.com:443/"),
        ("https://example.com:/", "https://example.com/"),
        ("https://example.com:0008443", "https://example.com:8443/"),
        ("http://[::1]:8080/", "http://[::1]:8080/"),
        ("https://[2001:DB8::0:1]", "https://[2001:db8::1]/"),
        ("http://192.168.0.1:8123/x", "http://192.168.0.1:8123/x"),
        ("https://example.com?q=1", "https://example.com/?q=1"),
        ("https://example.com#top", "https://example.com/#top"),
        // Without a scheme https is assumed.
        ("example.com", "https://example.com/"),
        ("example.com:8443/login", "https://example.com:8443/login"),
        ("localhost:8080", "https://localhost:8080/"),
        ("[::1]:8080", "https://[::1]:8080/"),
        ("duskgytldkxiuqc6.onion", "https://duskgytldkxiuqc6.onion/"),
        // Two spellings of one name.
        ("https://bücher.example/", "https://xn--bcher-kva.example/"),
        ("https://xn--bcher-kva.example/", "https://xn--bcher-kva.example/"),
        // What a browser's address may hold, and what the standard escapes.
        ("https://example.com/100%?q=50%", "https://example.com/100%?q=50%"),
        ("https://example.com/?a=\\b|{c}", "https://example.com/?a=\\b|{c}"),
        ("https://example.com/ü{\"?'ü#`", "https://example.com/%C3%BC%7B%22?%27%C3%BC#%60"),
        ("https://example.com/?u=https://user@evil.com:1/", "https://example.com/?u=https://user@evil.com:1/"),
        ("https://example.com/a@b:c", "https://example.com/a@b:c"),
    ])
    func `a page address has one canonical form`(written: String, canonical: String) throws {
        let page = try PageURL(written)
        #expect(page.text == canonical)
        #expect(try PageURL(page.text) == page)
    }

    @Test(arguments: [
        ("", PageURLError.empty),
        ("https://bank.com@evil.com/", .userinfo),
        ("https://bank.com:443@evil.com/", .userinfo),
        ("https://@evil.com/", .userinfo),
        ("https://bank.com%40evil.com@x/", .userinfo),
        ("bank.com@evil.com", .userinfo),
        ("https://evil.com\\@bank.com/", .backslash),
        ("https:\\\\bank.com", .backslash),
        ("https://bank.com\\.evil.com", .backslash),
        ("https://ba\tnk.com/", .controlCharacter(0x09)),
        ("https://bank.com/\n", .controlCharacter(0x0A)),
        ("\rhttps://bank.com/", .controlCharacter(0x0D)),
        ("https://bank.com\0.evil.com/", .controlCharacter(0)),
        ("https://bank.com/\u{7F}", .controlCharacter(0x7F)),
        (" https://bank.com/", .space),
        ("https://bank.com/a b", .space),
        ("bank .com", .space),
        ("javascript:alert(1)", .unsupportedScheme("javascript")),
        ("JavaScript:1", .unsupportedScheme("javascript")),
        ("javascript://bank.com/%0Aalert(1)", .unsupportedScheme("javascript")),
        ("data:text/html,x", .unsupportedScheme("data")),
        ("data:80", .unsupportedScheme("data")),
        ("blob:https://bank.com/0f", .unsupportedScheme("blob")),
        ("about:srcdoc", .unsupportedScheme("about")),
        ("about:blank", .unsupportedScheme("about")),
        ("file:///etc/passwd", .unsupportedScheme("file")),
        ("file://localhost/x", .unsupportedScheme("file")),
        ("view-source:https://bank.com/", .unsupportedScheme("view-source")),
        ("chrome-extension://abc/x", .unsupportedScheme("chrome-extension")),
        ("ftp://bank.com/", .unsupportedScheme("ftp")),
        ("https:bank.com", .missingSlashes),
        ("https:/bank.com", .missingSlashes),
        ("https:", .missingSlashes),
        ("http:80", .missingSlashes),
        ("https://", .host(.empty)),
        ("https:///bank.com", .host(.empty)),
        ("https://:443/", .host(.empty)),
        ("https://?bank.com", .host(.empty)),
        ("/login", .host(.empty)),
        ("//bank.com", .host(.empty)),
        ("https://./", .host(.empty)),
        ("https://bank.com:0/", .badPort),
        ("https://bank.com:65536/", .badPort),
        ("https://bank.com:99999999999999999999/", .badPort),
        ("https://bank.com:-1/", .badPort),
        ("https://bank.com:8o/", .badPort),
        ("https://bank.com:80:80/", .badPort),
        ("https://::1/", .badPort),
        ("https://[::1/", .host(.badIPv6)),
        ("https://[::1]x/", .host(.badIPv6)),
        ("https://[::1]x:80/", .host(.badIPv6)),
        ("https://b%ank.com/", .host(.badPercent)),
        ("https://bank.com%2eevil%2Fcom/", .host(.forbiddenByte(0x2F))),
        ("http://127.1/", .host(.oddIPv4)),
        ("http://0x7f.1/", .host(.oddIPv4)),
        ("http://2130706433/", .host(.oddIPv4)),
    ])
    func `rejects user names, backslashes, control characters and other schemes`(written: String, reason: PageURLError)
    {
        #expect(throws: reason) { try PageURL(written) }
    }

    @Test func `rejects a too long address before parsing it`() throws {
        let path = String(repeating: "a", count: PageURL.maximumLength - 20)
        #expect(try PageURL("https://example.com/" + path).text.utf8.count == 65_536)
        #expect(throws: PageURLError.tooLong(count: 65_537)) { try PageURL("https://example.com/" + path + "a") }
        #expect(throws: PageURLError.tooLong(count: 65_537)) {
            try PageURL("a" + String(repeating: "\u{FF}", count: 32_768))
        }
    }

    @Test(arguments: [
        ("https://example.com/", true), ("http://example.com/", false), ("http://localhost:3000/", true),
        ("http://127.0.0.1/", true), ("http://[::1]/", true), ("http://192.168.0.1/", false),
        ("http://localhost.example.com/", false),
    ])
    func `a page is secure over https and on the machine itself`(text: String, isSecure: Bool) throws {
        #expect(try PageURL(text).isSecure == isSecure)
    }

    @Test(arguments: [
        ("https://m.example.com/login", ["URL https://m.example.com/login", "m.example.com", "example.com"]),
        ("https://example.com", ["URL https://example.com/", "example.com"]),
        ("https://example.com:8443/", ["URL https://example.com:8443/", "example.com"]),
        ("https://a.alice.github.io/", ["URL https://a.alice.github.io/", "a.alice.github.io", "alice.github.io"]),
        ("https://github.io/", ["URL https://github.io/", "github.io"]),
        // These stand for themselves, with their port.
        ("http://localhost:8080/", ["URL http://localhost:8080/", "localhost:8080"]),
        ("http://localhost/", ["URL http://localhost/", "localhost"]),
        ("http://192.168.0.1:81/", ["URL http://192.168.0.1:81/", "192.168.0.1:81"]),
        ("http://[::1]:8080/", ["URL http://[::1]:8080/", "[::1]:8080"]),
        ("http://abcdef.onion/", ["URL http://abcdef.onion/", "abcdef.onion"]),
    ])
    func `lists the service identifiers of a page, the most specific first`(text: String, identifiers: [String]) throws
    {
        let given = try PageURL(text).serviceIdentifiers.map {
            $0.type == .url ? "URL " + $0.identifier : $0.identifier
        }
        #expect(given == identifiers)
    }

    @Test func `address parsing never traps, and an accepted address parses as itself`() throws {
        let pieces = Generator<String>.element(of: [
            "https://", "http://", "HTTP:", "javascript:", "//", "/", "\\", "@", ":", "::", ":80", ":443", ":65536",
            "[", "]",
            "?", "#", "%", "%41", "%zz", "a", "example.com", "co.uk", "localhost", "1.2.3.4", "127.1", "ü", ".", "\t",
            " ",
            "{", "'", "\"", "👍",
        ]).list(upTo: 10).map { $0.joined() }
        try forAll(.oneOf(pieces, .string()), runs: 5_000) { text in
            guard let page = try? PageURL(text) else { return true }
            return try PageURL(page.text) == page && page.text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
        }
        try forAll(.bytes(), runs: 3_000) { bytes in
            _ = try? PageURL(String(decoding: bytes, as: UTF8.self))
            return true
        }
    }
}
