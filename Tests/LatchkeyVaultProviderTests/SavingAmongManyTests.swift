import AuthenticationServices
import GRDB
import LatchkeyCore
import LatchkeyProvider
import LatchkeyVault
import Testing

@testable import LatchkeyVaultProvider

/// The overviews of all other logins are damaged, so that opening one of them fails.
@MainActor @Suite(.timeLimit(.minutes(3))) struct `Saving in a large vault` {
    private let vault: TestVault
    private let ids: [RecordIdentifier]

    init() async throws {
        vault = try TestVault()
        var logins = (0..<300).map { Login.test("https://site\($0).example") }
        logins[150] = .test("https://www.example.com", user: "Ame\u{301}lie", password: "old")
        logins[151] = .test("https://www.example.com", user: "", password: "generated")
        ids = try await vault.fill(logins)
        let kept = [ids[150], ids[151]].map { Data($0.bytes) }
        try await DatabaseQueue(path: VaultFile(folder: vault.folder).path).write { db in
            try db.execute(literal: "UPDATE records SET overview = zeroblob(100) WHERE identifier NOT IN \(kept)")
        }
    }

    private func save(user: String, password: String) async throws -> SaveOutcome {
        let request = ASSavePasswordRequest(
            serviceIdentifier: ASCredentialServiceIdentifier(identifier: "https://www.example.com/login", type: .URL),
            credential: ASPasswordCredential(user: user, password: password), title: nil, sessionID: "1",
            event: .userInitiated)
        return try await vault.open().save(try #require(SubmittedLogin(request)), permission: .update)
    }

    @Test func `replaces the account's password and opens no other login`() async throws {
        guard case .saved = try await save(user: "Ame\u{301}lie", password: "new") else {
            return #expect(Bool(false), "not saved")
        }
        #expect(try vault.open().record(ids[150]).login.password == Secret("new"))
    }

    @Test func `finds the account if the user name is composed differently`() async throws {
        guard case .saved = try await save(user: "Am\u{E9}lie", password: "new") else {
            return #expect(Bool(false), "not saved")
        }
        #expect(try vault.open().record(ids[150]).login.password == Secret("new"))
    }

    @Test func `gives a saved generated password its user name`() async throws {
        guard case .saved = try await save(user: "bob", password: "generated") else {
            return #expect(Bool(false), "not saved")
        }
        #expect(try vault.open().record(ids[151]).login.user == "bob")
    }

    @Test func `opens every overview for a login without a user name`() async throws {
        await #expect(throws: VaultError.self) { try await save(user: "", password: "generated") }
    }
}
