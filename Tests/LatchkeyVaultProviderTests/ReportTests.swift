import AuthenticationServices
import LatchkeyProvider
import LatchkeyCore
import LatchkeyTesting
import LatchkeyVault
import Testing

@testable import LatchkeyVaultProvider

@MainActor @Suite(.timeLimit(.minutes(3))) struct `Following what sites report` {
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

    /// Reports with the vault unlocked, or locked and then unlocked by the person.
    private func report(whileLocked: Bool, _ entry: @MainActor (VaultViewController) -> Void) async throws {
        guard whileLocked else { return try await report(entry) }
        let open = try vault.open()
        let before = try open.mark()
        try await vault.access.lock()
        try await report(entry)
        #expect(try vault.open().inbox().entries.count == 1)
        #expect(try vault.open().mark() == before)
        await vault.access.tidy(try vault.open())
        #expect(try vault.open().inbox().entries.isEmpty)
    }

    @Test(arguments: [false, true]) func `renames the passkeys of the account`(whileLocked: Bool) async throws {
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
        // A password belongs to the name that it was saved under.
        #expect(both.user == "jane")
    }

    @Test(arguments: [false, true]) func `hides a passkey that its site does not know`(whileLocked: Bool) async throws {
        let id = try await vault.fill([Login(title: "A", passkeys: [Self.passkey(1), Self.passkey(2)])])[0]
        try await report(whileLocked: whileLocked) {
            $0.reportUnknownPublicKeyCredential(forRelyingParty: "example.com", credentialID: Data([1]))
        }
        let record = try vault.open().record(id)
        #expect(record.login.passkeys.count == 2)
        #expect(record.overview.offeredPasskeys.map(\.credentialID) == [Data([2])])
    }

    @Test func `does not hide what another site says is unknown`() async throws {
        let id = try await vault.fill([Login(title: "A", passkeys: [Self.passkey(1)])])[0]
        try await report {
            $0.reportUnknownPublicKeyCredential(forRelyingParty: "other.example", credentialID: Data([1]))
        }
        #expect(try vault.open().record(id).login.hiddenPasskeys == [])
    }

    @Test(arguments: [false, true])
    func `offers exactly the account's passkeys that are accepted`(whileLocked: Bool) async throws {
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

    @Test(arguments: [false, true])
    func `puts a login whose password is not used into the bin`(whileLocked: Bool) async throws {
        let ids = try await vault.fill([
            .test("https://example.com/login"), .test("example.com", user: "bob"),
        ])
        try await vault.access.suggestions.refill(from: vault.open())
        try await report(whileLocked: whileLocked) {
            $0.reportUnusedPasswordCredential(forDomain: "example.com", userName: "alice")
        }
        #expect(try vault.open().overview(ids[0]).isRemoved)
        #expect(try vault.open().record(ids[0]).login.password == Secret("hunter2"))
        #expect(try !vault.open().overview(ids[1]).isRemoved)
        let left = await ASCredentialIdentityStore(host: vault.store).credentialIdentities(
            forService: nil, credentialIdentityTypes: [])
        #expect(left.map { $0.user } == ["bob"])
    }

    @Test func `keeps an unused password in the history of a login that has more`() async throws {
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

    /// Sites whose password a report about example.com says nothing of.
    @Test(arguments: [
        ["https://www.example.com"], ["https://example.org"], ["http://example.com"], ["https://example.com:8443"],
        ["https://example.com", "https://other.example"], [],
    ])
    func `leaves a password that is good elsewhere`(sites: [String]) async throws {
        let id = try await vault.fill([
            Login(title: "A", user: "alice", password: Secret("p"), sites: sites.compactMap { Site($0) })
        ])[0]
        try await report { $0.reportUnusedPasswordCredential(forDomain: "example.com", userName: "alice") }
        #expect(try !vault.open().overview(id).isRemoved)
        #expect(try vault.open().record(id).login.password == Secret("p"))
    }

    /// What the provider says to a report, as each of Apple's methods brings it.
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
    func `says that it is lost, where it can be neither done nor kept`(method: Int) async throws {
        try await vault.fill([.test("example.com")], locked: true)
        #expect(await answer(Self.entries[method]) == nil)
        try vault.fillInbox()
        #expect(await answer(Self.entries[method]) == .cancelled(.failed))
    }

    @Test(arguments: 0..<4) func `does not start the time until the vault locks again`(method: Int) async throws {
        try await vault.fill([.test("example.com")])
        let uses = vault.keychain.useCount
        #expect(await answer(Self.entries[method]) == nil)
        #expect(vault.keychain.useCount == uses)
    }

    @Test func `destroys nothing, whatever is said of an account`() async throws {
        var login = Login(title: "A", user: "alice", passkeys: [Self.passkey(1), Self.passkey(2)])
        login.password = Secret("p")
        login.sites = [Site("https://example.com")].compactMap { $0 }
        let id = try await vault.fill([login])[0]
        for entry in Self.entries { #expect(await answer(entry) == nil) }
        let record = try vault.open().record(id)
        #expect(record.login.passkeys.map(\.privateKey) == [Secret("key 1"), Secret("key 2")])
        #expect(record.login.history.map(\.password) == [Secret("p")])
        #expect(record.overview.offeredPasskeys == [])
        // The site takes it back.
        try await report {
            $0.reportAllAcceptedPublicKeyCredentials(
                forRelyingParty: "example.com", userHandle: Data([9]), acceptedCredentialIDs: [Data([1]), Data([2])])
        }
        #expect(try vault.open().record(id).overview.offeredPasskeys.count == 2)
    }

    @Test func `hides a passkey that was really made, and offers it again with all that it can do`() async throws {
        let (passkey, key) = try PasskeyParty.passkey()
        let id = try await vault.fill([Login(title: "A", user: "alice", passkeys: [passkey])])[0]
        let request = PasskeyParty.assertion(passkey.description, in: id)
        let sign = { try await vault.answer { $0.provideCredentialWithoutUserInteraction(for: request) } }
        _ = try PasskeyParty.asserted(try await sign(), by: key)
        func accept(_ credentials: [Data]) async throws {
            try await report {
                $0.reportAllAcceptedPublicKeyCredentials(
                    forRelyingParty: PasskeyParty.identifier, userHandle: PasskeyParty.handle,
                    acceptedCredentialIDs: credentials)
            }
        }
        try await report {
            $0.reportUnknownPublicKeyCredential(
                forRelyingParty: PasskeyParty.identifier, credentialID: passkey.description.credentialID)
        }
        #expect(try await sign() == .cancelled(.credentialIdentityNotFound))
        try await accept([passkey.description.credentialID])
        _ = try PasskeyParty.asserted(try await sign(), by: key)
        try await accept([])
        #expect(try await sign() == .cancelled(.credentialIdentityNotFound))
        try await accept([Data([1]), passkey.description.credentialID])
        _ = try PasskeyParty.asserted(try await sign(), by: key)
        #expect(try vault.open().record(id).login.passkeys == [passkey])
        try await report {
            $0.reportPublicKeyCredentialUpdate(
                forRelyingParty: PasskeyParty.identifier, userHandle: PasskeyParty.handle, newName: "alicia")
        }
        #expect(try vault.open().record(id).login.user == "alicia")
        _ = try PasskeyParty.asserted(try await sign(), by: key)
    }

    @Test func `deletes what has lain in the bin for its time, at an unlock`() async throws {
        let ids = try await vault.fill([.test("example.com"), .test("example.org")])
        let open = try vault.open()
        let longAgo = VaultClock { TestVault.now - UnlockedVault.binTime - 1 }
        let past = try #require(try VaultFile(folder: vault.folder).open(clock: longAgo))
        try past.unlock(vaultKey: open.vaultKey).remove(ids[0])
        try open.remove(ids[1])
        await vault.access.tidy(try vault.open())
        #expect(try vault.open().overviews(OverviewQuery(scope: .everything)).overviews.map(\.id) == [ids[1]])
    }
}
