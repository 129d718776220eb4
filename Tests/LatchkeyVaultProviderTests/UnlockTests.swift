import AuthenticationServices
import LatchkeyCore
import LatchkeySheet
import LatchkeyTesting
import LatchkeyVault
import Testing

@testable import LatchkeyVaultProvider

@MainActor @Suite(.timeLimit(.minutes(3))) struct `Unlock sheet` {
    let vault: TestVault
    init() throws { vault = try TestVault() }

    /// Types the passphrase, and closes or keeps the sheet while the key is derived.
    private func unlock(leaving: Bool) async throws -> Bool {
        try await vault.fill(locked: true)
        var wasUnlocked = false
        let controller = UnlockViewController(
            try #require(try vault.access.open()), access: vault.access, reason: "Unlock the vault."
        ) { _, wasTyped in wasUnlocked = wasTyped }
        let host = SheetHost(root: controller, cancelTitle: "Cancel", output: { _ in }, cancelled: {})
        controller.loadViewIfNeeded()
        host.appear()
        await host.settle()
        let typed = SubmittedValue(UnlockViewController.passphrase, .secure(SecureText(TestVault.passphrase)))
        controller.sheetDidReceive(SheetEvent(UnlockViewController.unlock, .submitted([typed])))
        let attempt = try #require(controller.attempt)
        if leaving { host.disappear() }
        await attempt.value
        return wasUnlocked
    }

    @Test func `stores the key after an unlock`() async throws {
        #expect(try await unlock(leaving: false))
        #expect(!vault.keychain.isEmpty)
    }

    @Test func `discards a key whose derivation ends after the sheet closed`() async throws {
        #expect(try await !unlock(leaving: true))
        #expect(vault.keychain.isEmpty)
    }

    @Test func `cancels an unlock without waiting for the derivation`() async throws {
        try await vault.fill(locked: true)
        let driver = SheetDriver(vault) { $0.prepareCredentialList(for: []) }
        try await driver.waitForSheet("Unlock the Vault")
        try driver.press("unlock", secure: ["passphrase": TestVault.passphrase])
        driver.cancel()
        #expect(driver.answered == .cancelled(.userCanceled))
    }

    /// Another process unlocks the vault while the sheet is open.
    @Test func `completes the sheet if another process unlocks the vault`() async throws {
        try await vault.fill(locked: true)
        let (unlocked, tell) = AsyncStream.makeStream(of: Bool.self)
        let controller = UnlockViewController(
            try #require(try vault.access.open()), access: vault.access, reason: "Unlock the vault.",
            pollInterval: .milliseconds(1)
        ) { _, wasTyped in tell.yield(wasTyped) }
        let host = SheetHost(root: controller, cancelTitle: "Cancel", output: { _ in }, cancelled: {})
        controller.loadViewIfNeeded()
        host.appear()
        await host.settle()
        #expect(await vault.access.storeKey(of: try vault.open()))
        var happened = unlocked.makeAsyncIterator()
        #expect(await happened.next() == false)
        host.disappear()
    }

    @Test func `continues the request without questions after another process unlocked the vault`() async throws {
        try await vault.fill(locked: true)
        let driver = SheetDriver(vault) { $0.prepareCredentialList(for: []) }
        try await driver.waitForSheet("Unlock the Vault")
        #expect(await vault.access.storeKey(of: try vault.open()))
        try await driver.waitForSheet("Choose a Login")
    }
}
