import Foundation
import LatchkeyCore
import LatchkeyMatching
import LatchkeyTesting
import Testing

@Suite struct `Matching a credential to a page` {
    private func verdict(
        _ candidate: StoredIdentity, on page: String, scope: Matching.Scope = .site
    ) throws -> Verdict {
        Matching(page: try PageURL(page), scope: scope, sets: try .sample()).verdict(on: candidate)
    }

    private func brief(_ stored: String, on page: String, scope: Matching.Scope = .site) throws -> String {
        try verdict(.password(for: stored, kind: .url), on: page, scope: scope).brief
    }

    @Test(arguments: [
        ("xyz.com", "https://abcxyz.com/"), ("xyz.com", "https://abc-xyz.com/"),
        ("xyz.com", "https://xyz.com.evil.com/"),
        ("abcxyz.com", "https://xyz.com/"), ("xyz.com", "https://xyz.co/"), ("xyz.com", "https://evil.com/xyz.com"),
        ("xyz.com", "https://evil.com/?xyz.com"), ("xyz.com", "https://evil.com/#.xyz.com"),
    ])
    func `refuses a suffix match without a dot boundary`(stored: String, page: String) throws {
        #expect(try brief(stored, on: page) == "-")
    }

    @Test(arguments: [
        ("alice.github.io", "https://bob.github.io/"), ("alice.github.io", "https://github.io/"),
        ("github.io", "https://alice.github.io/"), ("a.co.uk", "https://b.co.uk/"), ("co.uk", "https://b.co.uk/"),
        ("a.gov.pt", "https://b.gov.pt/"), ("gov.pt", "https://b.gov.pt/"), ("com", "https://example.com/"),
        ("a.b.kobe.jp", "https://c.d.kobe.jp/"),
    ])
    func `keeps the sites under one public suffix apart`(stored: String, page: String) throws {
        #expect(try brief(stored, on: page) == "-")
    }

    @Test(arguments: [
        ("example.com", "https://example.com/", "exact"),
        ("example.com", "https://m.example.com/", "site from example.com"),
        ("m.example.com", "https://example.com/", "site from m.example.com"),
        ("m.example.com", "https://n.example.com/", "site from m.example.com"),
        ("https://m.example.com/login", "https://m.example.com/other", "exact"),
        ("x.alice.github.io", "https://y.alice.github.io/", "site from x.alice.github.io"),
    ])
    func `a match of another host of the site has the host that it is from`(
        stored: String, page: String, brief: String
    ) throws {
        #expect(try self.brief(stored, on: page) == brief)
    }

    @Test func `ranks a parent's entry below the exact host's and never preselects it`() throws {
        let matching = Matching(page: try PageURL("https://untrusted.example.com/"))
        let order = matching.matches(among: [
            .password("parent", rank: 99), .password("own", for: "untrusted.example.com", providerOrder: 9),
        ])
        #expect(order.map(\.stored.id) == ["own", "parent"])
        #expect(order.map(\.acceptance.mayBePreselected) == [true, false])
    }

    @Test(arguments: [
        // Another name that looks the same.
        ("apple.com", "https://аpple.com/", "-"),
        ("аpple.com", "https://apple.com/", "-"),
        ("apple.com", "https://xn--pple-43d.com/", "-"),
        // One name in two spellings.
        ("аpple.com", "https://xn--pple-43d.com/", "exact"),
        ("bücher.example", "https://xn--bcher-kva.example/", "exact"),
        ("xn--bcher-kva.example", "https://www.bücher.example/", "site from xn--bcher-kva.example"),
        ("BÜCHER.example", "https://bu\u{308}cher.EXAMPLE./", "exact"),
        ("EXAMPLE.com.", "https://example.com/", "exact"),
        ("example.com", "https://EXAMPLE.COM.:443/", "exact"),
    ])
    func `homographs differ, and spellings of one name are equal`(stored: String, page: String, brief: String) throws {
        #expect(try self.brief(stored, on: page) == brief)
    }

    @Test(arguments: [
        ("example.com:8443", "https://example.com:8443/", "exact"),
        ("example.com", "https://example.com:8443/", "exact"),
        ("https://example.com", "https://example.com:8443/", "site from example.com"),
        ("https://example.com:8443", "https://example.com/", "site from example.com:8443"),
        ("example.com:443", "https://example.com/", "exact"),
        ("https://example.com:443/", "https://example.com/", "exact"),
    ])
    func `a match is exact only on the stored port`(stored: String, page: String, brief: String) throws {
        #expect(try self.brief(stored, on: page) == brief)
    }

