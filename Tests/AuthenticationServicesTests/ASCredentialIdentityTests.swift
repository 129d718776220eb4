import AuthenticationServices
import Testing

@Suite struct `Credential identities` {
    let service = Samples.service

    @Test func `identities with equal service, user and record identifier are equal`() {
        #expect(Samples.password == Samples.password)
        #expect(Samples.password.hash == Samples.password.hash)
        #expect(Samples.oneTimeCode == Samples.oneTimeCode)
        #expect(Samples.oneTimeCode.hash == Samples.oneTimeCode.hash)
        #expect(Samples.passkey == Samples.passkey)
        #expect(Samples.passkey.hash == Samples.passkey.hash)
    }

    @Test func `the rank does not affect equality of identities`() {
        let other = Samples.password
        other.rank = 8
        #expect(other == Samples.password)
        #expect(other.hash == Samples.password.hash)
    }

    @Test(arguments: [
        ASPasswordCredentialIdentity(
            serviceIdentifier: .init(identifier: "https://m.example.com/login", type: .domain), user: "ann",
            recordIdentifier: "r1"),
        ASPasswordCredentialIdentity(serviceIdentifier: Samples.service, user: "bob", recordIdentifier: "r1"),
        ASPasswordCredentialIdentity(serviceIdentifier: Samples.service, user: "ann", recordIdentifier: nil),
    ])
    func `identities that differ in one part are not equal`(other: ASPasswordCredentialIdentity) {
        #expect(other != Samples.password)
    }

    @Test(arguments: [
        ("example.org", "ann", Data([1, 2]), "r3"), ("example.com", "bob", Data([1, 2]), "r3"),
        ("example.com", "ann", Data([1]), "r3"), ("example.com", "ann", Data([1, 2]), nil),
    ])
    func `passkey identities that differ in one part are not equal`(
        party: String, user: String, id: Data, record: String?
    ) {
        let other = ASPasskeyCredentialIdentity(
            relyingPartyIdentifier: party, userName: user, credentialID: id, userHandle: Data([3, 4]),
            recordIdentifier: record)
        #expect(other != Samples.passkey)
    }

    @Test func `identities of different types are not equal`() {
        let password = ASPasswordCredentialIdentity(serviceIdentifier: service, user: "ann", recordIdentifier: "r")
        let code = ASOneTimeCodeCredentialIdentity(serviceIdentifier: service, label: "ann", recordIdentifier: "r")
        #expect(!password.isEqual(code))
        #expect(!code.isEqual(password))
    }

    @Test func `a copied identity has its own rank`() throws {
        for original in [Samples.password, Samples.oneTimeCode, Samples.passkey] as [NSObject & ASCredentialIdentity] {
            let copy = try #require(original.copy() as? any ASCredentialIdentity)
            #expect(copy.isEqual(original))
            #expect(copy.rank == original.rank)
            copy.rank = 1_000
            #expect(original.rank != 1_000)
        }
    }

    @Test func `an identity has rank 0 and no record identifier by default`() {
        let passkey = ASPasskeyCredentialIdentity(
            relyingPartyIdentifier: "example.com", userName: "ann", credentialID: Data([1]), userHandle: Data([2]))
        #expect(passkey.rank == 0)
        #expect(passkey.recordIdentifier == nil)
    }

    @Test func `a passkey identity has the relying party as domain and the user name as user`() {
        #expect(Samples.passkey.serviceIdentifier == .init(identifier: "example.com", type: .domain))
        #expect(Samples.passkey.user == "ann")
        #expect(Samples.oneTimeCode.user == "work")
    }

    @Test func `the description of an identity omits the record identifier`() {
        let identity = ASPasswordCredentialIdentity(
            serviceIdentifier: service, user: "ann", recordIdentifier: "planted-secret")
        #expect(identity.description == "password of ann for URL https://m.example.com/login")
        #expect(!"\(identity)".contains("planted-secret"))
        #expect(!identity.debugDescription.contains("planted-secret"))
    }

    @Test(arguments: [
        (ASCredentialServiceIdentifier(identifier: "example.com", type: .domain), "example.com"),
        (ASCredentialServiceIdentifier(identifier: "https://m.example.com/a?b", type: .URL), "m.example.com"),
        (ASCredentialServiceIdentifier(identifier: "no address", type: .URL), "no address"),
        (ASCredentialServiceIdentifier(identifier: "1.com.example", type: .app), nil),
        (ASCredentialServiceIdentifier(identifier: "1.com.example", type: .app, displayName: "Shop"), "Shop"),
    ])
    func `a service identifier has a display name`(service: ASCredentialServiceIdentifier, name: String?) {
        #expect(service.displayName == name)
    }

    @Test func `the display name does not affect equality of service identifiers`() {
        let named = ASCredentialServiceIdentifier(identifier: "a", type: .app, displayName: "A")
        #expect(named == ASCredentialServiceIdentifier(identifier: "a", type: .app))
        #expect(named != ASCredentialServiceIdentifier(identifier: "a", type: .domain))
        #expect(ASCredentialServiceIdentifier() == ASCredentialServiceIdentifier(identifier: "", type: .domain))
    }
}
