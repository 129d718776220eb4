import AuthenticationServices
import LatchkeyProvider
import LatchkeyCore
import LatchkeyTesting
import LatchkeyVault
import Testing

@testable import LatchkeyVaultProvider

// Threat 49: an account is upgraded without a sheet only if all of Apple's four conditions hold.
@MainActor @Suite(.timeLimit(.minutes(3))) struct `Passkey upgrades` {
    let vault: TestVault
    init() throws { vault = try TestVault() }

    private func upgraded(
        _ request: ASPasskeyCredentialRequest = TestRelyingParty.registration(),
        from origin: RequestOrigin? = TestRelyingParty.origin
    ) async throws -> ProviderAnswer {
        // `answer` also checks that no sheet is shown.
        try await vault.answer(from: origin) {
            $0.performWithoutUserInteractionIfPossible(passkeyRegistration: request)
        }
    }

    /// Fills a login's password into the page.
    private func fill(
        _ id: RecordIdentifier, _ site: String = "https://www.example.com",
        from origin: RequestOrigin? = TestRelyingParty.origin
    ) async throws {
        let request = ASPasswordCredentialRequest(
            credentialIdentity: ASPasswordCredentialIdentity(
                serviceIdentifier: ASCredentialServiceIdentifier(identifier: site, type: .URL), user: "alice",
                recordIdentifier: id.description))
        let answer = try await vault.answer(from: origin, settling: true) {
            $0.provideCredentialWithoutUserInteraction(for: request)
        }
        #expect(answer == .password(ASPasswordCredential(user: "alice", password: "hunter2")))
    }

    /// Creates a vault whose login was just filled.
    private func filled(_ change: (inout Login) -> Void = { _ in }) async throws -> RecordIdentifier {
        var login = Login.test("https://www.example.com")
        change(&login)
        let id = try await vault.fill([login])[0]
        try await fill(id)
        return id
    }

    private func expectNothing(_ answer: ProviderAnswer, _ code: ASExtensionError.Code = .failed) throws {
        #expect(answer == .cancelled(code))
        #expect(try vault.logins().flatMap(\.passkeys).count == 0)
    }

    @Test func `upgrades a login with a passkey and keeps its password`() async throws {
        let id = try await filled()
        let made = try TestRelyingParty.registered(try await upgraded())
        // Neither user presence nor verification, although the passphrase was just typed.
        #expect(made.flags == TestRelyingParty.backedUp)
        let login = try vault.open().record(id).login
        #expect(login.passkeys.map(\.description.credentialID) == [made.credential.credentialID])
        #expect(login.password == Secret("hunter2"))
        #expect(login.history == [])
    }

    @Test func `does not restart the auto-lock time when it upgrades an account`() async throws {
        _ = try await filled()
        let uses = vault.keychain.useCount
        _ = try TestRelyingParty.registered(try await upgraded())
        #expect(vault.keychain.useCount == uses)
    }

    @Test func `reports PRF support in an upgrade and evaluates nothing`() async throws {
        _ = try await filled()
        let salt = Data(count: 32)
        let made = try TestRelyingParty.registered(
            try await upgraded(
                TestRelyingParty.registration(
                    extensions: .init(largeBlob: .supportPreferred, prf: .inputValues(.saltInput1(salt))))))
        #expect(made.credential.extensionOutput?.prf?.isSupported == true)
        #expect(made.credential.extensionOutput?.prf?.first == nil)
        #expect(made.credential.extensionOutput?.largeBlob?.isSupported == true)
    }

    @Test func `does not upgrade while the vault is locked`() async throws {
        _ = try await filled()
        try await vault.access.lock()
        try expectNothing(try await upgraded(), .userInteractionRequired)
    }

    @Test(arguments: ["Alice", "alice ", "bob", ""]) func `does not upgrade a login with another user name`(
        user: String
    )
        async throws
    {
        _ = try await filled()
        try expectNothing(try await upgraded(TestRelyingParty.registration(user: user)))
    }

    @Test func `does not upgrade a login without a password for forms`() async throws {
        let id = try await filled()
        try vault.open().edit(id) { $0.authenticationType = "Bearer" }
        try expectNothing(try await upgraded())
        try vault.open().edit(id) { login in
            login.authenticationType = nil
            login.password = nil
        }
        try expectNothing(try await upgraded())
    }

    @Test(arguments: [(0.0, true), (300, true), (300.5, false), (86_400, false), (-1, false)])
    func `upgrades only within five minutes of the fill`(seconds: Double, isUpgraded: Bool) async throws {
        _ = try await filled()
        vault.set(TestVault.now + seconds)
        let answer = try await upgraded()
        if isUpgraded { _ = try TestRelyingParty.registered(answer) } else { try expectNothing(answer) }
    }

    @Test func `upgrades only after the password was filled into a page`() async throws {
        let id = try await vault.fill([.test("https://www.example.com")])[0]
        try expectNothing(try await upgraded())
        // A use outside a page does not count as a fill.
        try vault.open().markUsed(id)
        try expectNothing(try await upgraded())
        for purpose in [RequestOrigin.Purpose.copy, .reveal] {
            var origin = TestRelyingParty.origin
            origin.purpose = purpose
            try await fill(id, from: origin)
            try expectNothing(try await upgraded())
        }
        try await fill(id, from: RequestOrigin(program: "latchkey"))
        try expectNothing(try await upgraded())
        // Uses in private windows are not recorded.
        var origin = TestRelyingParty.origin
        origin.isPrivate = true
        try await fill(id, from: origin)
        try expectNothing(try await upgraded())
        try await fill(id)
        _ = try TestRelyingParty.registered(try await upgraded())
    }

    @Test func `does not upgrade after the filled password was changed`() async throws {
        let id = try await filled()
        try vault.open().edit(id) { $0.password = Secret("another") }
        try expectNothing(try await upgraded())
    }

    @Test func `does not upgrade a login of another site`() async throws {
        let id = try await vault.fill([.test("https://www.example.org")])[0]
        try await fill(id, "https://www.example.org")
        try expectNothing(try await upgraded())
    }

    @Test(arguments: [false, true]) func `does not upgrade an account that has a passkey`(isHidden: Bool) async throws {
        let made = try TestRelyingParty.passkey(user: "another name")
        _ = try await filled()
        var other = Login(title: "Elsewhere", user: "x", passkeys: [made.passkey])
        if isHidden { other.hiddenPasskeys = [made.passkey.description.credentialID] }
        try vault.open().add(other)
        #expect(try await upgraded() == .cancelled(.failed))
        // A passkey of another account does not matter.
        _ = try TestRelyingParty.registered(try await upgraded(TestRelyingParty.registration(handle: Data([1]))))
        #expect(try await upgraded(TestRelyingParty.registration(handle: Data([1]))) == .cancelled(.failed))
    }

    @Test func `does not reveal an excluded passkey in an upgrade`() async throws {
        let made = try TestRelyingParty.passkey(user: "x", handle: Data([1]))
        _ = try await filled()
        try vault.open().add(Login(title: "Elsewhere", user: "x", passkeys: [made.passkey]))
        let request = TestRelyingParty.registration(excluding: [made.passkey.description.credentialID])
        #expect(try await upgraded(request) == .cancelled(.failed))
    }

    @Test func `does not upgrade if the login asks every time or the site requires verification`()
        async throws
    {
        let id = try await filled()
        try expectNothing(try await upgraded(TestRelyingParty.registration(verification: .required)))
        try vault.open().edit(id) { $0.asksEveryTime = true }
        try expectNothing(try await upgraded())
    }

    @Test func `fails to upgrade without a vault or a supported algorithm`() async throws {
        #expect(try await upgraded() == .cancelled(.userInteractionRequired))
        _ = try await filled()
        try expectNothing(try await upgraded(TestRelyingParty.registration(algorithms: [-35])))
    }
}
