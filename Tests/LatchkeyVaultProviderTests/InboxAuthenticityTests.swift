import AuthenticationServices
import GRDB
import LatchkeyCore
import LatchkeyProvider
import LatchkeySheet
import LatchkeyTesting
import LatchkeyVault
import Testing

@testable import LatchkeyVaultProvider

/// A program that can write the vault's file and has no key.
@MainActor @Suite(.timeLimit(.minutes(3))) struct `Inbox authenticity` {
    let vault: TestVault
    init() throws { vault = try TestVault() }

    /// Seals an entry to the public key in the file, as any program can.
    private func forge(_ proposal: InboxProposal) throws {
        try #require(try vault.access.open()).deposit(proposal)
    }

    private func proposal(_ reason: InboxProposal.Reason, password: String = "mallory's") throws -> InboxProposal {
        InboxProposal(
            reason: reason, user: "alice", password: Secret(password),
            sites: [try #require(Site("https://example.com"))], proposed: TestVault.now)
    }

    nonisolated private static let forgedSentences: [(InboxProposal.Reason, String)] = [
        (.savedByUser, "Update the password of alice for example.com?"),
        (.submittedLogin, "Update the password of alice for example.com?"),
        (.generatedPassword, "Update the password of alice for example.com?"),
        (.git, "Save the password of alice that git used for example.com?"),
        (.gitRefusal, "Stop giving git the password of alice? The server example.com rejected it."),
    ]

    @Test(arguments: forgedSentences)
    func `a forged entry changes nothing until the user accepts it`(
        reason: InboxProposal.Reason, sentence: String
    ) async throws {
        try await vault.fill([.test("https://example.com", password: "old")], locked: true)
        try forge(proposal(reason))
        let open = try vault.open()
        let before = try open.mark()
        await vault.access.runDeferredWork(in: open)
        let result = try await open.processInbox()
        #expect(result.changes.isEmpty)
        #expect(result.unverifiedCount == 1)
        #expect(result.questions.map(\.sentence) == [sentence])
        #expect(try open.mark() == before)
        #expect(try await open.answer(#require(result.questions.first), with: nil).isEmpty)
        #expect(try open.inbox().entries.isEmpty)
    }

    @Test func `a forged report of an unused password moves no login to the bin`() async throws {
        let id = try await vault.fill([.test("https://example.com")], locked: true)[0]
        try forge(InboxProposal(.unusedPassword(domain: "example.com", user: "alice"), at: TestVault.now))
        let open = try vault.open()
        await vault.access.runDeferredWork(in: open)
        #expect(try !open.overview(id).isRemoved)
        let question = try #require(try await open.processInbox().questions.first)
        #expect(!question.isVerified)
        #expect(question.affected.map(\.id) == [id])
    }

    @Test func `a forged report hides no passkey`() async throws {
        let passkey = Passkey(
            description: PasskeyDescription(
                relyingPartyIdentifier: "example.com", credentialID: Data([1]), userHandle: Data([9]),
                userName: "alice"),
            privateKey: Secret("key"))
        let id = try await vault.fill([Login(title: "A", user: "alice", passkeys: [passkey])], locked: true)[0]
        try forge(
            InboxProposal(.unknownPasskey(relyingParty: "example.com", credentialID: Data([1])), at: TestVault.now))
        let open = try vault.open()
        await vault.access.runDeferredWork(in: open)
        #expect(try open.record(id).login.hiddenPasskeys == [])
        #expect(try await open.processInbox().questions.map(\.isVerified) == [false])
    }

    @Test func `adds no forged password to the history of a submitted login`() async throws {
        try await vault.fill(locked: true)
        var forged = try proposal(.generatedPassword)
        forged.session = "1"
        try forge(forged)
        var submitted = try proposal(.submittedLogin, password: "typed")
        submitted.session = "1"
        try await vault.access.deposit(submitted, in: #require(try vault.access.open()))
        let open = try vault.open()
        let result = try await open.processInbox()
        #expect(result.changes.count == 1 && result.unverifiedCount == 1)
        let id = try #require(try open.overviews().overviews.first).id
        #expect(try open.record(id).login.history.isEmpty)
    }

    @Test func `a saved login is not sealed to an exchanged public key`() async throws {
        try await vault.fill([.test("https://example.com", password: "old")], locked: true)
        try await exchangeInboxKey()
        let request = ASSavePasswordRequest(
            serviceIdentifier: ASCredentialServiceIdentifier(identifier: "https://example.com", type: .URL),
            credential: ASPasswordCredential(user: "alice", password: "new"), sessionID: "1", event: .userInitiated)
        let answer = try await vault.answer {
            $0.performWithoutUserInteractionIfPossible(savePasswordRequest: request)
        }
        #expect(answer.isFailure)
        #expect(try entryCount() == 0)
    }

    private func entryCount() throws -> Int? {
        try DatabaseQueue(path: VaultFile(folder: vault.folder).path).read {
            try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM inbox")
        }
    }

    /// Puts the public key of another vault into the file, with a correct checksum.
    private func exchangeInboxKey() async throws {
        let other = try TestVault()
        try await other.fill()
        func row(_ vault: TestVault) throws -> Row? {
            try DatabaseQueue(path: VaultFile(folder: vault.folder).path).read {
                try Row.fetchOne($0, sql: "SELECT identifier, key_check, inbox_key, manifest FROM vault")
            }
        }
        let (own, foreign) = (try #require(try row(vault)), try #require(try row(other)))
        let key: Data = foreign[2]
        let identifier = try #require(RecordIdentifier(bytes: Array(own[0] as Data)))
        let header = VaultHeader(identifier: identifier, keyCheck: Array(own[1] as Data), inboxKey: Array(key))
        let checksum = Data(header.checksum)
        let queue = try DatabaseQueue(path: VaultFile(folder: vault.folder).path)
        try await queue.write { db in
            try db.execute(sql: "UPDATE vault SET inbox_key = ?, checksum = ?", arguments: [key, checksum])
        }
    }

    @Test func `shows the number of unverified entries and names each before it is applied`() async throws {
        try await vault.fill([.test("https://example.com", password: "old")], locked: true)
        try forge(proposal(.savedByUser))
        let driver = SheetDriver(vault) { $0.prepareCredentialList(for: []) }
        try await driver.waitForSheet("Unlock the Vault")
        try driver.press("unlock", secure: ["passphrase": TestVault.passphrase])
        try await driver.waitForSheet("Choose a Login")
        #expect(
            driver.messages == ["One login in the inbox waits for your decision. One of them cannot be verified."])
        try driver.press("review")
        try await driver.waitForSheet("Saved While Locked")
        #expect(driver.content("question") == .paragraph("Update the password of alice for example.com?"))
        #expect(
            driver.messages == [
                "Latchkey cannot verify this entry: another program, or an older version of Latchkey, wrote it."
            ])
        try driver.press("discard")
        try await driver.waitForSheet("Choose a Login")
        #expect(try vault.descriptions() == ["alice old https://example.com"])
    }
}

extension ProviderAnswer {
    fileprivate var isFailure: Bool {
        if case .cancelled = self { true } else { false }
    }
}
