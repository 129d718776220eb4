import Foundation
import LatchkeyClient
import LatchkeyWire
import Testing

/// `latchkey-vault unlock` with a real agent.
@Suite struct UnlockTests {
    /// A verified user's passkeys are signed without a question.
    @Test func `only a typed passphrase verifies the user`() async throws {
        let world = try await World.withVault()
        let app = try await world.connect()
        let token = try Data(contentsOf: URL(filePath: world.container(Bundles.vault) + "/.latchkey-token"))
        _ = try await app.call(
            AuthenticateApp.self, AuthenticateApp.Parameters(provider: ProviderIdentifier(Bundles.vault), token: token))
        func isVerified() async throws -> Bool {
            try await app.call(
                GetKeychainItem.self, GetKeychainItem.Parameters(account: "person-verified", renews: false)
            ).value != nil
        }
        #expect(try await isVerified())
        _ = try await app.call(RemoveKeychainItem.self, KeychainItemParameters(account: "person-verified"))
        // The vault is unlocked, so the command asks for nothing.
        try await world.vault("unlock")
        #expect(try await !isVerified())
        try await world.unlockVault()
        #expect(try await isVerified())
    }
}
