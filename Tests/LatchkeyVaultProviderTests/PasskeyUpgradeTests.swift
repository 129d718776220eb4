import AuthenticationServices
import LatchkeyProvider
import LatchkeyCore
import LatchkeyTesting
import LatchkeyVault
import Testing

@testable import LatchkeyVaultProvider

// Threat 49: an account is upgraded in silence only where all of Apple's four conditions hold.
@MainActor @Suite(.timeLimit(.minutes(3))) struct `Upgrading an account` {
    let vault: TestVault
    init() throws { vault = try TestVault() }

    private func upgraded(
        _ request: ASPasskeyCredentialRequest = PasskeyParty.registration(),
        from origin: RequestOrigin? = PasskeyParty.origin
    ) async throws -> ProviderAnswer {
        // Which also checks that nothing is shown.
        try await vault.answer(from: origin) {
            $0.performWithoutUserInteractionIfPossible(passkeyRegistration: request)
        }
    }

    /// Fills a login's password into the page, as a person's pick does.
    private func fill(
        _ id: RecordIdentifier, _ site: String = "https://www.example.com",
        from origin: RequestOrigin? = PasskeyParty.origin
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

    /// A vault whose login was filled just now.
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

    @Test func `adds a passkey to the login, and keeps the password`() async throws {
        let id = try await filled()
        let made = try PasskeyParty.registered(try await upgraded())
        // Nobody was there, and nobody was verified, though the passphrase was typed a moment ago.
        #expect(made.flags == PasskeyParty.backedUp)
        let login = try vault.open().record(id).login
        #expect(login.passkeys.map(\.description.credentialID) == [made.credential.credentialID])
        #expect(login.password == Secret("hunter2"))
        #expect(login.history == [])
    }

    @Test func `does not count as a use of the vault`() async throws {
        _ = try await filled()
        let uses = vault.keychain.useCount
        _ = try PasskeyParty.registered(try await upgraded())
        #expect(vault.keychain.useCount == uses)
    }

    @Test func `can say that there is a pseudo-random function, and evaluates none`() async throws {
        _ = try await filled()
        let salt = Data(count: 32)
        let made = try PasskeyParty.registered(
            try await upgraded(
                PasskeyParty.registration(
                    extensions: .init(largeBlob: .supportPreferred, prf: .inputValues(.saltInput1(salt))))))
        #expect(made.credential.extensionOutput?.prf?.isSupported == true)
        #expect(made.credential.extensionOutput?.prf?.first == nil)
        #expect(made.credential.extensionOutput?.largeBlob?.isSupported == true)
    }

    @Test func `needs the vault unlocked`() async throws {
        _ = try await filled()
        try await vault.access.lock()
        try expectNothing(try await upgraded(), .userInteractionRequired)
    }

    @Test(arguments: ["Alice", "alice ", "bob", ""]) func `needs the very user name of the login`(user: String)
        async throws
    {
        _ = try await filled()
        try expectNothing(try await upgraded(PasskeyParty.registration(user: user)))
    }

    @Test func `needs a password, and one that forms take`() async throws {
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
    func `needs the password filled within five minutes`(seconds: Double, isUpgraded: Bool) async throws {
        _ = try await filled()
        vault.set(TestVault.now + seconds)
        let answer = try await upgraded()
        if isUpgraded { _ = try PasskeyParty.registered(answer) } else { try expectNothing(answer) }
    }

    @Test func `needs it filled at all, into a page, and not by git`() async throws {
        let id = try await vault.fill([.test("https://www.example.com")])[0]
        try expectNothing(try await upgraded())
        // Another program's note of a use is not ours.
        try vault.open().markUsed(id)
        try expectNothing(try await upgraded())
        for purpose in [RequestOrigin.Purpose.copy, .reveal] {
            var origin = PasskeyParty.origin
            origin.purpose = purpose
            try await fill(id, from: origin)
            try expectNothing(try await upgraded())
        }
        try await fill(id, from: RequestOrigin(program: "latchkey"))
        try expectNothing(try await upgraded())
        // Of a private window nothing is remembered.
        var origin = PasskeyParty.origin
        origin.isPrivate = true
        try await fill(id, from: origin)
        try expectNothing(try await upgraded())
        try await fill(id)
        _ = try PasskeyParty.registered(try await upgraded())
    }

    @Test func `needs the password that was filled, not a later one`() async throws {
        let id = try await filled()
        try vault.open().edit(id) { $0.password = Secret("another") }
        try expectNothing(try await upgraded())
    }

    @Test func `needs a login of the page`() async throws {
        let id = try await vault.fill([.test("https://www.example.org")])[0]
        try await fill(id, "https://www.example.org")
        try expectNothing(try await upgraded())
    }

    @Test(arguments: [false, true]) func `needs an account without a passkey`(isHidden: Bool) async throws {
        let made = try PasskeyParty.passkey(user: "another name")
        _ = try await filled()
        var other = Login(title: "Elsewhere", user: "x", passkeys: [made.passkey])
        if isHidden { other.hiddenPasskeys = [made.passkey.description.credentialID] }
        try vault.open().add(other)
        #expect(try await upgraded() == .cancelled(.failed))
        // Another account's does not matter.
        _ = try PasskeyParty.registered(try await upgraded(PasskeyParty.registration(handle: Data([1]))))
        #expect(try await upgraded(PasskeyParty.registration(handle: Data([1]))) == .cancelled(.failed))
    }

    @Test func `does not say that an excluded passkey is here`() async throws {
        let made = try PasskeyParty.passkey(user: "x", handle: Data([1]))
        _ = try await filled()
        try vault.open().add(Login(title: "Elsewhere", user: "x", passkeys: [made.passkey]))
        let request = PasskeyParty.registration(excluding: [made.passkey.description.credentialID])
        #expect(try await upgraded(request) == .cancelled(.failed))
    }

    @Test func `asks nobody: neither for a login that asks every time, nor for a site that wants the person verified`()
        async throws
    {
        let id = try await filled()
        try expectNothing(try await upgraded(PasskeyParty.registration(verification: .required)))
        try vault.open().edit(id) { $0.asksEveryTime = true }
        try expectNothing(try await upgraded())
    }

    @Test func `fails where there is no vault, or no key that both can use`() async throws {
        #expect(try await upgraded() == .cancelled(.userInteractionRequired))
        _ = try await filled()
        try expectNothing(try await upgraded(PasskeyParty.registration(algorithms: [-35])))
    }
}