    @Test(arguments: [
        // They match themselves.
        ("http://192.168.0.1/", "http://192.168.0.1/", "exact"),
        ("192.168.0.1", "https://192.168.0.1/", "exact"),
        ("http://192.168.0.1:81/", "http://192.168.0.1:81/", "exact"),
        ("http://[::1]:8080", "http://[::1]:8080/x", "exact"),
        ("::1", "http://[0:0::1]/", "exact"),
        ("http://localhost:8080", "http://localhost:8080/", "exact"),
        ("localhost:8080", "http://localhost:8080/", "exact"),
        ("http://nas", "http://nas/", "exact"),
        ("http://abcdef.onion", "http://abcdef.onion/", "exact"),
        ("github.io", "https://github.io/", "exact"),
        // And nothing else.
        ("http://192.168.0.1", "http://192.168.0.2/", "-"),
        ("http://1.168.0.1", "http://192.168.0.1/", "-"),
        ("0.1", "http://192.168.0.1/", "-"),
        ("http://localhost:8080", "http://localhost:9090/", "-"),
        ("http://localhost", "http://app.localhost/", "-"),
        ("http://localhost:8080", "http://127.0.0.1:8080/", "-"),
        ("http://[::1]:8080", "http://[::2]:8080/", "-"),
        ("http://nas", "http://nas.example.com/", "-"),
        ("http://abcdef.onion", "http://www.abcdef.onion/", "-"),
        ("http://www.abcdef.onion", "http://abcdef.onion/", "-"),
    ])
    func `addresses, single labels, localhost and onions match only themselves`(
        stored: String, page: String, brief: String
    ) throws {
        #expect(try self.brief(stored, on: page) == brief)
    }

    @Test(arguments: [
        ("https://example.com/", "http://example.com/", "exact, insecure"),
        ("https://m.example.com/", "http://example.com/", "site from m.example.com, insecure"),
        // What has no scheme may well be for https.
        ("example.com", "http://example.com/", "exact, insecure"),
        ("http://example.com/", "http://example.com/", "exact"),
        ("http://example.com/", "https://example.com/", "exact"),
        ("https://a.com/", "http://b.com/", "affiliated from a.com, insecure"),
        // A connection within the machine is secure.
        ("https://localhost/", "http://localhost/", "exact"),
        ("https://127.0.0.1/", "http://127.0.0.1/", "exact"),
        ("https://192.168.0.1/", "http://192.168.0.1/", "exact, insecure"),
    ])
    func `warns before an https credential goes to an http page`(stored: String, page: String, brief: String) throws {
        let verdict = try verdict(.password(for: stored, kind: .url), on: page)
        #expect(verdict.brief == brief)
        guard case .taken(let acceptance) = verdict else { return }
        #expect(acceptance.mayBePreselected == (brief == "exact"))
    }

    @Test(arguments: [
        ("http://192.168.0.1:81", "http://192.168.0.1:82/", "-"),
        ("http://192.168.0.1", "http://192.168.0.1:82/", "-"),
        ("192.168.0.1", "http://192.168.0.1:82/", "-"),
        ("http://192.168.0.1:82", "http://192.168.0.1/", "-"),
        ("http://192.168.0.1:82", "http://192.168.0.1:82/", "exact"),
        ("https://example.com:8443", "https://example.com/", "-"),
        ("https://example.com", "https://m.example.com/", "-"),
        ("example.com", "https://example.com:8443/", "exact"),
        ("https://a.com", "https://b.com/", "-"),
    ])
    func `the scope hostOnly separates ports of one address and hosts of one site`(
        stored: String, page: String, brief: String
    ) throws {
        #expect(try self.brief(stored, on: page, scope: .hostOnly) == brief)
    }

    @Test func `a stored port of an address matches only that port`() throws {
        #expect(try brief("http://192.168.0.1:81", on: "http://192.168.0.1:82/") == "-")
        #expect(try brief("http://192.168.0.1", on: "http://192.168.0.1:82/") == "-")
    }

