import AuthenticationServices
import GRDB
import LatchkeyProvider
import LatchkeyCore
import LatchkeyTesting
import LatchkeyVault
import Testing

@testable import LatchkeyVaultProvider

/// The overviews of all other logins are damaged, so that opening one of them fails.
@MainActor @Suite(.timeLimit(.minutes(3))) struct `Passkeys in a large vault` {
    private let vault: TestVault
    private let ids: [RecordIdentifier]
    /// The account's login.
    ///
    /// The last one belongs to another account of the site.
    private var own: RecordIdentifier { ids[150] }

    init() async throws {
        vault = try TestVault()
        var logins = (0..<300).map { Login.test("https://site\($0).example") }
        logins[150] = .test("https://www.example.com")
        logins[299] = .test("https://id.example.com", user: "bob")
        logins[299].passkeys = [try TestRelyingParty.passkey(user: "bob", handle: Data([1])).passkey]
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
        _ request: ASPasskeyCredentialRequest = TestRelyingParty.registration()
    ) async throws -> TestRelyingParty.Registered {
        let driver = SheetDriver(vault, from: TestRelyingParty.origin) {
            $0.prepareInterface(forPasskeyRegistration: request)
        }
        try await driver.waitForSheet("Create a Passkey?")
        try driver.press("create")
        return try TestRelyingParty.registered(await driver.answer())
    }

    @Test func `adds a passkey to its account's login and opens only that account's and relying party's logins`()
        async throws
    {
        try damage(but: [own, ids[299]])
        let made = try await created()
        #expect(try passkeys(of: own) == [made.credential.credentialID])
        // The next passkey replaces it.
        let next = try await created()
        #expect(try passkeys(of: own) == [made.credential.credentialID, next.credential.credentialID])
    }

    @Test func `searches the relying party's other logins for excluded passkeys`() async throws {
        let other = try passkeys(of: ids[299])
        try damage(but: [own, ids[299]])
        let request = TestRelyingParty.registration(excluding: other)
        let driver = SheetDriver(vault, from: TestRelyingParty.origin) {
            $0.prepareInterface(forPasskeyRegistration: request)
        }
        #expect(await driver.answer() == .cancelled(.matchedExcludedCredential))
    }

    @Test func `upgrades an account without opening other logins`() async throws {
        _ = try vault.open().transaction { try $0.markUsed(own, fillingPassword: true) }
        try damage(but: [own, ids[299]])
        let answer = try await vault.answer {
            $0.performWithoutUserInteractionIfPossible(passkeyRegistration: TestRelyingParty.registration())
        }
        let made = try TestRelyingParty.registered(answer)
        #expect(try passkeys(of: own) == [made.credential.credentialID])
    }

    @Test(arguments: [true, false])
    func `adds a passkey to a login of an affiliated site`(isShared: Bool) async throws {
        var origin = TestRelyingParty.origin
        origin.affiliatedDomains = isShared ? ["site7.example"] : []
        let request = TestRelyingParty.registration()
        try vault.open().edit(own) { $0.user = "carol" }
        try damage(but: [own, ids[7], ids[299]])
        let driver = SheetDriver(vault, from: origin) { $0.prepareInterface(forPasskeyRegistration: request) }
        try await driver.waitForSheet("Create a Passkey?")
        try driver.press("create")
        let made = try TestRelyingParty.registered(await driver.answer())
        #expect(try passkeys(of: ids[7]) == (isShared ? [made.credential.credentialID] : []))
    }
}
