import AuthenticationServices
import Crypto
import LatchkeyProvider
import LatchkeyCore
import LatchkeySheet
import LatchkeyTesting
import LatchkeyVault
import LatchkeyWebAuthn
import Testing

@testable import LatchkeyVaultProvider

@MainActor @Suite(.timeLimit(.minutes(3))) struct `Creating a passkey` {
    let vault: TestVault
    init() throws { vault = try TestVault() }

    func desk(
        _ request: ASPasskeyCredentialRequest = PasskeyParty.registration(),
        from origin: RequestOrigin? = PasskeyParty.origin
    ) -> Desk {
        Desk(vault, from: origin) { $0.prepareInterface(forPasskeyRegistration: request) }
    }

    func created(
        _ request: ASPasskeyCredentialRequest = PasskeyParty.registration()
    ) async throws -> PasskeyParty.Registered {
        let desk = desk(request)
        try await desk.see("Create a Passkey?")
        try desk.press("create")
        return try PasskeyParty.registered(await desk.answer())
    }

    /// What the sheet says, line by line.
    func lines(_ desk: Desk) -> [String] {
        desk.sheet?.elements.compactMap { element in
            switch element.content {
            case .text(let text): text.text
            case .button(let button): "[\(button.title)]"
            default: nil
            }
        } ?? []
    }

    @Test func `says the site, the account and where it goes`() async throws {
        try await vault.fill()
        let desk = desk(PasskeyParty.registration(user: "al\u{202E}ice\nevil"))
        try await desk.see("Create a Passkey?")
        #expect(
            lines(desk) == [
                "Create a passkey for www.example.com?", "Account: al<U+202E>ice␊evil",
                "The passkey signs you in at example.com.", "It is saved as a new login.", "[Create Passkey]",
            ])
        desk.leave()
        #expect(await desk.answer() == .cancelled(.userCanceled))
        #expect(try vault.logins() == [])
    }

    @Test func `says that it joins a login, and what it takes the place of`() async throws {
        var login = Login.test("https://example.com", title: "Shop")
        login.passkeys = [try PasskeyParty.passkey().passkey]
        try await vault.fill([login])
        let desk = desk()
        try await desk.see("Create a Passkey?")
        #expect(
            lines(desk) == [
                "Create a passkey for www.example.com?", "Account: alice", "The passkey signs you in at example.com.",
                "It joins your login for “Shop”, which keeps its password.",
                "It takes the place of the passkey that you have; that one is kept and no longer offered.",
                "[Create Passkey]", "[Create in a New Login]",
            ])
        desk.leave()
        _ = await desk.answer()
    }

    @Test func `makes a login of its own where there is none`() async throws {
        try await vault.fill([.test("https://other.example"), .test("https://example.com", user: "bob")])
        let made = try await created()
        let login = try #require(try vault.logins().first { $0.user == "alice" && !$0.passkeys.isEmpty })
        #expect(login.title == "www.example.com")
        #expect(login.sites.map(\.text) == ["https://www.example.com"])
        #expect(login.password == nil)
        let passkey = try #require(login.passkeys.first)
        #expect(passkey.description.credentialID == made.credential.credentialID)
        #expect(passkey.description.userHandle == PasskeyParty.handle)
        #expect(passkey.description.userName == "alice")
        #expect(passkey.description.created == TestVault.now)
        #expect(try PasskeyKey(pkcs8: passkey.privateKey).publicKey == made.key)
        #expect(passkey.prfSecrets?.verified != passkey.prfSecrets?.unverified)
    }

    @Test(arguments: ["https://www.example.com/login", "https://example.com", "example.com", "https://id.example.com"])
    func `joins the login of the account, whose password stays`(site: String) async throws {
        let ids = try await vault.fill([.test("https://other.example"), .test(site), .test("https://example.org")])
        let made = try await created()
        let login = try vault.open().record(ids[1]).login
        #expect(login.passkeys.map(\.description.credentialID) == [made.credential.credentialID])
        #expect(login.password == Secret("hunter2"))
        #expect(login.history == [])
        #expect(try vault.logins().count == 3)
    }

    @Test(arguments: ["https://example.org", "https://notexample.com", "https://example.com.evil.test"])
    func `joins no login of another site`(site: String) async throws {
        let id = try await vault.fill([.test(site)])[0]
        _ = try await created()
        #expect(try vault.open().record(id).login.passkeys == [])
        #expect(try vault.logins().count == 2)
    }

    @Test func `leaves the login alone where the person wants a new one`() async throws {
        let id = try await vault.fill([.test("https://example.com")])[0]
        let desk = desk()
        try await desk.see("Create a Passkey?")
        try desk.press("create-as-new")
        _ = try PasskeyParty.registered(await desk.answer())
        #expect(try vault.open().record(id).login.passkeys == [])
        #expect(try vault.logins().count == 2)
    }

    @Test func `keeps the passkey whose place it takes, and offers it no longer`() async throws {
        let (old, _) = try PasskeyParty.passkey(user: "alice once")
        var login = Login.test("https://elsewhere.example")
        login.passkeys = [old]
        let id = try await vault.fill([login])[0]
        let made = try await created()
        let record = try vault.open().record(id)
        #expect(record.login.passkeys.count == 2)
        #expect(record.login.passkeys[0] == old)
        #expect(record.overview.offeredPasskeys.map(\.credentialID) == [made.credential.credentialID])
    }

    @Test func `has several of one site, of other accounts`() async throws {
        try await vault.fill()
        let first = try await created()
        let second = try await created(PasskeyParty.registration(user: "bob", handle: Data([1])))
        let offered = try vault.open().overviews().overviews.flatMap(\.offeredPasskeys).map(\.credentialID)
        #expect(Set(offered) == [first.credential.credentialID, second.credential.credentialID])
    }

    @Test(arguments: [
        ([-7], -7), ([-8, -7], -8), ([-35, -999, -257, -8], -257), ([-7, -257], -7),
    ])
    func `goes by the relying party's order`(wanted: [Int], chosen: Int) async throws {
        try await vault.fill()
        let made = try await created(PasskeyParty.registration(algorithms: wanted))
        #expect(made.key.algorithm.rawValue == chosen)
        let login = try #require(try vault.logins().first)
        // What was stored signs.
        let key = try PasskeyKey(pkcs8: try #require(login.passkeys.first).privateKey)
        #expect(made.key.verifies(try key.sign([1, 2, 3]), over: [1, 2, 3]))
    }

    /// Requests that nobody is shown.
    static let refused: [ASPasskeyCredentialRequest] = [
        PasskeyParty.registration(algorithms: []), PasskeyParty.registration(algorithms: [-35, -65535]),
        PasskeyParty.registration(hash: Data([1])), PasskeyParty.registration(handle: Data()),
        PasskeyParty.registration(handle: Data(count: 65)), PasskeyParty.registration(identifier: "com"),
        PasskeyParty.registration(identifier: "Example.com"), PasskeyParty.registration(identifier: ""),
        PasskeyParty.registration(
            extensions: .init(prf: .inputValues(.saltInput1(Data("a site's own words".utf8))))),
    ]

    @Test(arguments: 0..<9) func `refuses at once what nobody can make`(number: Int) async throws {
        try await vault.fill()
        let request = Self.refused[number]
        #expect(try await vault.answer { $0.prepareInterface(forPasskeyRegistration: request) } == .cancelled(.failed))
    }

    @Test func `refuses a request of another kind`() async throws {
        try await vault.fill()
        let request = ASPasswordCredentialRequest(
            credentialIdentity: ASPasswordCredentialIdentity(
                serviceIdentifier: ASCredentialServiceIdentifier(identifier: "example.com", type: .domain),
                user: "alice", recordIdentifier: nil))
        #expect(try await vault.answer { $0.prepareInterface(forPasskeyRegistration: request) } == .cancelled(.failed))
    }

    // Threat 42: a page must not find out in silence which accounts are here.
    @Test(arguments: [false, true])
    func `tells of an excluded passkey after an act of the person's, never before`(isHidden: Bool) async throws {
        let (old, _) = try PasskeyParty.passkey(user: "somebody", handle: Data([1]))
        var login = Login(title: "A", user: "somebody", passkeys: [old])
        if isHidden { login.hiddenPasskeys = [old.description.credentialID] }
        try await vault.fill([login])
        let request = PasskeyParty.registration(excluding: [Data([1]), old.description.credentialID])
        let desk = desk(request)
        try await desk.see("Create a Passkey?")
        #expect(desk.answered == nil)
        try desk.press("create")
        #expect(await desk.answer() == .cancelled(.matchedExcludedCredential))
        #expect(try vault.logins().flatMap(\.passkeys) == [old])

        let left = self.desk(request)
        try await left.see("Create a Passkey?")
        left.leave()
        #expect(await left.answer() == .cancelled(.userCanceled))
    }

    // Another try may have put it aside, whose passkey the site never got.
    @Test func `offers a hidden passkey again where the site excludes it, after an act of the person's`() async throws {
        let (old, _) = try PasskeyParty.passkey()
        let (lost, _) = try PasskeyParty.passkey()
        let (oldID, lostID) = (old.description.credentialID, lost.description.credentialID)
        var login = Login.test("https://example.com")
        login.passkeys = [old, lost]
        login.hiddenPasskeys = [oldID]
        let id = try await vault.fill([login])[0]
        let request = PasskeyParty.registration(excluding: [oldID])
        let left = desk(request)
        try await left.see("Create a Passkey?")
        left.leave()
        _ = await left.answer()
        #expect(try vault.open().record(id).login.hiddenPasskeys == [oldID])

        // Where one of them is offered, nobody misses the others.
        let both = desk(PasskeyParty.registration(excluding: [oldID, lostID]))
        try await both.see("Create a Passkey?")
        try both.press("create")
        #expect(await both.answer() == .cancelled(.matchedExcludedCredential))
        #expect(try vault.open().record(id).login.hiddenPasskeys == [oldID])

        let desk = desk(request)
        try await desk.see("Create a Passkey?")
        #expect(
            lines(desk) == [
                "Create a passkey for www.example.com?", "Account: alice", "The passkey signs you in at example.com.",
                "The site knows a passkey that you have and that is no longer offered. Sign in with it instead.",
                "[Offer It Again]",
            ])
        try desk.press("create")
        #expect(await desk.answer() == .cancelled(.matchedExcludedCredential))
        #expect(try vault.open().record(id).login.hiddenPasskeys == [])
        #expect(try vault.open().record(id).login.passkeys == [old, lost])
        await WorkAfterAnswer.settle()
    }

    @Test(arguments: ["create", "create-as-new"])
    func `takes back a passkey that nobody received`(button: String) async throws {
        let (old, _) = try PasskeyParty.passkey()
        var login = Login.test("https://example.com")
        login.passkeys = [old]
        let id = try await vault.fill([login])[0]
        let desk = Desk(vault, from: PasskeyParty.origin, completions: [true]) {
            $0.prepareInterface(forPasskeyRegistration: PasskeyParty.registration())
        }
        try await desk.see("Create a Passkey?")
        try desk.press(button)
        _ = try PasskeyParty.registered(await desk.answer())
        await WorkAfterAnswer.settle()
        let open = try vault.open()
        #expect(try open.record(id).login.passkeys == [old])
        #expect(try open.record(id).login.hiddenPasskeys == [])
        #expect(try open.overviews().overviews.map(\.id) == [id])
        #expect(try open.overviews(OverviewQuery(scope: .bin)).overviews == [])
    }

    @Test func `keeps a passkey that the page received when the time after the answer is over`() async throws {
        try await vault.fill([])
        let desk = Desk(vault, from: PasskeyParty.origin, completions: [false, true]) {
            $0.prepareInterface(forPasskeyRegistration: PasskeyParty.registration())
        }
        try await desk.see("Create a Passkey?")
        try desk.press("create")
        _ = try PasskeyParty.registered(await desk.answer())
        await WorkAfterAnswer.settle()
        let open = try vault.open()
        let made = try #require(try open.overviews().overviews.first)
        #expect(try open.record(made.id).login.passkeys.count == 1)
    }

    @Test func `says nothing of an excluded passkey while the vault is locked`() async throws {
        let (old, _) = try PasskeyParty.passkey()
        try await vault.fill([Login(title: "A", user: "alice", passkeys: [old])], locked: true)
        let desk = desk(PasskeyParty.registration(excluding: [old.description.credentialID]))
        try await desk.see("Unlock the Vault")
        #expect(desk.content("reason") == .paragraph("Unlock the vault to create a passkey for www.example.com."))
        desk.leave()
        #expect(await desk.answer() == .cancelled(.userCanceled))
    }

    @Test func `is not kept from it by another relying party's passkey, nor by one in the bin`() async throws {
        let (other, _) = try PasskeyParty.passkey(identifier: "example.org")
        let (binned, _) = try PasskeyParty.passkey(user: "z", handle: Data([1]))
        let ids = try await vault.fill([
            Login(title: "A", user: "x", passkeys: [other]), Login(title: "B", user: "z", passkeys: [binned]),
        ])
        try vault.open().remove(ids[1])
        _ = try await created(
            PasskeyParty.registration(excluding: [other, binned].map(\.description.credentialID)))
    }

    // MARK: Afterwards

    @Test func `is one transaction, and suggested at once`() async throws {
        try await vault.fill([.test("https://example.com")])
        try await vault.access.suggestions.refill(from: vault.open())
        let before = try vault.open().mark().revision
        let made = try await created()
        #expect(try vault.open().mark().revision == before + 1)
        await WorkAfterAnswer.settle()
        let passkeys = vault.store.identities.compactMap { $0 as? ASPasskeyCredentialIdentity }
        #expect(passkeys.map(\.credentialID) == [made.credential.credentialID])
        #expect(passkeys.map(\.userHandle) == [PasskeyParty.handle])
    }

    @Test func `later takes the password of its account without a question`() async throws {
        try await vault.fill()
        _ = try await created()
        let request = ASSavePasswordRequest(
            serviceIdentifier: ASCredentialServiceIdentifier(identifier: "https://www.example.com/", type: .URL),
            credential: ASPasswordCredential(user: "alice", password: "new"), title: nil, sessionID: "1",
            event: .formDidDisappear)
        #expect(
            try await vault.answer {
                $0.performWithoutUserInteractionIfPossible(savePasswordRequest: request)
            } == .passwordSaved)
        let logins = try vault.logins()
        #expect(logins.count == 1)
        #expect(logins[0].password == Secret("new"))
        #expect(logins[0].passkeys.count == 1)
    }

    @Test func `stores nothing of its key in the open`() async throws {
        try await vault.fill()
        _ = try await created()
        let passkey = try #require(try vault.logins()[0].passkeys.first)
        let file = try Data(contentsOf: URL(filePath: VaultFile(folder: vault.folder).path))
        for secret in [passkey.privateKey, passkey.prfSecrets?.verified, passkey.prfSecrets?.unverified] {
            let bytes = try #require(secret).revealData()
            #expect(file.range(of: bytes.suffix(32)) == nil)
        }
        #expect(file.range(of: passkey.description.credentialID) == nil)
    }
}
