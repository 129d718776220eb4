import LatchkeyCore
import LatchkeyMatching
import Testing

@Suite struct `Rules of addresses` {
    private func brief(_ stored: String, on page: String, scope: Matching.Scope = .site) throws -> String {
        let matching = Matching(page: try PageURL(page), scope: scope, sets: try .sample())
        return matching.verdict(on: .password(for: stored, kind: .url)).brief
    }

    @Test(arguments: [
        ("host+https://www.example.com", "https://www.example.com/a?b", "exact"),
        ("HOST+HTTPS://WWW.example.com:443/x", "https://www.example.com/a", "exact"),
        ("host+https://www.example.com", "http://www.example.com/", "exact, insecure"),
        ("host+http://www.example.com", "https://www.example.com/", "exact"),
        ("host+https://www.example.com:8443", "https://www.example.com:8443/", "exact"),
        ("host+https://www.example.com", "https://www.example.com:8443/", "-"),
        ("host+https://www.example.com:8443", "https://www.example.com/", "-"),
        ("host+https://www.example.com", "https://example.com/", "-"),
        ("host+https://example.com", "https://www.example.com/", "-"),
        // a.com and b.com share their logins.
        ("host+https://a.com", "https://b.com/", "-"),
        ("host+https://localhost:8080", "https://localhost:8080/", "exact"),
    ])
    func `the rule host matches the pages of one host and port`(stored: String, page: String, brief: String) throws {
        #expect(try self.brief(stored, on: page) == brief)
    }

    @Test(arguments: [
        ("start+https://example.com", "https://example.com/any", "exact"),
        ("start+https://example.com/app/", "https://example.com/app/login?x#y", "exact"),
        ("start+https://example.com/app", "https://example.com/apple", "exact"),
        ("start+https://example.com/app/", "https://example.com/app", "-"),
        ("start+https://example.com/app", "https://example.com/APP", "-"),
        ("start+https://example.com/app/", "https://example.com/", "-"),
        ("start+https://example.com/app/", "https://example.com/?/app/", "-"),
        ("start+https://example.com/app/", "https://example.com/app/../admin", "-"),
        ("start+https://example.com/app/", "https://example.com/app/%2E%2e/admin", "-"),
        ("start+https://example.com/ä/", "https://example.com/%C3%A4/x", "exact"),
        // With a query, `start` allows only its path.
        ("start+https://example.com/app?x", "https://example.com/app", "exact"),
        ("start+https://example.com/app?x", "https://example.com/app/more", "-"),
        ("start+https://example.com", "https://example.com.evil.org/", "-"),
        ("start+https://example.com", "https://example.community/", "-"),
        ("start+https://example.com", "https://www.example.com/", "-"),
        ("start+https://example.com", "http://example.com/", "-"),
        ("start+http://example.com", "https://example.com/", "-"),
        ("start+https://example.com", "https://example.com:8443/", "-"),
        ("start+https://a.com", "https://b.com/", "-"),
    ])
    func `the rule start matches the pages of one origin whose path begins with the address's path`(
        stored: String, page: String, brief: String
    ) throws {
        #expect(try self.brief(stored, on: page) == brief)
    }

    @Test(arguments: [
        ("exact+https://example.com/login", "https://example.com/login", "exact"),
        ("exact+https://example.com/login", "https://example.com/login?next=/#top", "exact"),
        ("exact+https://example.com/login?next=/", "https://example.com/login", "exact"),
        ("exact+https://example.com", "https://example.com/", "exact"),
        ("exact+https://example.com/login", "https://example.com/login/", "-"),
        ("exact+https://example.com/login", "https://example.com/log", "-"),
        ("exact+https://example.com/login", "https://example.com/", "-"),
        ("exact+https://example.com/login", "http://example.com/login", "-"),
        ("exact+https://example.com/login", "https://www.example.com/login", "-"),
        ("exact+https://example.com/login", "https://example.com:8443/login", "-"),
        ("exact+https://a.com/", "https://b.com/", "-"),
    ])
    func `the rule exact matches the pages of one path`(stored: String, page: String, brief: String) throws {
        #expect(try self.brief(stored, on: page) == brief)
    }

