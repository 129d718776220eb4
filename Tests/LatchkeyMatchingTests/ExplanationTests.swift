import LatchkeyCore
import LatchkeyMatching
import Testing

@Suite struct `The explanation of a decision` {
    private func sentence(_ candidate: StoredIdentity, on page: String, scope: Matching.Scope = .site) throws
        -> String
    {
        let matching = Matching(page: try PageURL(page), scope: scope, sets: try .sample())
        return matching.verdict(on: candidate).sentence(on: matching.page)
    }

    @Test func `an explanation names the rule that decided`() throws {
        let rows: [(StoredIdentity, String, String)] = [
            (.password(), "https://example.com/", "offered: it belongs to example.com itself"),
            (
                .password(), "https://m.example.com/",
                "offered: example.com and m.example.com belong to the same site, example.com"
            ),
            (.password(for: "a.com"), "https://b.com/", "offered: a.com and b.com share their accounts"),
            (
                .password(), "http://example.com/",
                "offered: it belongs to example.com itself; with a warning, because the page is not secure (http)"
            ),
            (
                .password(), "https://evil.com/",
                "not offered: example.com does not belong to the site evil.com, and no shared-credential set joins them"
            ),
            (
                .password(for: "alice.github.io"), "https://bob.github.io/",
                "not offered: alice.github.io does not belong to the site bob.github.io, and no shared-credential set "
                    + "joins them"
            ),
            (
                .password(for: "10.0.0.1:81"), "https://10.0.0.1:82/",
                "not offered: 10.0.0.1:81 has another port than 10.0.0.1:82"
            ),
            (
                .code(for: "a.com"), "https://b.com/",
                "not offered: a code of a.com is never given to another site, not even one with the same accounts"
            ),
            (
                .password(for: "a\u{1B}[31m.com"), "https://a.com/",
                "not offered: its service cannot be read: it holds the control character 0x1B"
            ),
            (
                .passkey(for: "github.io"), "https://github.io/",
                "not offered: its relying-party identifier is a public suffix"
            ),
        ]
        for (candidate, page, expected) in rows { #expect(try sentence(candidate, on: page) == expected) }
        #expect(
            try sentence(.password(), on: "https://m.example.com/", scope: .hostOnly)
                == "not offered: example.com is not exactly m.example.com, and only exact hosts are wanted")
    }

    @Test func `every identity is explained, matched or refused, in their order`() throws {
        var told: [String] = []
        let matching = Matching(page: try PageURL("https://example.com/"))
        let matches = matching.matches(among: [.password("1", for: "evil.com"), .password("2")]) {
            stored, verdict in
            told.append("\(stored.id) \(verdict.brief)")
        }
        #expect(told == ["1 -", "2 exact"])
        #expect(matches.map(\.stored.id) == ["2"])
    }
}
