import AuthenticationServices
import LatchkeyCore
import LatchkeySheet
import LatchkeyTesting
import LatchkeyVault
import Testing

@testable import LatchkeyVaultProvider

@MainActor @Suite(.timeLimit(.minutes(3))) struct `Configuration sheet` {
    let vault: TestVault
    init() throws { vault = try TestVault() }

    private func open(_ title: String) async throws -> SheetDriver {
        let driver = SheetDriver(vault) { $0.prepareInterfaceForExtensionConfiguration() }
        try await driver.waitForSheet(title) { !$0.elements.isEmpty }
        return driver
    }

    @Test func `creates a vault and shows its recovery code once`() async throws {
        let driver = try await open("Create a Vault")
        try driver.press("create", secure: ["passphrase": TestVault.passphrase, "again": TestVault.passphrase])
        try await driver.waitForSheet("Your Recovery Code")
        guard case .text(let code) = driver.content("code") else {
            Issue.record("no code is shown")
            return
        }
        let locked = try #require(try vault.access.open())
        _ = try locked.unlock(recoveryCode: RecoveryCode(typed: Secret(code.text)))
        try driver.press("done")
        try await driver.waitForSheet("Latchkey Vault")
        #expect(driver.content("state") == .paragraph("The vault is unlocked."))
        #expect(!vault.keychain.isEmpty)
        try driver.press("done")
        #expect(await driver.answer() == .configured)
    }

    @Test(arguments: [
        ("zebra piano cloud", "zebra piano clouds", "The passphrases do not match. Type them again."),
        // The rule is checked before the two passphrases are compared.
        ("short", "other", "A passphrase needs at least 8 characters."),
        ("short", "short", "A passphrase needs at least 8 characters."),
        (
            "password1", "password1",
            "This passphrase would be guessed at once: it contains a common password, word or name."
                + " Use four unrelated words."
        ),
        // Found within five thousand guesses.
        (
            "monkey12", "monkey12",
            "This passphrase would be guessed at once: it is a common password, word or name."
                + " Use four unrelated words."
        ),
        (
            "abcdefgh", "abcdefgh",
            "This passphrase would be guessed at once: it is a sequence. Use four unrelated words."
        ),
        (
            "zebra2019", "zebra2019",
            "This passphrase is easy to guess: it contains a common password, word or name."
                + " Four unrelated words are better."
                + " To use it anyway, type it again."
        ),
    ])
    func `rejects an unusable passphrase`(one: String, two: String, message: String) async throws {
        let driver = try await open("Create a Vault")
        try driver.press("create", secure: ["passphrase": one, "again": two])
        try await driver.waitForSheet("Create a Vault") { $0.elements.contains { $0.content.kind == "message" } }
        #expect(driver.messages == [message])
        #expect(vault.access.file?.exists == false)
    }

    @Test func `shows the passphrase rule before the user types`() async throws {
        let driver = try await open("Create a Vault")
        let rule = "A passphrase needs at least 8 characters. Four unrelated words make a good one."
        #expect(driver.content("rule") == .paragraph(rule))
        #expect(driver.messages.isEmpty)
    }

    @Test func `accepts a weak passphrase typed a second time`() async throws {
        let driver = try await open("Create a Vault")
        try driver.press("create", secure: ["passphrase": "zebra2019", "again": "zebra2019"])
        try await driver.waitForSheet("Create a Vault") { $0.elements.contains { $0.content.kind == "message" } }
        try driver.press("create", secure: ["passphrase": "zebra2019", "again": "zebra2019"])
        try await driver.waitForSheet("Your Recovery Code")
    }

    @Test func `saves the auto-lock time and applies it to the stored key`() async throws {
        try await vault.fill()
        let driver = try await open("Latchkey Vault")
        try await driver.waitForSheet("Latchkey Vault") { _ in driver.content("auto-lock") != nil }
        try driver.send(.picked("60"), to: "auto-lock")
        try driver.press("lock")
        try await driver.waitForSheet("Latchkey Vault") { _ in driver.content("unlock") != nil }
        #expect(vault.access.settings == VaultSettings(autoLockMinutes: 60))
        #expect(vault.keychain.isEmpty)
        try driver.press("unlock")
        try await driver.waitForSheet("Unlock the Vault")
        try driver.press("unlock", secure: ["passphrase": TestVault.passphrase])
        try await driver.waitForSheet("Latchkey Vault")
        #expect(vault.keychain.lifetime == 3600)
    }

    @Test func `rebuilds the suggestions`() async throws {
        try await vault.fill([.test("https://a.example")])
        let driver = try await open("Latchkey Vault")
        try await driver.waitForSheet("Latchkey Vault") { _ in driver.content("refill") != nil }
        #expect(vault.store.identities.count == 1)
        try vault.store.removeAll()
        try driver.press("refill")
        try await driver.waitForSheet("Latchkey Vault") { _ in driver.messages == ["The suggestions are up to date."] }
        #expect(vault.store.identities.count == 1)
    }

    @Test(arguments: [
        ("not JSON", 15), (#"{"autoLockMinutes":0}"#, 1), (#"{"autoLockMinutes":99999}"#, 1440), ("{}", 15),
    ])
    func `limits the values of an invalid settings file`(text: String, minutes: Int) throws {
        try Data(text.utf8).write(to: vault.folder.appending(path: "settings.json"))
        #expect(vault.access.settings.autoLockMinutes == minutes)
    }

    @Test func `creates a vault file that only its owner can read`() async throws {
        try await vault.fill()
        let path = VaultFile(folder: vault.folder).path
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber
        #expect(mode?.intValue == 0o600)
    }
}