    @Test(arguments: [
        ("exact+https://example.com/me/repo", "https://example.com/", "exact"),
        ("start+https://example.com/me/", "https://example.com/", "exact"),
        ("exact+https://example.com/me/repo", "http://example.com/", "-"),
        ("exact+https://example.com/me/repo", "https://www.example.com/", "-"),
    ])
    func `the scope hostOnly ignores the path of a rule`(
        stored: String, page: String, brief: String
    ) throws {
        #expect(try self.brief(stored, on: page, scope: .hostOnly) == brief)
    }

    @Test(arguments: [
        "exact+ftp://example.com/", "exact+example.com", "exact+", "other+https://example.com",
        "exact+host+https://a.com",
        "exact:https://example.com", "exact\u{B}https://example.com",
    ])
    func `an address with an unknown rule matches no page`(stored: String) throws {
        let matching = Matching(page: try PageURL("https://example.com/"))
        let stored = StoredIdentity.password(for: stored, kind: .url)
        guard case .refused(.unreadable) = matching.verdict(on: stored) else {
            Issue.record("\(matching.verdict(on: stored))")
            return
        }
    }

    @Test func `a service identifier of type domain with a rule matches no page`() throws {
        let matching = Matching(page: try PageURL("https://example.com/"))
        #expect(matching.verdict(on: .password(for: "exact+https://example.com")).brief == "-")
    }

    @Test(arguments: [
        ("https://example.com/login", ["whole site", "one page"]), ("https://example.com/other", ["whole site"]),
        ("https://www.example.com/login", ["whole site"]),
    ])
    func `each address of a login matches by its own rule`(page: String, expected: [String]) throws {
        let candidates = [
            StoredIdentity.password("whole site", for: "https://example.com", kind: .url),
            .password("one page", for: "exact+https://example.com/login", kind: .url),
        ]
        let found = Matching(page: try PageURL(page)).matches(among: candidates).map(\.stored.id)
        #expect(found.sorted() == expected.sorted())
    }

    @Test(arguments: [
        ("host+https://www.example.com", "it is only for the host and port of https://www.example.com/"),
        ("start+https://example.com/app/", "it is only for addresses that start with https://example.com/app/"),
        ("start+https://example.com/app/?token=1", "it is only for the address https://example.com/app/"),
        ("exact+https://example.com/login?token=1", "it is only for the address https://example.com/login"),
    ])
    func `an explanation names the rule and its address without the query`(stored: String, reason: String) throws {
        let matching = Matching(page: try PageURL("https://example.com/"))
        let verdict = matching.verdict(on: .password(for: stored, kind: .url))
        #expect(verdict.sentence(on: matching.page) == "not offered: " + reason)
    }

    @Test(
        arguments: [
            ("exact+https://example.com/login", "https://example.com/login?x", nil),
            ("start+https://example.com/app/", "https://example.com/app/password", nil),
            (
                "exact+https://example.com/login", "https://example.com/password",
                .outsideRule(.exact, stored: "https://example.com/login")
            ),
            ("host+https://example.com", "https://www.example.com/", .hostOnly(stored: "example.com")),
            ("host+https://example.com", "http://example.com/", .insecureUpdate(stored: "example.com")),
        ] as [(String, String, Refusal?)])
    func `a page may update a login only if the rule allows the page`(
        stored: String, page: String, refusal: Refusal?
    ) throws {
        let service = ServiceIdentifier(type: .url, identifier: stored)
        #expect(try PageURL(page).refusalOfUpdate(to: service) == refusal)
    }

    @Test func `a rule never matches a page that its address without the rule does not match`() throws {
        let addresses = [
            "https://example.com", "http://example.com:81/app", "https://m.a.com/x", "https://10.0.0.1/",
            "https://b.com",
        ]
        let pages = [
            "https://example.com/", "http://example.com:81/app/x", "https://a.com/x", "https://m.a.com/x",
            "https://10.0.0.1/", "https://10.0.0.1:8443/", "https://a.com/", "https://evil.org/app",
        ]
        for (address, page) in addresses.flatMap({ address in pages.map { (address, $0) } }) {
            let whole = try brief(address, on: page)
            for rule in AddressRule.allCases {
                let ruled = try brief(rule.prefix + address, on: page)
                #expect(ruled == "-" || ruled == whole, "\(rule) \(address) \(page)")
            }
        }
    }
}
