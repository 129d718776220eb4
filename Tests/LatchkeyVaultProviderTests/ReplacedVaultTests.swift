import AuthenticationServices
import LatchkeyCore
import LatchkeyProvider
import LatchkeySheet
import LatchkeyTesting
import LatchkeyVault
import Testing

@testable import LatchkeyVaultProvider

@MainActor @Suite(.timeLimit(.minutes(3))) struct `Replaced vault` {
    let vault: TestVault
    init() throws { vault = try TestVault() }

    private var path: String { VaultFile(folder: vault.folder).path }

    private func copy() throws -> Data { try Data(contentsOf: URL(filePath: path)) }

    /// Puts a file in the vault's place, as another program does.
    private func put(_ file: Data) throws { try file.write(to: URL(filePath: path), options: .atomic) }

    /// The vault as a new process finds it, with the key in the keychain.
    private func unlockedVault() async throws -> UnlockedVault? {
        if case .unlocked(let vault) = try await vault.access.state() { vault } else { nil }
    }

    private func replacement() async throws -> ReplacedVault? {
        if case .replaced(_, let replaced) = try await vault.access.state() { replaced } else { nil }
    }

    private func filling(_ id: RecordIdentifier) -> ASPasswordCredentialRequest {
        ASPasswordCredentialRequest(
            credentialIdentity: ASPasswordCredentialIdentity(
                serviceIdentifier: ASCredentialServiceIdentifier(identifier: "https://example.com", type: .URL),
                user: "alice", recordIdentifier: id.description))
    }

    /// A vault whose file from before an edit and a new passphrase was put back; a day has passed.
    private func rollBack() async throws -> RecordIdentifier {
        let id = try await vault.fill([.test("https://example.com", password: "old")])[0]
        let before = try copy()
        vault.set(TestVault.now + 86_400)
        let open = try #require(try await unlockedVault())
        try open.edit(id) { $0.password = Secret("new") }
        try await vault.access.changePassphrase(of: open, to: Secret("quite another passphrase"))
        try put(before)
        return id
    }

    private func expectQuestion(in driver: SheetDriver) async throws {
        try await driver.waitForSheet("Use This Copy of the Vault?")
        #expect(driver.messages == ["The vault’s file is older than the one that Latchkey used last."])
        #expect(
            driver.content("dates")
                == .paragraph(
                    "Latchkey last saw the vault on 2027-01-16T08:00:00Z. "
                        + "This file was last changed on 2027-01-15T08:00:00Z."))
    }

    @Test func `fills nothing from a file that was put back until the user accepts it`() async throws {
        let id = try await rollBack()
        let request = filling(id)
        let silent = try await vault.answer { $0.provideCredentialWithoutUserInteraction(for: request) }
        #expect(silent == .cancelled(.userInteractionRequired))
        let declined = SheetDriver(vault) { $0.prepareInterfaceToProvideCredential(for: request) }
        try await expectQuestion(in: declined)
        declined.cancel()
        #expect(await declined.answer() == .cancelled(.userCanceled))
        // A declined question is asked again.
        let driver = SheetDriver(vault) { $0.prepareInterfaceToProvideCredential(for: request) }
        try await expectQuestion(in: driver)
        try driver.press("accept")
        #expect(await driver.answer() == .password(ASPasswordCredential(user: "alice", password: "old")))
        await WorkAfterAnswer.settle()
        #expect(try await replacement() == nil)
    }

    @Test func `a process that opened the vault before its request reads the file that replaced it`() async throws {
        let id = try await vault.fill([.test("https://example.com", password: "old")])[0]
        let before = try copy()
        vault.access.prepare()
        #expect(try await unlockedVault()?.record(id).login.password == Secret("old"))
        vault.access.prepare()
        // A restored backup with a later edit, moved into place by rename(2).
        try put(before)
        try #require(try await unlockedVault()).edit(id) { $0.password = Secret("new") }
        #expect(try await unlockedVault()?.record(id).login.password == Secret("new"))
    }

    @Test func `warms up`() throws {
        #expect(throws: Never.self) { try VaultAccess.warmUp() }
    }

    @Test func `a vault that was deleted after it was opened before the request is missing`() async throws {
        try await vault.fill([.test("https://example.com", password: "old")])
        vault.access.prepare()
        try FileManager.default.removeItem(atPath: path)
        guard case .missing = try await vault.access.state() else {
            Issue.record("the vault is not missing")
            return
        }
    }

    @Test func `asks in the unlock sheet about a file that was put back`() async throws {
        _ = try await rollBack()
        try await vault.access.lock()
        let driver = SheetDriver(vault) { $0.prepareCredentialList(for: []) }
        try await driver.waitForSheet("Unlock the Vault")
        // The old passphrase opens the old file.
        try driver.press("unlock", secure: ["passphrase": TestVault.passphrase])
        try await expectQuestion(in: driver)
        #expect(vault.keychain.isEmpty)
        try driver.press("accept")
        try await driver.waitForSheet("Choose a Login")
        #expect(!vault.keychain.isEmpty)
    }

    @Test func `saves nothing into a file that was put back without a question`() async throws {
        _ = try await rollBack()
        let request = ASSavePasswordRequest(
            serviceIdentifier: ASCredentialServiceIdentifier(identifier: "https://new.example", type: .URL),
            credential: ASPasswordCredential(user: "bob", password: "p"), sessionID: "1", event: .userInitiated)
        let answer = try await vault.answer {
            $0.performWithoutUserInteractionIfPossible(savePasswordRequest: request)
        }
        #expect(answer == .cancelled(.userInteractionRequired))
        #expect(try vault.descriptions() == ["alice old https://example.com"])
    }

    @Test func `asks about the file of another vault and of another branch`() async throws {
        let other = try TestVault()
        try await other.fill()
        try await vault.fill()
        let branch = try copy()
        let open = try #require(try await unlockedVault())
        try open.add(.test("https://mine.example"))
        vault.anchors.stop()
        // The other branch has as many changes, made elsewhere.
        let latest = try copy()
        try put(branch)
        for number in 0..<3 { try vault.open().add(.test("https://other\(number).example")) }
        #expect(try await replacement()?.change == .forked)
        try put(latest)
        #expect(try await replacement() == nil)
        try put(Data(contentsOf: URL(filePath: VaultFile(folder: other.folder).path)))
        let foreign = try #require(try vault.access.open()).unlock(passphrase: Secret(TestVault.passphrase))
        #expect(try await vault.access.replacement(of: foreign)?.change == .anotherVault)
    }

    @Test func `trusts and records the first vault, also after the anchor was lost`() async throws {
        _ = try await rollBack()
        vault.anchors.forget()
        #expect(try await replacement() == nil)
        #expect(try vault.anchors.anchor?.mark == vault.open().mark())
    }

    @Test func `fills nothing if the anchor cannot be read until the user accepts the vault`() async throws {
        let request = filling(try await vault.fill([.test("https://example.com")])[0])
        vault.anchors.damage()
        let silent = try await vault.answer { $0.provideCredentialWithoutUserInteraction(for: request) }
        #expect(silent == .cancelled(.userInteractionRequired))
        let driver = SheetDriver(vault) { $0.prepareInterfaceToProvideCredential(for: request) }
        try await driver.waitForSheet("Use This Copy of the Vault?")
        #expect(driver.messages == ["Latchkey’s record of the vault’s latest state cannot be read."])
        #expect(driver.content("dates") == .paragraph("This file was last changed on 2027-01-15T08:00:00Z."))
        try driver.press("accept")
        #expect(await driver.answer() == .password(ASPasswordCredential(user: "alice", password: "hunter2")))
        await WorkAfterAnswer.settle()
        #expect(try await replacement() == nil)
        #expect(try vault.anchors.anchor?.mark == vault.open().mark())
    }

    @Test func `asks after the passphrase if the anchor cannot be read`() async throws {
        try await vault.fill(locked: true)
        vault.anchors.damage()
        let replaced = try #require(try await vault.access.replacement(of: vault.open()))
        #expect(replaced.change == .notComparable)
        #expect(replaced.seen == nil)
        #expect(replaced.changed == TestVault.now)
        #expect(vault.anchors.anchor != nil)
    }

    @Test func `saves nothing into a locked vault whose anchor cannot be read`() async throws {
        try await vault.fill(locked: true)
        vault.anchors.damage()
        let request = ASSavePasswordRequest(
            serviceIdentifier: ASCredentialServiceIdentifier(identifier: "https://new.example", type: .URL),
            credential: ASPasswordCredential(user: "bob", password: "p"), sessionID: "1", event: .userInitiated)
        let answer = try await vault.answer {
            $0.performWithoutUserInteractionIfPossible(savePasswordRequest: request)
        }
        #expect(answer == .cancelled(.userInteractionRequired))
        let locked = try #require(try vault.access.open())
        await #expect(throws: VaultError.changedUnderneath(.notComparable)) {
            let report = AccountReport.unusedPassword(domain: "example.com", user: "alice")
            try await vault.access.deposit(InboxProposal(report, at: TestVault.now), in: locked)
        }
        #expect(try locked.status().proposalCount == 0)
    }

    @Test func `a program that is killed after writing the vault and before the anchor causes no question`()
        async throws
    {
        try await vault.fill()
        let open = try #require(try await unlockedVault())
        vault.anchors.stop()
        for number in 0..<3 { try open.add(.test("https://site\(number).example")) }
        let before = try #require(vault.anchors.anchor)
        #expect(try before.mark != open.mark())
        vault.anchors.stop(false)
        #expect(try await replacement() == nil)
        #expect(try vault.anchors.anchor?.mark == open.mark())
    }

    @Test(arguments: [false, true])
    func `a restore stores the new anchor, and one that was killed before causes no question`(
        isKilled: Bool
    ) async throws {
        let other = try TestVault()
        try await other.fill([.test("https://example.com")])
        let key = try other.open().vaultKey
        let path = VaultFile(folder: other.folder).path
        try await vault.fill()
        if isKilled { vault.anchors.stop() }
        _ = try await vault.access.restore(VaultBackups.open(path).unlock(vaultKey: key), at: path)
        vault.anchors.stop(false)
        vault.keychain.put(key)
        #expect(try await replacement() == nil)
        let mark = try vault.open().mark()
        #expect(vault.anchors.anchor?.mark == mark)
        #expect(vault.anchors.anchor?.pending == nil)
    }

    @Test func `a new key causes no question, and the file from before it does`() async throws {
        try await vault.fill()
        let open = try #require(try await unlockedVault())
        let before = try copy()
        _ = try await vault.access.rekey(open, passphrase: Secret(TestVault.passphrase))
        #expect(try await replacement() == nil)
        try put(before)
        let old = try #require(try vault.access.open()).unlock(passphrase: Secret(TestVault.passphrase))
        #expect(try await vault.access.replacement(of: old)?.change == .rolledBack)
    }

    @Test func `opening the vault keeps the note of a restore that has not replaced it yet`() async throws {
        let other = try TestVault()
        try await other.fill()
        try await vault.fill()
        let next = try other.open().anchor()
        try vault.anchors.anchors.prepare(next)
        #expect(try await replacement() == nil)
        #expect(vault.anchors.anchor?.pending == next.mark)
    }

    @Test func `a backup that could not be restored is not accepted later`() async throws {
        let other = try TestVault()
        try await other.fill([.test("https://example.com")])
        let key = try other.open().vaultKey
        let path = VaultFile(folder: other.folder).path
        try await vault.fill()
        // The copy of the present file cannot be made in a file.
        try Data().write(to: #require(vault.access.file).backups.folder)
        await #expect(throws: (any Error).self) {
            _ = try await vault.access.restore(VaultBackups.open(path).unlock(vaultKey: key), at: path)
        }
        #expect(vault.anchors.anchor?.pending == nil)
        try put(Data(contentsOf: URL(filePath: path)))
        let foreign = try #require(try vault.access.open()).unlock(passphrase: Secret(TestVault.passphrase))
        #expect(try await vault.access.replacement(of: foreign)?.change == .anotherVault)
    }

    @Test func `a login is saved into a locked vault whose new key was interrupted`() async throws {
        try await vault.fill(locked: true)
        vault.anchors.stop()
        _ = try await vault.access.rekey(vault.open(), passphrase: Secret(TestVault.passphrase))
        vault.anchors.stop(false)
        let report = AccountReport.unusedPassword(domain: "example.com", user: "alice")
        let locked = try #require(try vault.access.open())
        try await vault.access.deposit(InboxProposal(report, at: TestVault.now), in: locked)
        #expect(try vault.open().inbox().entries.count == 1)
    }

    @Test func `restoring a backup of the same vault causes no question`() async throws {
        let id = try await vault.fill([.test("https://example.com", password: "old")])[0]
        let open = try #require(try await unlockedVault())
        let backup = try await vault.access.backUp(open, for: .request)
        try open.edit(id) { $0.password = Secret("new") }
        let opened = try VaultBackups.open(backup.path).unlock(vaultKey: open.vaultKey)
        _ = try await vault.access.restore(opened, at: backup.path)
        #expect(try await replacement() == nil)
        #expect(try vault.descriptions() == ["alice old https://example.com"])
    }
}
