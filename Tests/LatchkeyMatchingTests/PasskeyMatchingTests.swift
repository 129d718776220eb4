import Foundation
import LatchkeyCore
import LatchkeyMatching
import Testing

@Suite struct `Matching a passkey to a page` {
    private func request(_ relyingParty: String, allowing: Set<[UInt8]> = [], related: Bool = false) throws
        -> PasskeyQuestion
    {
        .request(
            PasskeyRequest(
                relyingPartyIdentifier: try RelyingPartyIdentifier(relyingParty), allowedCredentialIDs: allowing,
                isRelatedOriginVerified: related))
    }

    private func verdict(
        _ candidate: StoredIdentity, on page: String, _ question: PasskeyQuestion
    ) throws -> Verdict {
        Matching(page: try PageURL(page), passkeys: question, sets: try .sample()).verdict(on: candidate)
    }

    @Test(arguments: [
        ("", RelyingPartyIdentifierError.host(.empty)),
        (".example.com", .host(.emptyLabel)),
        ("example.com.", .notCanonical),
        ("Example.com", .notCanonical),
        ("bücher.example", .notCanonical),
        ("example.com:443", .host(.badIPv6)),
        ("https://example.com", .host(.badIPv6)),
        ("10.0.0.1", .address),
        ("[::1]", .address),
        ("com", .publicSuffix),
        ("co.uk", .publicSuffix),
        ("github.io", .publicSuffix),
        ("b.kobe.jp", .publicSuffix),
    ])
    func `rejects a text that is not a relying-party identifier`(text: String, error: RelyingPartyIdentifierError) {
        #expect(throws: error) { try RelyingPartyIdentifier(text) }
    }

    @Test(arguments: [
        ("example.com", "example.com", true), ("example.com", "m.example.com", true),
        ("example.com", "a.b.example.com", true),
        ("m.example.com", "example.com", false), ("m.example.com", "am.example.com", false),
        ("xyz.com", "abcxyz.com", false),
        ("example.com", "example.com.evil.com", false),
        ("localhost", "localhost", true), ("localhost", "app.localhost", false), ("intranet", "intranet", true),
        ("intranet", "a.intranet", false), ("alice.github.io", "bob.github.io", false),
        ("abcdef.onion", "www.abcdef.onion", false),
    ])
    func `a relying party covers a host on a dot boundary, down to the registrable domain`(
        name: String, host: String, covers: Bool
    ) throws {
        #expect(try RelyingPartyIdentifier(name).covers(try Host(host)) == covers)
    }

    @Test func `a passkey matches a request by relying party and allow list`() throws {
        let page = "https://login.example.com/"
        let mine = StoredIdentity.passkey()
        #expect(try verdict(mine, on: page, request("example.com")).brief == "exact")
        #expect(try verdict(mine, on: page, request("example.com", allowing: [[1, 2, 3]])).brief == "exact")
        #expect(
            try verdict(mine, on: page, request("example.com", allowing: [[9]]))
                == .refused(.passkeyNotInAllowList))
        #expect(
            try verdict(mine, on: page, request("login.example.com"))
                == .refused(.passkeyOfOtherRelyingParty(stored: "example.com")))
        #expect(try verdict(mine, on: page, .none) == .refused(.kindNotAskedFor))
    }

    @Test func `a hidden passkey matches only a request that names it`() throws {
        let page = "https://example.com/"
        let mine = StoredIdentity.passkey()
        var identity = mine.identity
        identity.isHidden = true
        let hidden = StoredIdentity(id: mine.id, provider: mine.provider, identity: identity)
        #expect(try verdict(hidden, on: page, request("example.com", allowing: [[9], [1, 2, 3]])).brief == "exact")
        #expect(try verdict(hidden, on: page, request("example.com")) == .refused(.passkeyHidden))
        #expect(try verdict(hidden, on: page, .any) == .refused(.passkeyHidden))
        #expect(
            try verdict(hidden, on: page, request("example.com", allowing: [[9]])) == .refused(.passkeyNotInAllowList))
    }

    @Test func `refuses a request for the relying party of another site`() throws {
        #expect(
            try verdict(.passkey(), on: "https://evil.com/", request("example.com"))
                == .refused(.relyingPartyNotOfPage(asked: "example.com")))
        #expect(
            try verdict(.passkey(for: "m.example.com"), on: "https://n.example.com/", request("m.example.com"))
                == .refused(.relyingPartyNotOfPage(asked: "m.example.com")))
        #expect(
            try verdict(.passkey(), on: "https://example.net/", request("example.com", related: true)).brief
                == "affiliated from example.com")
    }

    @Test func `passkeys ignore shared-credential sets`() throws {
        #expect(
            try verdict(.passkey(for: "a.com"), on: "https://b.com/", .any)
                == .refused(.passkeyOfOtherRelyingParty(stored: "a.com")))
    }

    @Test func `without a request, all passkeys match that the page could request`() throws {
        #expect(try verdict(.passkey(), on: "https://example.com/", .any).brief == "exact")
        #expect(try verdict(.passkey(), on: "https://m.example.com/", .any).brief == "site from example.com")
        #expect(
            try verdict(.passkey(for: "m.example.com"), on: "https://example.com/", .any)
                == .refused(.passkeyOfOtherRelyingParty(stored: "m.example.com")))
        #expect(
            try verdict(.passkey(for: "github.io"), on: "https://github.io/", .any)
                == .refused(.passkeyOfInvalidRelyingParty(.publicSuffix)))
        #expect(
            try verdict(.passkey(for: "https://example.com"), on: "https://example.com/", .any)
                == .refused(.passkeyOfInvalidRelyingParty(.host(.badIPv6))))
    }

    @Test func `refuses an insecure page and a passkey without a credential ID`() throws {
        #expect(try verdict(.passkey(), on: "http://example.com/", .any) == .refused(.passkeyOnInsecurePage))
        #expect(try verdict(.passkey(for: "localhost"), on: "http://localhost:3000/", .any).brief == "exact")
        let page = "https://example.com/"
        #expect(try verdict(.passkey(credentialID: nil), on: page, .any) == .refused(.passkeyWithoutCredentialID))
        #expect(try verdict(.passkey(credentialID: []), on: page, .any) == .refused(.passkeyWithoutCredentialID))
    }
}
