import AuthenticationServices
import LatchkeyCore
import LatchkeySheet
import LatchkeyTesting
import LatchkeyVault
import Testing

@testable import LatchkeyVaultProvider

@MainActor @Suite(.timeLimit(.minutes(3))) struct `The configuration` {
    let vault: TestVault
    init() throws { vault = try TestVault() }

    private func open(_ title: String) async throws -> Desk {
        let desk = Desk(vault) { $0.prepareInterfaceForExtensionConfiguration() }
        try await desk.see(title) { !$0.elements.isEmpty }
        return desk
    }

    @Test func `makes a vault, and shows its recovery code once`() async throws {
        let desk = try await open("Create a Vault")
        try desk.press("create", secure: ["passphrase": TestVault.passphrase, "again": TestVault.passphrase])
        try await desk.see("Your Recovery Code")
        guard case .text(let code) = desk.content("code") else {
            Issue.record("no code is shown")
            return
        }
        let locked = try #require(try vault.access.open())
        _ = try locked.unlock(recoveryCode: RecoveryCode(typed: Secret(code.text)))
        try desk.press("done")
        try await desk.see("Latchkey Vault")
        #expect(desk.content("state") == .paragraph("The vault is unlocked."))
        #expect(!vault.keychain.isEmpty)
        try desk.press("done")
        #expect(await desk.answer() == .configured)
    }

    @Test(arguments: [
        ("the first", "the second", "The two passphrases differ. Type them again."),
        // The rule comes before the comparison.
        ("short", "other", "A passphrase needs at least 8 characters."),
        ("short", "short", "A passphrase needs at least 8 characters."),
        (
            "password1", "password1",
            "This passphrase would be guessed at once: it contains a common password, word or name."
                + " Take four words that do not belong together."
        ),
        (
            "abcdefgh", "abcdefgh",
            "This passphrase would be guessed at once: it is a sequence. Take four words that do not belong together."
        ),
        (
            "zebra2019", "zebra2019",
            "This passphrase is easy to guess: it contains a common password, word or name."
                + " Four words that do not belong together are better."
                + " To keep it, type it again."
        ),
    ])
    func `refuses a hopeless passphrase`(one: String, two: String, message: String) async throws {
        let desk = try await open("Create a Vault")
        try desk.press("create", secure: ["passphrase": one, "again": two])
        try await desk.see("Create a Vault") { $0.elements.contains { $0.content.kind == "message" } }
        #expect(desk.messages == [message])
        #expect(vault.access.file?.exists == false)
    }

    @Test func `tells the rule for a passphrase before one is typed`() async throws {
        let desk = try await open("Create a Vault")
        let rule = "A passphrase needs at least 8 characters. Four words that do not belong together are good."
        #expect(desk.content("rule") == .paragraph(rule))
        #expect(desk.messages.isEmpty)
    }

    @Test func `takes a weak passphrase that is typed again`() async throws {
        let desk = try await open("Create a Vault")
        try desk.press("create", secure: ["passphrase": "zebra2019", "again": "zebra2019"])
        try await desk.see("Create a Vault") { $0.elements.contains { $0.content.kind == "message" } }
        try desk.press("create", secure: ["passphrase": "zebra2019", "again": "zebra2019"])
        try await desk.see("Your Recovery Code")
    }

    @Test func `keeps the time until the vault locks, and gives the key its new life`() async throws {
        try await vault.fill()
        let desk = try await open("Latchkey Vault")
        try await desk.see("Latchkey Vault") { _ in desk.content("auto-lock") != nil }
        try desk.does(.picked("60"), to: "auto-lock")
        try desk.press("lock")
        try await desk.see("Latchkey Vault") { _ in desk.content("unlock") != nil }
        #expect(vault.access.settings == VaultSettings(autoLockMinutes: 60))
        #expect(vault.keychain.isEmpty)
        try desk.press("unlock")
        try await desk.see("Unlock the Vault")
        try desk.press("unlock", secure: ["passphrase": TestVault.passphrase])
        try await desk.see("Latchkey Vault")
        #expect(vault.keychain.lifetime == 3600)
    }

    @Test func `writes the suggestions again`() async throws {
        try await vault.fill([.test("https://a.example")])
        let desk = try await open("Latchkey Vault")
        try await desk.see("Latchkey Vault") { _ in desk.content("refill") != nil }
        #expect(vault.store.identities.count == 1)
        try vault.store.removeAll()
        try desk.press("refill")
        try await desk.see("Latchkey Vault") { _ in desk.messages == ["The suggestions are up to date."] }
        #expect(vault.store.identities.count == 1)
    }

    @Test(arguments: [
        ("not JSON", 15), (#"{"autoLockMinutes":0}"#, 1), (#"{"autoLockMinutes":99999}"#, 1440), ("{}", 15),
    ])
    func `holds a settings file that makes no sense to its bounds`(text: String, minutes: Int) throws {
        try Data(text.utf8).write(to: vault.folder.appending(path: "settings.json"))
        #expect(vault.access.settings.autoLockMinutes == minutes)
    }

    @Test func `makes a vault that only its owner can read`() async throws {
        try await vault.fill()
        let path = VaultFile(folder: vault.folder).path
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber
        #expect(mode?.intValue == 0o600)
    }
}
