import AuthenticationServices
import GRDB
import LatchkeyProvider
import LatchkeyCore
import LatchkeyTesting
import LatchkeyVault
import Testing

@testable import LatchkeyVaultProvider

/// Of the other logins every overview is damaged: whoever opens one of them fails.
@MainActor @Suite(.timeLimit(.minutes(3))) struct `A passkey among many logins` {
    private let vault: TestVault
    private let ids: [RecordIdentifier]
    /// The account's login and, at the end, one of another account of the site.
    private var own: RecordIdentifier { ids[150] }

    init() async throws {
        vault = try TestVault()
        var logins = (0..<300).map { Login.test("https://site\($0).example") }
        logins[150] = .test("https://www.example.com")
        logins[299] = .test("https://id.example.com", user: "bob")
        logins[299].passkeys = [try PasskeyParty.passkey(user: "bob", handle: Data([1])).passkey]
        ids = try await vault.fill(logins)
    }

    private func damage(but kept: [RecordIdentifier]) throws {
        let names = kept.map { Data($0.bytes) }
        try DatabaseQueue(path: VaultFile(folder: vault.folder).path).write { db in
            try db.execute(
                literal: "UPDATE records SET overview = zeroblob(100) WHERE identifier NOT IN \(names)")
        }
        #expect(throws: VaultError.self) { try vault.open().overviews() }
    }

    private func passkeys(of id: RecordIdentifier) throws -> [Data] {
        try vault.open().record(id).login.passkeys.map(\.description.credentialID)
    }

    private func created(
        _ request: ASPasskeyCredentialRequest = PasskeyParty.registration()
    ) async throws -> PasskeyParty.Registered {
        let desk = Desk(vault, from: PasskeyParty.origin) { $0.prepareInterface(forPasskeyRegistration: request) }
        try await desk.see("Create a Passkey?")
        try desk.press("create")
        return try PasskeyParty.registered(await desk.answer())
    }

    @Test func `joins the login of its account, and opens none but the account's and the relying party's`() async throws
    {
        try damage(but: [own, ids[299]])
        let made = try await created()
        #expect(try passkeys(of: own) == [made.credential.credentialID])
        // The next one takes its place.
        let next = try await created()
        #expect(try passkeys(of: own) == [made.credential.credentialID, next.credential.credentialID])
    }

    @Test func `looks into the relying party's other logins for what is excluded`() async throws {
        let other = try passkeys(of: ids[299])
        try damage(but: [own, ids[299]])
        let request = PasskeyParty.registration(excluding: other)
        let desk = Desk(vault, from: PasskeyParty.origin) { $0.prepareInterface(forPasskeyRegistration: request) }
        try await desk.see("Create a Passkey?")
        try desk.press("create")
        #expect(await desk.answer() == .cancelled(.matchedExcludedCredential))
    }

    @Test func `upgrades its account in silence, and opens no other`() async throws {
        _ = try vault.open().transaction { try $0.markUsed(own, fillingPassword: true) }
        try damage(but: [own, ids[299]])
        let answer = try await vault.answer {
            $0.performWithoutUserInteractionIfPossible(passkeyRegistration: PasskeyParty.registration())
        }
        let made = try PasskeyParty.registered(answer)
        #expect(try passkeys(of: own) == [made.credential.credentialID])
    }

    @Test(arguments: [true, false])
    func `of a site that shares with the page joins what the agent would suggest there`(isShared: Bool) async throws {
        var origin = PasskeyParty.origin
        origin.affiliatedDomains = isShared ? ["site7.example"] : []
        let request = PasskeyParty.registration()
        try vault.open().edit(own) { $0.user = "carol" }
        try damage(but: [own, ids[7], ids[299]])
        let desk = Desk(vault, from: origin) { $0.prepareInterface(forPasskeyRegistration: request) }
        try await desk.see("Create a Passkey?")
        try desk.press("create")
        let made = try PasskeyParty.registered(await desk.answer())
        #expect(try passkeys(of: ids[7]) == (isShared ? [made.credential.credentialID] : []))
    }
}
