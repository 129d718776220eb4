import AuthenticationServices
import LatchkeyCore
import LatchkeySheet
import LatchkeyTesting
import LatchkeyVault
import Testing

@testable import LatchkeyVaultProvider

@MainActor @Suite(.timeLimit(.minutes(3))) struct `An unlock` {
    let vault: TestVault
    init() throws { vault = try TestVault() }

    /// Types the passphrase, and leaves or stays while its key is derived.
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

    @Test func `keeps the key`() async throws {
        #expect(try await unlock(leaving: false))
        #expect(!vault.keychain.isEmpty)
    }

    @Test func `that is left while the key is derived throws it away`() async throws {
        #expect(try await !unlock(leaving: true))
        #expect(vault.keychain.isEmpty)
    }

    @Test func `is cancelled without waiting for the derivation`() async throws {
        try await vault.fill(locked: true)
        let desk = Desk(vault) { $0.prepareCredentialList(for: []) }
        try await desk.see("Unlock the Vault")
        try desk.press("unlock", secure: ["passphrase": TestVault.passphrase])
        desk.leave()
        #expect(desk.answered == .cancelled(.userCanceled))
    }

    /// A second window, or a terminal, has unlocked it meanwhile; nobody types into this one.
    @Test func `goes on when the vault is unlocked elsewhere`() async throws {
        try await vault.fill(locked: true)
        let (unlocked, tell) = AsyncStream.makeStream(of: Bool.self)
        let controller = UnlockViewController(
            try #require(try vault.access.open()), access: vault.access, reason: "Unlock the vault.",
            pause: .milliseconds(1)
        ) { _, wasTyped in tell.yield(wasTyped) }
        let host = SheetHost(root: controller, cancelTitle: "Cancel", output: { _ in }, cancelled: {})
        controller.loadViewIfNeeded()
        host.appear()
        await host.settle()
        #expect(await vault.access.keep(try vault.open()))
        var happened = unlocked.makeAsyncIterator()
        #expect(await happened.next() == false)
        host.disappear()
    }

    @Test func `that goes on by itself is one request, which then asks nothing`() async throws {
        try await vault.fill(locked: true)
        let desk = Desk(vault) { $0.prepareCredentialList(for: []) }
        try await desk.see("Unlock the Vault")
        #expect(await vault.access.keep(try vault.open()))
        try await desk.see("Choose a Login")
    }
}
