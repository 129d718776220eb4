import AuthenticationServices
import LatchkeyProvider
import LatchkeyCore
import LatchkeySheet
import LatchkeyTesting
import LatchkeyVault
import LatchkeyWebAuthn
import Testing

@testable import LatchkeyVaultProvider

@MainActor @Suite(.timeLimit(.minutes(3))) struct `The list of passkeys and passwords` {
    let vault: TestVault
    init() throws { vault = try TestVault() }

    private static let page = [
        ASCredentialServiceIdentifier(identifier: "https://www.example.com/login", type: .URL),
        ASCredentialServiceIdentifier(identifier: "www.example.com", type: .domain),
        ASCredentialServiceIdentifier(identifier: "example.com", type: .domain),
    ]

    private func open(
        allowing allowed: [Data] = [],
        verification: ASAuthorizationPublicKeyCredentialUserVerificationPreference = .preferred,
        extensions: ASPasskeyAssertionCredentialExtensionInput? = nil
    ) async throws -> Desk {
        let parameters = ProviderTestRequest.parameters(
            relyingPartyIdentifier: PasskeyParty.identifier, clientDataHash: PasskeyParty.clientDataHash,
            userVerification: verification, allowedCredentials: allowed, extensionInput: extensions)
        let desk = Desk(vault, from: PasskeyParty.origin) {
            $0.prepareCredentialList(for: Self.page, requestParameters: parameters)
        }
        try await desk.see("Choose a Login")
        return desk
    }

    private func rows(_ desk: Desk) -> [String] {
        desk.list?.rows.map { "\($0.title) | \($0.subtitle ?? "") | \($0.badge ?? "") | \($0.iconName ?? "")" } ?? []
    }

    /// A login with a password and two passkeys, one of them hidden; one with a passkey alone; and others.
    private func fill() async throws -> (alice: COSEKey, bob: COSEKey, ids: [RecordIdentifier]) {
        let (alice, aliceKey) = try PasskeyParty.passkey()
        let (hidden, _) = try PasskeyParty.passkey(user: "hidden")
        let (bob, bobKey) = try PasskeyParty.passkey(user: "bob", handle: Data([2]))
        let (foreign, _) = try PasskeyParty.passkey(user: "foreign", identifier: "www.example.com")
        var login = Login.test("https://www.example.com", title: "Shop")
        login.passkeys = [alice, hidden]
        login.hiddenPasskeys = [hidden.description.credentialID]
        let ids = try await vault.fill([
            login, Login(title: "Bob’s", user: "bob", passkeys: [bob]), .test("https://other.example", title: "Other"),
            Login(title: "Foreign", user: "foreign", passkeys: [foreign]),
        ])
        return (aliceKey, bobKey, ids)
    }

    @Test func `shows the passkeys first, and says which is which`() async throws {
        _ = try await fill()
        let desk = try await open()
        #expect(
            rows(desk) == [
                "Bob’s | bob — example.com | Passkey | passkey", "Shop | alice — example.com | Passkey | passkey",
                "Shop | alice — www.example.com |  | key", "Other | alice — other.example |  | key",
            ])
        #expect(
            desk.list?.sections == [
                Sheet.Section(title: "For www.example.com", firstRow: 0),
                Sheet.Section(title: "All Logins", firstRow: 3),
            ])
        desk.leave()
        #expect(await desk.answer() == .cancelled(.userCanceled))
    }

    // Threat 43.
    @Test func `shows those that the page allows`() async throws {
        let made = try await fill()
        let bob = try vault.open().record(made.ids[1]).login.passkeys[0].description.credentialID
        #expect(
            rows(try await open(allowing: [Data([1]), bob])) == [
                "Bob’s | bob — example.com | Passkey | passkey", "Shop | alice — www.example.com |  | key",
                "Other | alice — other.example |  | key",
            ])
        #expect(rows(try await open(allowing: [Data([1])])).count == 2)
    }

    @Test func `is searched as every list`() async throws {
        _ = try await fill()
        let desk = try await open()
        try desk.does(.searched("bob"), to: "search")
        try await desk.see("Choose a Login") { _ in rows(desk) == ["Bob’s | bob — example.com | Passkey | passkey"] }
        try desk.does(.searched("example.com"), to: "search")
        try await desk.see("Choose a Login") { _ in rows(desk).count == 3 }
    }

    private func choose(_ title: String, badge: String?, in desk: Desk) throws {
        let row = try #require(desk.list?.rows.first { $0.title == title && $0.badge == badge })
        try desk.does(.rowChosen(row.identifier), to: "logins")
    }

    @Test func `answers with an assertion of the passkey that is chosen`() async throws {
        let made = try await fill()
        let desk = try await open()
        try choose("Shop", badge: "Passkey", in: desk)
        let asserted = try PasskeyParty.asserted(await desk.answer(), by: made.alice)
        #expect(asserted.flags == PasskeyParty.present | PasskeyParty.backedUp | PasskeyParty.verified)
        await WorkAfterAnswer.settle()
        #expect(try vault.open().overview(made.ids[0]).lastUsed == TestVault.now)
    }

    @Test func `answers with the right one after a search`() async throws {
        let made = try await fill()
        let desk = try await open()
        try desk.does(.searched("bob"), to: "search")
        try await desk.see("Choose a Login") { _ in rows(desk).count == 1 }
        try choose("Bob’s", badge: "Passkey", in: desk)
        let asserted = try PasskeyParty.asserted(await desk.answer(), by: made.bob)
        #expect(asserted.credential.userHandle == Data([2]))
    }

    @Test func `answers with a password where that is chosen`() async throws {
        _ = try await fill()
        let desk = try await open()
        try choose("Shop", badge: nil, in: desk)
        #expect(await desk.answer() == .password(ASPasswordCredential(user: "alice", password: "hunter2")))
    }

    @Test func `asks before a password of another site is filled, as without passkeys`() async throws {
        _ = try await fill()
        let desk = try await open()
        try choose("Other", badge: nil, in: desk)
        try await desk.see("Fill In?")
        desk.leave()
    }

    @Test func `asks for the passphrase where the page requires it`() async throws {
        let made = try await fill()
        vault.forgetPerson()
        let desk = try await open(verification: .required)
        try choose("Shop", badge: "Passkey", in: desk)
        try await desk.see("Confirm That It Is You")
        try desk.press("unlock", secure: ["passphrase": TestVault.passphrase])
        #expect(try PasskeyParty.asserted(await desk.answer(), by: made.alice).flags & PasskeyParty.verified != 0)
    }

    @Test func `says so when the passkey is gone meanwhile`() async throws {
        let made = try await fill()
        let desk = try await open()
        try vault.open().remove(made.ids[1])
        try choose("Bob’s", badge: "Passkey", in: desk)
        try await desk.see("Choose a Login") { $0.elements.contains { $0.content.kind == "message" } }
        #expect(desk.messages == ["This login is not in the vault any more."])
    }

    @Test(arguments: ["00", "5.x", ".", "a.1"]) func `takes no row that is not its own`(row: String) async throws {
        let made = try await fill()
        let desk = try await open()
        for name in [row, "\(made.ids[0]).99", "\(made.ids[0]).-1", "\(made.ids[0]).2"] {
            try desk.does(.rowChosen(ItemIdentifier(name)), to: "logins")
        }
        #expect(desk.answered == nil)
        desk.leave()
        #expect(await desk.answer() == .cancelled(.userCanceled))
    }

    @Test func `has no passkeys without a request for one`() async throws {
        _ = try await fill()
        let desk = Desk(vault, from: PasskeyParty.origin) { $0.prepareCredentialList(for: Self.page) }
        try await desk.see("Choose a Login")
        #expect(rows(desk).count == 2)
    }
}