    @Test(arguments: [
        ("a.com", "https://b.com/", "affiliated from a.com"),
        ("login.a.com", "https://www.b.com/", "affiliated from login.a.com"),
        ("b.com", "https://a.com/", "affiliated from b.com"),
        ("old.com", "https://new.com/", "affiliated from old.com"),
        ("new.com", "https://old.com/", "-"),
        ("a.com", "https://new.com/", "-"),
        ("aa.com", "https://b.com/", "-"),
        ("a.com", "https://ab.com/", "-"),
    ])
    func `matches cross sites only within a set, and only from an old name to a new one`(
        stored: String, page: String, brief: String
    ) throws {
        #expect(try self.brief(stored, on: page) == brief)
    }

    @Test func `preselects a code on the exact host only and never gives it to an affiliated site`() throws {
        let rows: [(String, String, Bool)] = [
            ("https://a.com/", "exact", true), ("https://www.a.com/", "site from a.com", false),
            ("https://b.com/", "-", false), ("http://a.com/", "exact, insecure", false),
        ]
        for (page, brief, mayBePreselected) in rows {
            let verdict = try verdict(.code(for: "a.com"), on: page)
            #expect(verdict.brief == brief)
            if case .taken(let acceptance) = verdict { #expect(acceptance.mayBePreselected == mayBePreselected) }
        }
    }

    @Test func `refuses apps, unreadable services and kinds that are not requested`() throws {
        let page = "https://example.com/"
        #expect(try verdict(.password(for: "example.com", kind: .app), on: page) == .refused(.app))
        #expect(try verdict(.password(for: "x@example.com"), on: page) == .refused(.unreadable(.userinfo)))
        let passwords = Matching(page: try PageURL(page), kinds: [.password])
        #expect(passwords.verdict(on: .code()) == .refused(.kindNotAskedFor))
        #expect(passwords.verdict(on: .passkey()) == .refused(.kindNotAskedFor))
        #expect(passwords.verdict(on: .password()).brief == "exact")
    }

    @Test func `lists the sites under which a store finds all matches`() throws {
        let sets = try SharedCredentialSets.sample()
        let rows = [
            ("https://www.b.com/", ["b.com", "a.com"]), ("https://new.com/", ["new.com", "old.com"]),
            ("https://old.com/", ["old.com"]), ("http://localhost:8080/", ["localhost"]),
            ("http://10.0.0.1:81/", ["10.0.0.1"]), ("https://github.io/", ["github.io"]),
        ]
        for (page, keys) in rows {
            #expect(Matching(page: try PageURL(page), sets: sets).sites == keys)
        }
        #expect(
            Matching(page: try PageURL("https://b.com/"), scope: .hostOnly, sets: sets).sites == [
                "b.com"
            ])
    }

    @Test func `matching is never looser than the suffix list, and its sites include every match`() throws {
        let labels = Generator<String>.element(of: ["a", "b", "www", "github", "alice", "xyz", "abcxyz", "1", "0x1"])
        let suffixes = Generator<String>.element(of: [
            "com", "co.uk", "github.io", "gov.pt", "kobe.jp", "ck", "公司.cn", "onion", "localhost", "nowhere", "1.2.3",
            "",
        ])
        let hosts = Generator<String> { source, size in
            let labels = labels.list(upTo: 3).next(using: &source, size: size)
            return (labels + [suffixes.next(using: &source, size: size)]).joined(separator: ".")
        }
        let sets = SharedCredentialSets()
        try forAll(hosts, hosts, .element(of: CredentialKind.allCases), runs: 5_000) { stored, asking, kind in
            guard let page = try? PageURL("https://" + asking) else { return true }
            let matching = Matching(page: page, sets: sets)
            let service = ServiceIdentifier(type: .domain, identifier: stored)
            let candidate = CredentialIdentity(
                kind: kind, serviceIdentifier: service, user: "", credentialID: [1])
            guard case .taken(let acceptance) = matching.verdict(on: candidate) else { return true }
            let host = try Host(stored)
            let site = try ServicePlace(service).host.site
            let isOfSite = host.registrableDomain != nil && host.registrableDomain == page.host.registrableDomain
            return (host == page.host || isOfSite) && (acceptance.grade == .exact) == (host == page.host)
                && matching.sites.contains(site)
        }
    }
}
