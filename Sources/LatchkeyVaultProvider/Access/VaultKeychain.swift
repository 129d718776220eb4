import LatchkeyProvider
package import LatchkeyCore

/// Where the key of an unlocked vault lies until the vault is locked, and for how long a person counts as verified: the
/// agent's keychain, or a test's.
package struct VaultKeychain: Sendable {
    /// Gives the key, and starts its lifetime again if told so; nothing while the vault is locked.
    package var read: @Sendable (_ renewing: Bool) async throws -> Secret?
    /// Puts the key down for some seconds.
    package var write: @Sendable (Secret, Double) async throws -> Void
    package var remove: @Sendable () async throws -> Void
    /// Seconds until the key is forgotten.
    package var timeLeft: @Sendable () async throws -> Double?
    /// Notes for some seconds, which nothing prolongs, of which vault the passphrase was just given.
    package var noteVerification: @Sendable (Secret, Double) async throws -> Void
    package var forgetVerification: @Sendable () async throws -> Void
    /// What was noted so, while it holds.
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

    /// The agent's, which wipes it on lock, suspend, expiry and its own end; without an agent nothing is kept.
    package static let agent = VaultKeychain(
        read: { try await Keychain.shared?.value(for: account, renewing: $0) },
        write: { try await Keychain.shared?.set($0, for: account, lifetime: $1, renewsWhenRead: true) },
        remove: {
            // The note first: what lies here without the key makes a locked vault look unlocked.
            try? await Keychain.shared?.remove(verificationAccount)
            try await Keychain.shared?.remove(account)
        },
        timeLeft: { try await Keychain.shared?.lifetime(of: account) },
        noteVerification: { try await Keychain.shared?.set($0, for: verificationAccount, lifetime: $1) },
        forgetVerification: { try await Keychain.shared?.remove(verificationAccount) },
        verification: { try await Keychain.shared?.value(for: verificationAccount, renewing: false) })
}
