import AuthenticationServices
import LatchkeyProvider
import LatchkeyCore
import LatchkeySheet
import LatchkeyTesting
import LatchkeyVault
import LatchkeyWebAuthn
import Testing

@testable import LatchkeyVaultProvider

@MainActor @Suite(.timeLimit(.minutes(3))) struct `Passkey and password list` {
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
    ) async throws -> SheetDriver {
        let parameters = ProviderTestRequest.parameters(
            relyingPartyIdentifier: TestRelyingParty.identifier, clientDataHash: TestRelyingParty.clientDataHash,
            userVerification: verification, allowedCredentials: allowed, extensionInput: extensions)
        let driver = SheetDriver(vault, from: TestRelyingParty.origin) {
            $0.prepareCredentialList(for: Self.page, requestParameters: parameters)
        }
        try await driver.waitForSheet("Choose a Login")
        return driver
    }

    private func rows(_ driver: SheetDriver) -> [String] {
        driver.list?.rows.map { "\($0.title) | \($0.subtitle ?? "") | \($0.badge ?? "") | \($0.iconName ?? "")" } ?? []
    }

    /// A login with a password and two passkeys (one hidden), a login with only a passkey, and others.
    private func fill() async throws -> (alice: COSEKey, bob: COSEKey, hidden: COSEKey, ids: [RecordIdentifier]) {
        let (alice, aliceKey) = try TestRelyingParty.passkey()
        let (hidden, hiddenKey) = try TestRelyingParty.passkey(user: "hidden")
        let (bob, bobKey) = try TestRelyingParty.passkey(user: "bob", handle: Data([2]))
        let (foreign, _) = try TestRelyingParty.passkey(user: "foreign", identifier: "www.example.com")
        var login = Login.test("https://www.example.com", title: "Shop")
        login.passkeys = [alice, hidden]
        login.hiddenPasskeys = [hidden.description.credentialID]
        let ids = try await vault.fill([
            login, Login(title: "Bob’s", user: "bob", passkeys: [bob]), .test("https://other.example", title: "Other"),
            Login(title: "Foreign", user: "foreign", passkeys: [foreign]),
        ])
        return (aliceKey, bobKey, hiddenKey, ids)
    }

    @Test func `lists passkeys first and labels them`() async throws {
        _ = try await fill()
        let driver = try await open()
        #expect(
            rows(driver) == [
                "Bob’s | bob — example.com | Passkey | passkey", "Shop | alice — example.com | Passkey | passkey",
                "Shop | alice — www.example.com |  | key", "Other | alice — other.example |  | key",
            ])
        #expect(
            driver.list?.sections == [
                Sheet.Section(title: "For www.example.com", firstRow: 0),
                Sheet.Section(title: "All Logins", firstRow: 3),
            ])
        driver.cancel()
        #expect(await driver.answer() == .cancelled(.userCanceled))
    }

    @Test(arguments: [
        (0, "used today"), (-86_400, "used yesterday"), (-73 * 86_400, "used on 3 November 2026"),
    ])
    func `shows a passkey's display name and last use`(seconds: Int, words: String) async throws {
        let made = try TestRelyingParty.passkey(displayName: "Alice Liddell").passkey
        let id = try await vault.fill([Login(title: "Shop", passkeys: [made])])[0]
        vault.set(TestVault.now.addingTimeInterval(TimeInterval(seconds)))
        _ = try vault.open().markUsed(id, as: .passkey(credentialID: made.description.credentialID))
        vault.set(TestVault.now)
        let driver = try await open()
        #expect(rows(driver) == ["Shop | alice — example.com — Alice Liddell — \(words) | Passkey | passkey"])
        try driver.send(.searched("liddell"), to: "search")
        try await driver.waitForSheet("Choose a Login") { _ in rows(driver).count == 1 }
        try driver.send(.searched("lidell"), to: "search")
        try await driver.waitForSheet("Choose a Login") { _ in rows(driver).isEmpty }
        driver.cancel()
        #expect(await driver.answer() == .cancelled(.userCanceled))
    }

    // Threat 43.
    @Test func `lists only the passkeys that the page allows`() async throws {
        let made = try await fill()
        let bob = try vault.open().record(made.ids[1]).login.passkeys[0].description.credentialID
        #expect(
            rows(try await open(allowing: [Data([1]), bob])) == [
                "Bob’s | bob — example.com | Passkey | passkey", "Shop | alice — www.example.com |  | key",
                "Other | alice — other.example |  | key",
            ])
        #expect(rows(try await open(allowing: [Data([1])])).count == 2)
    }

    @Test func `lists and signs with a hidden passkey that the page names`() async throws {
        let made = try await fill()
        let hidden = try vault.open().record(made.ids[0]).login.passkeys[1].description.credentialID
        let driver = try await open(allowing: [hidden])
        #expect(rows(driver).first == "Shop | hidden — example.com | Passkey | passkey")
        try choose("Shop", badge: "Passkey", in: driver)
        _ = try TestRelyingParty.asserted(await driver.answer(), by: made.hidden)
    }

    @Test func `searches passkeys and passwords`() async throws {
        _ = try await fill()
        let driver = try await open()
        try driver.send(.searched("bob"), to: "search")
        try await driver.waitForSheet("Choose a Login") { _ in
            rows(driver) == ["Bob’s | bob — example.com | Passkey | passkey"]
        }
        try driver.send(.searched("example.com"), to: "search")
        try await driver.waitForSheet("Choose a Login") { _ in rows(driver).count == 3 }
    }

    private func choose(_ title: String, badge: String?, in driver: SheetDriver) throws {
        let row = try #require(driver.list?.rows.first { $0.title == title && $0.badge == badge })
        try driver.send(.rowChosen(row.identifier), to: "logins")
    }

    @Test func `signs with the chosen passkey`() async throws {
        let made = try await fill()
        let driver = try await open()
        try choose("Shop", badge: "Passkey", in: driver)
        let asserted = try TestRelyingParty.asserted(await driver.answer(), by: made.alice)
        #expect(asserted.flags == TestRelyingParty.present | TestRelyingParty.backedUp | TestRelyingParty.verified)
        await WorkAfterAnswer.settle()
        #expect(try vault.open().overview(made.ids[0]).lastUsed == TestVault.now)
    }

    @Test func `signs with the passkey chosen after a search`() async throws {
        let made = try await fill()
        let driver = try await open()
        try driver.send(.searched("bob"), to: "search")
        try await driver.waitForSheet("Choose a Login") { _ in rows(driver).count == 1 }
        try choose("Bob’s", badge: "Passkey", in: driver)
        let asserted = try TestRelyingParty.asserted(await driver.answer(), by: made.bob)
        #expect(asserted.credential.userHandle == Data([2]))
    }

    @Test func `fills the chosen password from a passkey list`() async throws {
        _ = try await fill()
        let driver = try await open()
        try choose("Shop", badge: nil, in: driver)
        #expect(await driver.answer() == .password(ASPasswordCredential(user: "alice", password: "hunter2")))
    }

    @Test func `asks before it fills another site's password from a passkey list`() async throws {
        _ = try await fill()
        let driver = try await open()
        try choose("Other", badge: nil, in: driver)
        try await driver.waitForSheet("Fill In?")
        driver.cancel()
    }

    @Test func `asks for the passphrase if the page requires verification`() async throws {
        let made = try await fill()
        vault.forgetVerification()
        let driver = try await open(verification: .required)
        try choose("Shop", badge: "Passkey", in: driver)
        try await driver.waitForSheet("Confirm That It Is You")
        try driver.press("unlock", secure: ["passphrase": TestVault.passphrase])
        #expect(
            try TestRelyingParty.asserted(await driver.answer(), by: made.alice).flags & TestRelyingParty.verified != 0)
    }

    @Test func `shows a message if the chosen passkey is gone`() async throws {
        let made = try await fill()
        let driver = try await open()
        try vault.open().remove(made.ids[1])
        try choose("Bob’s", badge: "Passkey", in: driver)
        try await driver.waitForSheet("Choose a Login") { $0.elements.contains { $0.content.kind == "message" } }
        #expect(driver.messages == ["This login is no longer in the vault."])
    }

    @Test(arguments: ["00", "5.x", ".", "a.1"]) func `ignores a row that is not in the list`(row: String) async throws {
        let made = try await fill()
        let driver = try await open()
        for name in [row, "\(made.ids[0]).99", "\(made.ids[0]).-1", "\(made.ids[0]).2"] {
            try driver.send(.rowChosen(ItemIdentifier(name)), to: "logins")
        }
        #expect(driver.answered == nil)
        driver.cancel()
        #expect(await driver.answer() == .cancelled(.userCanceled))
    }

    @Test func `lists no passkeys without a passkey request`() async throws {
        _ = try await fill()
        let driver = SheetDriver(vault, from: TestRelyingParty.origin) { $0.prepareCredentialList(for: Self.page) }
        try await driver.waitForSheet("Choose a Login")
        #expect(rows(driver).count == 2)
    }
}
