import LatchkeyProvider
package import LatchkeyCore

/// Stores the key of an unlocked vault and the user's verification: the agent's keychain, or a test's.
package struct VaultKeychain: Sendable {
    /// Returns the key; `nil` while the vault is locked.
    ///
    /// Restarts the key's lifetime if `renewing` is `true`.
    package var read: @Sendable (_ renewing: Bool) async throws -> Secret?
    /// Stores the key for a number of seconds.
    package var write: @Sendable (Secret, Double) async throws -> Void
    /// Removes the key and the verification.
    package var remove: @Sendable () async throws -> Void
    /// Seconds until the key expires; `nil` if no key is stored.
    package var timeLeft: @Sendable () async throws -> Double?
    /// Stores the identifier of the vault whose passphrase the user typed, for a number of seconds.
    ///
    /// Reading it does not restart its lifetime.
    package var noteVerification: @Sendable (Secret, Double) async throws -> Void
    /// Removes the verification.
    package var forgetVerification: @Sendable () async throws -> Void
    /// The identifier that ``noteVerification`` stored; `nil` once it has expired.
    package var verification: @Sendable () async throws -> Secret?

    package init(
        read: @escaping @Sendable (_ renewing: Bool) async throws -> Secret?,
        write: @escaping @Sendable (Secret, Double) async throws -> Void,
        remove: @escaping @Sendable () async throws -> Void, timeLeft: @escaping @Sendable () async throws -> Double?,
        noteVerification: @escaping @Sendable (Secret, Double) async throws -> Void,
        forgetVerification: @escaping @Sendable () async throws -> Void,
        verification: @escaping @Sendable () async throws -> Secret?
    ) {
        self.read = read
        self.write = write
        self.remove = remove
        self.timeLeft = timeLeft
        self.noteVerification = noteVerification
        self.forgetVerification = forgetVerification
        self.verification = verification
    }

    private static let account = "vault-key"
    private static let verificationAccount = "person-verified"

    /// The agent's keychain.
    ///
    /// The agent wipes it on lock, suspend, expiry and exit. Without an agent, nothing is stored.
    package static let agent = VaultKeychain(
        read: { try await Keychain.shared?.value(for: account, renewing: $0) },
        write: { try await Keychain.shared?.set($0, for: account, lifetime: $1, renewsWhenRead: true) },
        remove: {
            // The verification first: the agent reports the vault as unlocked while any item is stored.
            try? await Keychain.shared?.remove(verificationAccount)
            try await Keychain.shared?.remove(account)
        },
        timeLeft: { try await Keychain.shared?.lifetime(of: account) },
        noteVerification: { try await Keychain.shared?.set($0, for: verificationAccount, lifetime: $1) },
        forgetVerification: { try await Keychain.shared?.remove(verificationAccount) },
        verification: { try await Keychain.shared?.value(for: verificationAccount, renewing: false) })
}
