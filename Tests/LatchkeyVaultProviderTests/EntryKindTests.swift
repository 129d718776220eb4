import AuthenticationServices
import LatchkeyCore
import LatchkeyPasswords
import LatchkeyTesting
import LatchkeyVault
import LatchkeyWebAuthn
import Testing

@testable import LatchkeyProvider
@testable import LatchkeyVaultProvider

/// Notes, cards and entries of later versions are never offered, whatever values they have.
@MainActor @Suite(.timeLimit(.minutes(3))) struct `Entries that are not logins` {
    let vault: TestVault
    init() throws { vault = try TestVault() }

    nonisolated private static let kinds = [EntryKind.note, .card, EntryKind(rawValue: 9)]

    /// An entry with everything by which a login is found.
    private static func entry(_ kind: EntryKind) throws -> Login {
        var login = Login.test("https://m.example.com", password: "password", title: "Entry")
        login.kind = kind
        login.oneTimeCode = Secret("JBSWY3DPEHPK3PXP")
        login.passkeys = [
            Passkey(
                description: PasskeyDescription(
                    relyingPartyIdentifier: "m.example.com", credentialID: Data([1]), userHandle: Data([2]),
                    userName: "alice"), privateKey: try PasskeyKey.make(.es256).pkcs8)
        ]
        return login
    }

    @Test(arguments: kinds) func `notes and cards have no identities`(kind: EntryKind) async throws {
        let id = try await vault.fill([Self.entry(kind)])[0]
        let open = try vault.open()
        #expect(SuggestedIdentity.all(of: try open.overview(id)).isEmpty)
        try await IdentityFeed { [store = vault.store] in ASCredentialIdentityStore(host: store) }.refill(from: open)
        #expect(vault.store.identities.isEmpty)
    }

    @Test(arguments: kinds)
    func `notes and cards are in no list of logins, codes and passkeys`(kind: EntryKind) async throws {
        try await vault.fill([Self.entry(kind), .test("https://m.example.com", title: "Login")])
        let driver = SheetDriver(vault) { $0.prepareCredentialList(for: `Login list`.page) }
        try await driver.waitForSheet("Choose a Login")
        #expect(driver.list?.rows.map(\.title) == ["Login"])
    }

    @Test(arguments: kinds) func `git neither gets nor changes notes and cards`(kind: EntryKind) async throws {
        let id = try await vault.fill([Self.entry(kind)])[0]
        let open = try vault.open()
        let request = GitCredentialRequest(protocol: "https", host: "m.example.com", username: "alice")
        let match = try #require(GitMatch(request))
        #expect(try !match.fits(open.overview(id)))
        let before = try open.record(id)
        _ = try await open.save(Secret("token"), for: "alice", of: request)
        #expect(try open.record(id) == before)
        #expect(try open.overviews().count == 2)
    }

    @Test(arguments: kinds) func `the identifier of a note or card opens nothing`(kind: EntryKind) async throws {
        let id = try await vault.fill([Self.entry(kind)])[0]
        let open = try vault.open()
        await #expect(throws: OneTimeCodeError.missingSecret) { try await open.takeCode(of: id, at: TestVault.now) }
        guard case .notFound = await OpenedPasskey.open(Data([1]), of: "m.example.com", in: id, from: open) else {
            Issue.record("the passkey was opened")
            return
        }
        guard case .notFound = await OpenedPasskey.open(Data([1]), of: "m.example.com", in: nil, from: open) else {
            Issue.record("the passkey was found")
            return
        }
        let identity = ASPasswordCredentialIdentity(
            serviceIdentifier: ASCredentialServiceIdentifier(identifier: "https://m.example.com", type: .URL),
            user: "alice", recordIdentifier: id.description)
        let request = ASPasswordCredentialRequest(credentialIdentity: identity)
        let answer = try await vault.answer { $0.provideCredentialWithoutUserInteraction(for: request) }
        #expect(answer == .cancelled(.credentialIdentityNotFound))
    }

    @Test(arguments: kinds)
    func `a submitted password or a report changes no note or card`(kind: EntryKind) async throws {
        let id = try await vault.fill([Self.entry(kind)])[0]
        let open = try vault.open()
        let before = try open.record(id)
        let changes = try open.transaction { transaction in
            try transaction.apply(.unusedPassword(domain: "m.example.com", user: "alice"))
                + transaction.apply(.unknownPasskey(relyingParty: "m.example.com", credentialID: Data([1])))
        }
        #expect(changes.isEmpty)
        #expect(try open.record(id) == before)
    }

    @Test(arguments: kinds) func `notes and cards are not checked for problems`(kind: EntryKind) async throws {
        try await vault.fill([Self.entry(kind), .test("https://b.example", password: "password", title: "Login")])
        let report = try await HealthReport.make(of: vault.open(), at: TestVault.now)
        #expect(report.count == 1)
        #expect(report.reusedGroups.isEmpty)
        #expect(report.findings.map(\.overview.title) == ["Login"])
    }
}
