import LatchkeyCore
import Testing

@testable import LatchkeyMatching

@Suite struct `An origin` {
    @Test(arguments: [
        ("null", "null"), ("https://example.com", "https://example.com"),
        ("http://localhost:8080", "http://localhost:8080"), ("https://[::1]:8443", "https://[::1]:8443"),
        ("https://example.com:443", "https://example.com"), ("https://EXAMPLE.com.", "https://example.com"),
        ("https://xn--bcher-kva.example", "https://xn--bcher-kva.example"),
        ("chrome-extension://abcdef", "chrome-extension://abcdef"), ("file://", "file://"),
    ])
    func `an origin is parsed as browsers serialize it`(text: String, canonical: String) throws {
        #expect(try PageOrigin(text).text == canonical)
    }

    @Test(arguments: [
        "", "example.com", "https:", "https://", "https:example.com", "https://example.com/",
        "https://example.com/login",
        "https://example.com?q", "https://example.com#f", "https://bank.com@evil.com", "https://example.com\\",
        "https://exa mple.com", "https://example.com\n", "javascript:alert(1)", "data:text/html,x", "about:srcdoc",
        "blob:https://example.com/1", "HTTPS://example.com", "://example.com", "https://example.com:0", "Null",
        "https://" + String(repeating: "a", count: 1024),
    ])
    func `rejects a text that is not an origin`(text: String) {
        #expect(throws: PageOriginError.self) { try PageOrigin(text) }
    }
}

@Suite struct `A frame` {
    private static func frame(_ page: String, in ancestors: [String]?) throws -> PageFrame {
        PageFrame(page: try PageURL(page), ancestors: try ancestors?.map { try PageOrigin($0) })
    }

    /// The frame, the origins around it with the nearest first, and the nearest of another site.
    @Test(
        arguments: [
            ("https://example.com/login", nil, nil), ("https://example.com/login", [], nil),
            ("https://example.com", ["https://example.com"], nil),
            // Of one site, on another host, port or scheme.
            ("https://login.example.com", ["https://example.com"], nil),
            ("https://example.com", ["https://www.example.com", "https://shop.example.com:8443"], nil),
            ("https://example.com", ["http://example.com"], nil),
            ("https://login.example.com", ["https://evil.com"], "https://evil.com"),
            ("https://evil.com", ["https://example.com"], "https://example.com"),
            // However far up, and also between two documents of one site.
            ("https://a.com", ["https://www.a.com", "https://b.com"], "https://b.com"),
            ("https://a.com", ["https://b.com", "https://a.com"], "https://b.com"),
            ("https://a.com", ["null", "https://a.com"], "null"), ("https://a.com", ["null"], "null"),
            ("https://a.com", ["chrome-extension://abcdef"], "chrome-extension://abcdef"),
            ("https://a.com", ["file://"], "file://"),
            // Public suffixes join nothing, also private ones.
            ("https://alice.github.io", ["https://bob.github.io"], "https://bob.github.io"),
            ("https://a.co.uk", ["https://b.co.uk"], "https://b.co.uk"),
            ("https://example.com", ["https://example.org"], "https://example.org"),
            ("https://example.com", ["https://notexample.com"], "https://notexample.com"),
            ("https://example.com", ["https://example.com.evil.com"], "https://example.com.evil.com"),
            // What stands for itself, with its port.
            ("http://localhost:8080", ["http://localhost:8080"], nil),
            ("http://localhost:8080", ["http://localhost:8081"], "http://localhost:8081"),
            ("http://localhost:8080", ["http://127.0.0.1:8080"], "http://127.0.0.1:8080"),
            ("http://192.168.0.1", ["http://192.168.0.2"], "http://192.168.0.2"),
            ("http://intranet", ["http://intranet"], nil),
            ("https://example.com", ["http://intranet"], "http://intranet"),
        ] as [(String, [String]?, String?)])
    func `a frame with an ancestor of another site is cross-site`(page: String, ancestors: [String]?, other: String?)
        throws
    {
        let frame = try Self.frame(page, in: ancestors)
        #expect(frame.otherSite?.text == other)
        #expect(frame.isOfOtherSite == (other != nil))
    }

