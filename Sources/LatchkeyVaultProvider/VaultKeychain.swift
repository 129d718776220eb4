import LatchkeyProvider
package import LatchkeySecret

/// Where the key of an unlocked vault lies until the vault is locked: the agent's keychain, or a test's.
package struct VaultKeychain: Sendable {
    /// Gives the key, and starts its lifetime again if told so; nothing while the vault is locked.
    package var read: @Sendable (_ renewing: Bool) async throws -> Secret?
    /// Puts the key down for some seconds.
    package var write: @Sendable (Secret, Double) async throws -> Void
    package var remove: @Sendable () async throws -> Void
    /// Seconds until the key is forgotten.
    package var timeLeft: @Sendable () async throws -> Double?

    package init(
        read: @escaping @Sendable (_ renewing: Bool) async throws -> Secret?,
        write: @escaping @Sendable (Secret, Double) async throws -> Void,
        remove: @escaping @Sendable () async throws -> Void, timeLeft: @escaping @Sendable () async throws -> Double?
    ) {
        self.read = read
        self.write = write
        self.remove = remove
        self.timeLeft = timeLeft
    }

    private static let account = "vault-key"

    /// The agent's, which wipes it on lock, suspend, expiry and its own end; without an agent nothing is kept.
    package static let agent = VaultKeychain(
        read: { try await Keychain.shared?.value(for: account, renewing: $0) },
        write: { try await Keychain.shared?.set($0, for: account, lifetime: $1, renewsWhenRead: true) },
        remove: { try await Keychain.shared?.remove(account) },
        timeLeft: { try await Keychain.shared?.lifetime(of: account) })
}
