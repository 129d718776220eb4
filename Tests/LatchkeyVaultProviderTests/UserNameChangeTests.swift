import AuthenticationServices
import LatchkeyCore
import LatchkeyProvider
import LatchkeyTesting
import LatchkeyVault
import Testing

@testable import LatchkeyVaultProvider

@MainActor @Suite(.timeLimit(.minutes(3))) struct `Changing a user name` {
    let vault: TestVault
    init() throws { vault = try TestVault() }

    private func request(
        _ address: String = "https://example.com/", to user: String = "new@example.org", password: String = "",
        event: ASSavePasswordRequest.Event = .userInitiated
    ) -> ASSavePasswordRequest {
        ASSavePasswordRequest(
            serviceIdentifier: ASCredentialServiceIdentifier(identifier: address, type: .URL),
            credential: ASPasswordCredential(user: user, password: password), sessionID: "1", event: event)
    }

    /// The origin of a request that renames the login of this user name.
    private func origin(_ previousUser: String = "alice") -> RequestOrigin {
        RequestOrigin(program: "Chromium", previousUser: previousUser)
    }

    private func changed(_ request: ASSavePasswordRequest, from previousUser: String = "alice") async -> ProviderAnswer
    {
        let answer = await SheetDriver(vault, from: origin(previousUser)) {
            $0.performWithoutUserInteractionIfPossible(savePasswordRequest: request)
        }.answer()
        await WorkAfterAnswer.settle()
        return answer
    }

    /// Expects a refusal with this code and reason.
    private func expectRefusal(
        _ code: ASExtensionError.Code, _ reason: String, of request: ASSavePasswordRequest
    ) async throws {
        let answer = await changed(request)
        #expect(answer.cancellation == code)
        guard case .cancelled(let error) = answer else { return }
        #expect(error.localizedFailureReason == reason)
    }

    @Test func `keeps the password, passkeys, code and history of the login`() async throws {
        var login = Login.test("https://example.com")
        login.oneTimeCode = Secret("JBSWY3DPEHPK3PXP")
        login.history = [PastPassword(password: Secret("older"), replaced: TestVault.now)]
        login.passkeys = [
            Passkey(
                description: PasskeyDescription(
                    relyingPartyIdentifier: "example.com", credentialID: Data([1]), userHandle: Data([9]),
                    userName: "alice"),
                privateKey: Secret("key"))
        ]
        let id = try await vault.fill([login])[0]
        login = try vault.open().record(id).login
        #expect(await changed(request()) == .passwordSaved)
        login.user = "new@example.org"
        #expect(try vault.open().record(id).login == login)
    }

    @Test func `updates the suggestions of the login`() async throws {
        try await vault.fill([.test("https://example.com")])
        try await vault.access.suggestions.refill(from: try vault.open())
        #expect(vault.store.identities.map(\.user) == ["alice"])
        #expect(await changed(request()) == .passwordSaved)
        #expect(vault.store.identities.map(\.user) == ["new@example.org"])
    }

    @Test func `replaces the password if the same form changed it`() async throws {
        let id = try await vault.fill([.test("https://example.com")])[0]
        #expect(await changed(request(password: "new")) == .passwordSaved)
        #expect(try vault.descriptions() == ["new@example.org new https://example.com"])
        #expect(try vault.open().record(id).login.history.map(\.password) == [Secret("hunter2")])
    }

    @Test func `removes the password generated for the same form from the inbox`() async throws {
        try await vault.fill([.test("https://example.com")])
        let generated = request(password: "made", event: .generatedPasswordFilled)
        let answer = await SheetDriver(vault) {
            $0.performWithoutUserInteractionIfPossible(savePasswordRequest: generated)
        }.answer()
        #expect(answer == .passwordSaved)
        #expect(await changed(request(password: "made")) == .passwordSaved)
        #expect(try vault.descriptions() == ["new@example.org made https://example.com"])
        #expect(try vault.open().inbox().entries.isEmpty)
    }

    @Test(arguments: [ASSavePasswordRequest.Event.formDidDisappear, .generatedPasswordFilled])
    func `refuses a request that the user did not make`(event: ASSavePasswordRequest.Event) async throws {
        try await vault.fill([.test("https://example.com")])
        try await expectRefusal(
            .failed, "The user has not confirmed the new user name.", of: request(event: event))
        #expect(try vault.descriptions() == ["alice hunter2 https://example.com"])
        #expect(try vault.open().inbox().entries.isEmpty)
    }

    /// Logins that do not belong to the page's account.
    @Test(
        arguments: [
            .test("https://example.com", user: "bob"), .test("https://www.example.com"),
            .test("https://example.com:8443"), .test("https://other.example"),
        ] as [Login])
    func `refuses an unknown login, and changes no other one`(login: Login) async throws {
        try await vault.fill([login])
        let before = try vault.descriptions()
        try await expectRefusal(
            .credentialIdentityNotFound, "The vault has no login of this site with the previous user name.",
            of: request())
        #expect(try vault.descriptions() == before)
    }

    @Test func `does not let an http page rename a login of an https page`() async throws {
        try await vault.fill([.test("https://example.com")])
        _ = await changed(request("http://example.com/"))
        #expect(try vault.descriptions() == ["alice hunter2 https://example.com"])
    }

    @Test func `refuses a user name that another login of the site has`() async throws {
        try await vault.fill([.test("https://example.com"), .test("https://example.com", user: "new@example.org")])
        try await expectRefusal(
            .failed, "The vault has another login of this site with the new user name.", of: request())
        #expect(
            try vault.descriptions() == [
                "alice hunter2 https://example.com", "new@example.org hunter2 https://example.com",
            ])
    }

    @Test func `another site's login may have the new user name`() async throws {
        try await vault.fill([.test("https://example.com"), .test("https://b.example", user: "new@example.org")])
        #expect(await changed(request()) == .passwordSaved)
        #expect(
            try vault.descriptions() == [
                "new@example.org hunter2 https://b.example", "new@example.org hunter2 https://example.com",
            ])
    }

    @Test func `renames a login whose address rule does not match the page`() async throws {
        try await vault.fill([.test("start+https://example.com/app")])
        #expect(await changed(request()) == .passwordSaved)
        #expect(try vault.descriptions() == ["new@example.org hunter2 start+https://example.com/app"])
    }

    @Test(arguments: ["", "hunter2"])
    func `a repeated request succeeds and changes nothing`(password: String) async throws {
        try await vault.fill([.test("https://example.com")])
        #expect(await changed(request(password: password)) == .passwordSaved)
        #expect(await changed(request(password: password)) == .passwordSaved)
        #expect(try vault.descriptions() == ["new@example.org hunter2 https://example.com"])
    }

    @Test func `asks to unlock a locked vault before it changes a user name`() async throws {
        try await vault.fill([.test("https://example.com")], locked: true)
        let request = request()
        #expect(await changed(request) == .cancelled(.userInteractionRequired))
        let driver = SheetDriver(vault, from: origin()) { $0.prepareInterface(for: request) }
        try await driver.waitForSheet("Unlock the Vault")
        #expect(
            driver.content("reason") == .paragraph("Unlock the vault to change the user name for example.com."))
        try driver.press("unlock", secure: ["passphrase": TestVault.passphrase])
        #expect(await driver.answer() == .passwordSaved)
        #expect(try vault.descriptions() == ["new@example.org hunter2 https://example.com"])
        #expect(try vault.open().inbox().entries.isEmpty)
    }

    @Test func `shows after the unlock why it did not change the user name`() async throws {
        try await vault.fill([.test("https://example.com", user: "bob")], locked: true)
        let request = request()
        let driver = SheetDriver(vault, from: origin()) { $0.prepareInterface(for: request) }
        try await driver.waitForSheet("Unlock the Vault")
        try driver.press("unlock", secure: ["passphrase": TestVault.passphrase])
        try await driver.waitForSheet("Latchkey Vault") { sheet in
            sheet.elements.contains { if case .message = $0.content { true } else { false } }
        }
        #expect(driver.messages == ["The vault has no login of this site with the previous user name."])
        driver.cancel()
        #expect(try vault.descriptions() == ["bob hunter2 https://example.com"])
    }
}