    @Test(
        arguments: [
            ("https://a.com", [], true), ("http://a.com", [], false), ("http://localhost", [], true),
            ("https://a.com", ["https://a.com"], true), ("https://a.com", ["http://a.com"], false),
            ("https://a.com", ["https://a.com", "http://a.com"], false),
            ("https://a.com", ["http://a.com", "https://a.com"], false),
            ("https://a.com", ["http://localhost:3000"], true), ("https://a.com", ["http://127.0.0.1"], true),
            ("http://a.com", ["https://a.com"], false),
        ] as [(String, [String], Bool)])
    func `a frame is secure only if all its ancestors are`(page: String, ancestors: [String], isSecure: Bool) throws {
        let frame = try Self.frame(page, in: ancestors)
        #expect(frame.isSecure == isSecure)
        let matching = Matching(frame: frame)
        let verdict = matching.verdict(on: .password(for: frame.page.host.text))
        #expect(verdict.brief == (isSecure ? "exact" : "exact, insecure"))
        let passkey = matching.verdict(on: .passkey(for: frame.page.host.text))
        if !isSecure { #expect(passkey == .refused(.passkeyOnInsecurePage)) }
    }

    @Test(
        arguments: [
            // A password and a code of a.com.
            ("https://a.com", [], true, true), ("https://a.com", ["https://www.a.com"], true, true),
            ("https://a.com", ["https://b.com"], false, false),
            ("https://a.com", ["https://b.com", "https://a.com"], false, false),
            ("https://a.com", ["null"], false, false), ("https://a.com", ["http://a.com"], false, false),
            ("https://www.a.com", [], false, false), ("https://www.a.com", ["https://a.com"], false, false),
            ("http://a.com", [], false, false), ("https://a.com:8443", [], true, true),
            // An affiliated site gets the password to choose, and no code at all.
            ("https://b.com", [], false, nil),
        ] as [(String, [String], Bool, Bool?)])
    func `a match may be preselected only on the exact host, and not in a cross-site frame`(
        page: String, ancestors: [String], password: Bool, code: Bool?
    ) throws {
        let frame = try Self.frame(page, in: ancestors)
        let matching = Matching(frame: frame, sets: try .sample())
        func mayBePreselected(_ candidate: StoredIdentity) -> Bool? {
            guard case .taken(let acceptance) = matching.verdict(on: candidate) else { return nil }
            return acceptance.mayBePreselected(in: frame)
        }
        #expect(mayBePreselected(.password(for: "a.com")) == password)
        #expect(mayBePreselected(.code(for: "a.com")) == code)
    }

    @Test(
        arguments: [
            ("https://a.com", nil, nil), ("https://a.com", [], nil), ("https://a.com", ["https://a.com"], nil),
            ("https://login.a.com", ["https://a.com"], "https://a.com"),
            ("https://a.com", ["https://c.com", "https://b.com"], "https://b.com"),
            ("https://a.com", ["https://b.com", "https://a.com"], "https://b.com"), ("https://a.com", ["null"], "null"),
        ] as [(String, [String]?, String?)])
    func `a frame is shown with the page that embeds it`(page: String, ancestors: [String]?, embedder: String?)
        throws
    {
        #expect(try Self.frame(page, in: ancestors).embedder?.text == embedder)
    }

    @Test func `an explanation says why a frame has a warning`() throws {
        let frame = try Self.frame("https://a.com", in: ["http://b.com"])
        #expect(
            Matching(frame: frame).verdict(on: .password(for: "a.com")).sentence(on: frame.page)
                == "offered: it belongs to a.com itself; with a warning, because the page of b.com around it is not "
                + "secure (http)")
    }
}
