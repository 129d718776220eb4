import AuthenticationServices
import LatchkeyProvider
import LatchkeyCore
import LatchkeyTesting
import LatchkeyVault
import Testing

@testable import LatchkeyVaultProvider

@MainActor @Suite(.timeLimit(.minutes(3))) struct `Account reports` {
    let vault: TestVault
    init() throws { vault = try TestVault() }

    private static func passkey(_ id: UInt8, handle: UInt8 = 9, user: String = "jane") -> Passkey {
        Passkey(
            description: PasskeyDescription(
                relyingPartyIdentifier: "example.com", credentialID: Data([id]), userHandle: Data([handle]),
                userName: user),
            privateKey: Secret("key \(id)"))
    }

    private func report(_ entry: @MainActor (VaultViewController) -> Void) async throws {
        try ProviderTestHost { VaultViewController(access: vault.access) }.report(entry)
        await WorkAfterAnswer.settle()
    }

    /// Sends a report while the vault is unlocked, or while it is locked and before the user unlocks it.
    private func report(whileLocked: Bool, _ entry: @MainActor (VaultViewController) -> Void) async throws {
        guard whileLocked else { return try await report(entry) }
        let open = try vault.open()
        let before = try open.mark()
        try await vault.access.lock()
        try await report(entry)
        #expect(try vault.open().inbox().entries.count == 1)
        #expect(try vault.open().mark() == before)
        await vault.access.runDeferredWork(in: try vault.open())
        #expect(try vault.open().inbox().entries.isEmpty)
    }

    @Test(arguments: [false, true]) func `renames the reported account's passkeys`(whileLocked: Bool) async throws {
        let ids = try await vault.fill([
            Login(title: "Alone", user: "jane", passkeys: [Self.passkey(1), Self.passkey(2, handle: 8)]),
            Login(title: "Both", user: "jane", password: Secret("p"), passkeys: [Self.passkey(3)]),
        ])
        try await report(whileLocked: whileLocked) {
            $0.reportPublicKeyCredentialUpdate(
                forRelyingParty: "example.com", userHandle: Data([9]), newName: "janet")
        }
        let (alone, both) = (try vault.open().record(ids[0]).login, try vault.open().record(ids[1]).login)
        #expect(alone.passkeys.map(\.description.userName) == ["janet", "jane"])
        #expect(alone.user == "janet")
        #expect(both.passkeys.map(\.description.userName) == ["janet"])
        // A login with a password keeps its user name.
        #expect(both.user == "jane")
    }

    @Test func `updates the display name of the passkeys that a report renames`() async throws {
        let id = try await vault.fill([
            Login(title: "A", user: "jane", passkeys: [Self.passkey(1), Self.passkey(2, handle: 8)])
        ])[0]
        let open = try vault.open()
        for (displayName, stored) in [("Jane Doe", "Jane Doe"), (nil, "Jane Doe"), ("", nil)] as [(String?, String?)] {
            _ = try await open.apply(
                .renamed(
                    relyingParty: "example.com", userHandle: Data([9]), name: "janet", displayName: displayName))
            let passkeys = try open.record(id).login.passkeys.map(\.description)
            #expect(passkeys.map(\.userName) == ["janet", "jane"])
            // A report without a display name keeps it.
            #expect(passkeys.map(\.displayName) == [stored, nil])
        }
    }

    @Test(arguments: [false, true]) func `hides a passkey that its site reports as unknown`(whileLocked: Bool)
        async throws
    {
        let id = try await vault.fill([Login(title: "A", passkeys: [Self.passkey(1), Self.passkey(2)])])[0]
        try await report(whileLocked: whileLocked) {
            $0.reportUnknownPublicKeyCredential(forRelyingParty: "example.com", credentialID: Data([1]))
        }
        let record = try vault.open().record(id)
        #expect(record.login.passkeys.count == 2)
        #expect(record.overview.offeredPasskeys.map(\.credentialID) == [Data([2])])
    }

    @Test(arguments: [false, true])
    func `offers the replaced passkey again if its site does not know the newer one`(whileLocked: Bool) async throws {
        try await vault.fill([])
        // The middle passkey is in a login of its own.
        var made: [Data] = []
        for button in ["create", "create-as-new", "create"] {
            let driver = SheetDriver(vault, from: TestRelyingParty.origin) {
                $0.prepareInterface(forPasskeyRegistration: TestRelyingParty.registration())
            }
            try await driver.waitForSheet("Create a Passkey?")
            try driver.press(button)
            made.append(try TestRelyingParty.registered(await driver.answer()).credential.credentialID)
            await WorkAfterAnswer.settle()
            vault.set(TestVault.now + Double(made.count))
        }
        func offered() throws -> [Data] {
            try vault.open().overviews().overviews.flatMap(\.offeredPasskeys).map(\.credentialID)
        }
        func unknown(_ credentialID: Data) async throws {
            try await report(whileLocked: whileLocked) {
                $0.reportUnknownPublicKeyCredential(
                    forRelyingParty: TestRelyingParty.identifier, credentialID: credentialID)
            }
        }
        #expect(try offered() == [made[2]])
        // A report about a hidden passkey offers no other one, and removes its mark as replaced.
        try await unknown(made[1])
        #expect(try offered() == [made[2]])
        try await unknown(made[2])
        #expect(try offered() == [made[0]])
        try await unknown(made[0])
        #expect(try offered() == [])
        // Reports of unknown passkeys offer none that its site has reported.
        for credentialID in made { try await unknown(credentialID) }
        #expect(try offered() == [])
    }

    @Test func `ignores another site's report of an unknown passkey`() async throws {
        let id = try await vault.fill([Login(title: "A", passkeys: [Self.passkey(1)])])[0]
        try await report {
            $0.reportUnknownPublicKeyCredential(forRelyingParty: "other.example", credentialID: Data([1]))
        }
        #expect(try vault.open().record(id).login.hiddenPasskeys == [])
    }

    @Test(arguments: [false, true])
    func `offers exactly the accepted passkeys of an account`(whileLocked: Bool) async throws {
        let id = try await vault.fill([
            Login(title: "A", passkeys: [Self.passkey(1), Self.passkey(2), Self.passkey(3, handle: 8)])
        ])[0]
        try vault.open().edit(id) { $0.hiddenPasskeys = [Data([1])] }
        try await report(whileLocked: whileLocked) {
            $0.reportAllAcceptedPublicKeyCredentials(
                forRelyingParty: "example.com", userHandle: Data([9]), acceptedCredentialIDs: [Data([1])])
        }
        let record = try vault.open().record(id)
        #expect(record.login.passkeys.count == 3)
        #expect(record.overview.offeredPasskeys.map(\.credentialID) == [Data([1]), Data([3])])
    }

    @Test func `moves a login with an unused password to the bin`() async throws {
        let ids = try await vault.fill([
            .test("https://example.com/login"), .test("example.com", user: "bob"),
        ])
        try await vault.access.suggestions.refill(from: vault.open())
        try await report {
            $0.reportUnusedPasswordCredential(forDomain: "example.com", userName: "alice")
        }
        #expect(try vault.open().overview(ids[0]).isRemoved)
        #expect(try vault.open().record(ids[0]).login.password == Secret("hunter2"))
        #expect(try !vault.open().overview(ids[1]).isRemoved)
        let left = await ASCredentialIdentityStore(host: vault.store).credentialIdentities(
            forService: nil, credentialIdentityTypes: [])
        #expect(left.map { $0.user } == ["bob"])
    }

    @Test func `names the login of an unused password before it moves it to the bin after an unlock`() async throws {
        let id = try await vault.fill([.test("https://example.com/login", title: "Mine")], locked: true)[0]
        try await report { $0.reportUnusedPasswordCredential(forDomain: "example.com", userName: "alice") }
        let open = try vault.open()
        await vault.access.runDeferredWork(in: open)
        #expect(try !open.overview(id).isRemoved)
        let question = try #require(try await open.processInbox().questions.first)
        #expect(question.isVerified)
        #expect(
            question.sentence == "Remove the password of “Mine” (alice)? example.com reports that it is no longer used."
        )
        #expect(try await open.answer(question, with: .update).count == 1)
        #expect(try open.overview(id).isRemoved)
        #expect(try open.inbox().entries.isEmpty)
    }

    @Test func `moves an unused password to the history of a login with other contents`() async throws {
        var login = Login.test("https://example.com")
        login.passkeys = [Self.passkey(1)]
        let id = try await vault.fill([login])[0]
        try await report { $0.reportUnusedPasswordCredential(forDomain: "example.com", userName: "alice") }
        let record = try vault.open().record(id)
        #expect(!record.overview.isRemoved)
        #expect(record.login.password == nil)
        #expect(record.login.history.map(\.password) == [Secret("hunter2")])
        #expect(record.login.passkeys.count == 1)
    }

    /// Sites that a report about example.com does not cover.
    @Test(arguments: [
        ["https://www.example.com"], ["https://example.org"], ["http://example.com"], ["https://example.com:8443"],
        ["https://example.com", "https://other.example"], [],
    ])
    func `keeps an unused password that other sites use`(sites: [String]) async throws {
        let id = try await vault.fill([
            Login(title: "A", user: "alice", password: Secret("p"), sites: sites.compactMap { Site($0) })
        ])[0]
        try await report { $0.reportUnusedPasswordCredential(forDomain: "example.com", userName: "alice") }
        #expect(try !vault.open().overview(id).isRemoved)
        #expect(try vault.open().record(id).login.password == Secret("p"))
    }

    /// The provider's response to a report by each of Apple's methods.
    private func answer(_ entry: @MainActor (VaultViewController) -> Void) async -> ProviderAnswer? {
        let answers = Answers()
        let controller = VaultViewController(access: vault.access)
        controller.attach(ASCredentialProviderExtensionContext(host: answers))
        controller.loadViewIfNeeded()
        entry(controller)
        await WorkAfterAnswer.settle()
        return answers.first
    }

    private static let entries: [@MainActor @Sendable (VaultViewController) -> Void] = [
        {
            $0.reportPublicKeyCredentialUpdate(
                forRelyingParty: "example.com", userHandle: Data([9]), newName: "janet")
        },
        { $0.reportUnknownPublicKeyCredential(forRelyingParty: "example.com", credentialID: Data([1])) },
        {
            $0.reportAllAcceptedPublicKeyCredentials(
                forRelyingParty: "example.com", userHandle: Data([9]), acceptedCredentialIDs: [])
        },
        { $0.reportUnusedPasswordCredential(forDomain: "example.com", userName: "alice") },
    ]

    @Test(arguments: 0..<4)
    func `fails a report that can be neither applied nor stored`(method: Int) async throws {
        try await vault.fill([.test("example.com")], locked: true)
        #expect(await answer(Self.entries[method]) == nil)
        try vault.fillInbox()
        #expect(await answer(Self.entries[method]) == .cancelled(.failed))
    }

    @Test(arguments: 0..<4) func `does not restart the auto-lock time for a report`(method: Int) async throws {
        try await vault.fill([.test("example.com")])
        let uses = vault.keychain.useCount
        #expect(await answer(Self.entries[method]) == nil)
        #expect(vault.keychain.useCount == uses)
    }

    @Test func `deletes no secret, whatever a site reports`() async throws {
        var login = Login(title: "A", user: "alice", passkeys: [Self.passkey(1), Self.passkey(2)])
        login.password = Secret("p")
        login.sites = [Site("https://example.com")].compactMap { $0 }
        let id = try await vault.fill([login])[0]
        for entry in Self.entries { #expect(await answer(entry) == nil) }
        let record = try vault.open().record(id)
        #expect(record.login.passkeys.map(\.privateKey) == [Secret("key 1"), Secret("key 2")])
        #expect(record.login.history.map(\.password) == [Secret("p")])
        #expect(record.overview.offeredPasskeys == [])
        // The site reports the opposite.
        try await report {
            $0.reportAllAcceptedPublicKeyCredentials(
                forRelyingParty: "example.com", userHandle: Data([9]), acceptedCredentialIDs: [Data([1]), Data([2])])
        }
        #expect(try vault.open().record(id).overview.offeredPasskeys.count == 2)
    }

    @Test func `hides a created passkey and offers it again with its extensions`() async throws {
        let (passkey, key) = try TestRelyingParty.passkey()
        let id = try await vault.fill([Login(title: "A", user: "alice", passkeys: [passkey])])[0]
        let request = TestRelyingParty.assertion(passkey.description, in: id)
        let sign = { try await vault.answer { $0.provideCredentialWithoutUserInteraction(for: request) } }
        _ = try TestRelyingParty.asserted(try await sign(), by: key)
        func accept(_ credentials: [Data]) async throws {
            try await report {
                $0.reportAllAcceptedPublicKeyCredentials(
                    forRelyingParty: TestRelyingParty.identifier, userHandle: TestRelyingParty.handle,
                    acceptedCredentialIDs: credentials)
            }
        }
        try await report {
            $0.reportUnknownPublicKeyCredential(
                forRelyingParty: TestRelyingParty.identifier, credentialID: passkey.description.credentialID)
        }
        #expect(try await sign() == .cancelled(.credentialIdentityNotFound))
        try await accept([passkey.description.credentialID])
        _ = try TestRelyingParty.asserted(try await sign(), by: key)
        try await accept([])
        #expect(try await sign() == .cancelled(.credentialIdentityNotFound))
        try await accept([Data([1]), passkey.description.credentialID])
        _ = try TestRelyingParty.asserted(try await sign(), by: key)
        var used = passkey
        used.description.lastUsed = TestVault.now
        #expect(try vault.open().record(id).login.passkeys == [used])
        try await report {
            $0.reportPublicKeyCredentialUpdate(
                forRelyingParty: TestRelyingParty.identifier, userHandle: TestRelyingParty.handle, newName: "alicia")
        }
        #expect(try vault.open().record(id).login.user == "alicia")
        _ = try TestRelyingParty.asserted(try await sign(), by: key)
    }

    @Test func `deletes expired logins from the bin after unlocks on three days, and backs them up`() async throws {
        let ids = try await vault.fill([.test("example.com"), .test("example.org")])
        let open = try vault.open()
        let longAgo = VaultClock { TestVault.now - UnlockedVault.binRetention - 1 }
        let past = try #require(try VaultFile(folder: vault.folder).open(clock: longAgo))
        try past.unlock(vaultKey: open.vaultKey).remove(ids[0])
        try open.remove(ids[1])
        var all: [RecordIdentifier] {
            get throws { try vault.open().overviews(OverviewQuery(scope: .everything)).overviews.map(\.id) }
        }
        let backups = VaultFile(folder: vault.folder).backups
        let hour = 3600.0
        for time in [0, 1, 24 * hour, 24 * hour + 1] {
            vault.set(TestVault.now + time)
            await vault.access.runDeferredWork(in: try vault.open())
            #expect(try Set(all) == Set(ids))
            #expect(backups.list() == [])
        }
        vault.set(TestVault.now + 48 * hour)
        await vault.access.runDeferredWork(in: try vault.open())
        #expect(try all == [ids[1]])
        let backup = try #require(backups.list().first)
        #expect(backup.occasion == .bin)
        let kept = try VaultBackups.open(backup.path).unlock(vaultKey: open.vaultKey)
        #expect(try Set(kept.overviews(OverviewQuery(scope: .bin)).overviews.map(\.id)) == Set(ids))
    }

    @Test func `an unlock with the clock ahead deletes nothing from the bin`() async throws {
        let id = try await vault.fill([.test("example.com")])[0]
        try vault.open().remove(id)
        let day = 24 * 3600.0
        // On days 0 to 2 and 4 the clock is right; on day 3 it is 40 days ahead for a while.
        for time in [0, 1 * day, 2 * day, 43 * day, 43 * day + 3600, 3 * day, 4 * day] {
            vault.set(TestVault.now + time)
            await vault.access.runDeferredWork(in: try vault.open())
            #expect(try vault.open().overview(id).isRemoved)
        }
        #expect(VaultFile(folder: vault.folder).backups.list() == [])
    }

    @Test func `keeps expired logins in the bin if no backup can be made`() async throws {
        let id = try await vault.fill([.test("example.com")])[0]
        try vault.open().remove(id)
        try Data().write(to: vault.folder.appending(path: "backups"))
        let day = 24 * 3600.0
        for time in [31 * day, 32 * day, 33 * day, 34 * day] {
            vault.set(TestVault.now + time)
            await vault.access.runDeferredWork(in: try vault.open())
        }
        #expect(try vault.open().overview(id).isRemoved)
        try FileManager.default.removeItem(at: vault.folder.appending(path: "backups"))
        await vault.access.runDeferredWork(in: try vault.open())
        #expect(throws: VaultError.recordNotFound(id)) { try vault.open().overview(id) }
    }
}
