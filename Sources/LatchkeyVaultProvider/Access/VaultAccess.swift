package import LatchkeyCore
import LatchkeySystem
package import LatchkeyVault

/// How far one gets into the vault without asking anybody.
package enum VaultState: Sendable {
    /// There is no vault yet.
    case missing
    case locked(LockedVault)
    case unlocked(UnlockedVault)
}

/// The way into the vault: its file, the place of its key, its suggestions, and what a guess of the passphrase costs.
///
/// Everything here blocks or derives keys, so it runs off the main actor.
package struct VaultAccess: Sendable {
    /// Nothing where the process has no container.
    package let file: VaultFile?
    package let keychain: VaultKeychain
    package let suggestions: IdentityFeed
    let cost: Argon2Cost
    let clock: VaultClock

    package init(
        file: VaultFile?, keychain: VaultKeychain = .agent, suggestions: IdentityFeed = IdentityFeed(),
        cost: Argon2Cost = .standard, clock: VaultClock = .system
    ) {
        self.file = file
        self.keychain = keychain
        self.suggestions = suggestions
        self.cost = cost
        self.clock = clock
    }

    package var settings: VaultSettings { file?.settings ?? VaultSettings() }

    /// Opens the vault with the key that was kept, if there is one.
    ///
    /// A key that fits no longer is removed, and the vault is locked. An agent that cannot be asked keeps none.
    ///
    /// - Parameter renewing: Whether the vault is used, so that the auto-lock time starts again.
    @concurrent
    package func state(renewing: Bool = true) async throws(VaultError) -> VaultState {
        guard let vault = try open() else { return .missing }
        guard let key = try? await keychain.read(renewing) else { return .locked(vault) }
        do throws(VaultError) {
            return .unlocked(try vault.unlock(vaultKey: key))
        } catch .wrongVaultKey {
            try? await keychain.remove()
            return .locked(vault)
        }
    }

    /// Unlocks with a passphrase; takes as long as the passphrase's derivation does.
    ///
    /// - Parameter keepsKey: Whether others find the vault unlocked, too, until the auto-lock time is over.
    @concurrent
    package func unlock(
        _ vault: LockedVault, passphrase: Secret, keepsKey: Bool = true
    ) async throws(VaultError) -> UnlockedVault {
        let unlocked = try vault.unlock(passphrase: passphrase)
        if keepsKey { await keep(unlocked, verifying: true) }
        return unlocked
    }

    @concurrent
    package func unlock(
        _ vault: LockedVault, recoveryCode: RecoveryCode, keepsKey: Bool = true
    ) async throws(VaultError) -> UnlockedVault {
        let unlocked = try vault.unlock(recoveryCode: recoveryCode)
        if keepsKey { await keep(unlocked, verifying: true) }
        return unlocked
    }

    /// Makes the vault and leaves it unlocked.
    ///
    /// - Parameter replacingLost: Whether that goes on where there are backups of a vault whose file is lost.
    @concurrent
    package func create(passphrase: Secret, replacingLost: Bool = false) async throws(VaultError) -> CreatedVault {
        guard let file else { throw .storage(.cannotOpen) }
        guard replacingLost || file.report.backups.isEmpty else { throw .alreadyExists }
        let created = try file.create(passphrase: passphrase, cost: cost, clock: clock)
        await keep(created.vault, verifying: true)
        return created
    }

    /// Changes the passphrase, after a copy that still opens with the old one.
    @concurrent
    package func changePassphrase(of vault: UnlockedVault, to passphrase: Secret) async throws(VaultError) {
        try await backUp(vault, for: .passphrase)
        try vault.changePassphrase(to: passphrase, cost: cost)
    }

    /// Puts a proposal into a vault's inbox; when this returns, it survives a loss of power.
    ///
    /// - Parameter entry: What the entry is called, in the place of an earlier one; nothing for one of its own.
    @concurrent
    package func deposit(
        _ proposal: InboxProposal, in vault: LockedVault, as entry: RecordIdentifier? = nil
    ) async throws(VaultError) {
        try vault.deposit(proposal, as: entry ?? RecordIdentifier())
    }

    /// Keeps the key until the auto-lock time is over.
    ///
    /// - Parameter verifying: Whether the person has just typed what opens the vault.
    /// - Returns: Whether it is kept; without an agent, or with the provider off, it is not, and the vault is unlocked
    ///   for this process alone.
    @discardableResult
    package func keep(_ vault: UnlockedVault, verifying: Bool = false) async -> Bool {
        let time = settings.autoLockTime
        do {
            // Before the key and for no longer than it: the agent takes a vault of which anything lies there for unlocked.
            if verifying {
                try await keychain.noteVerification(
                    Secret(copying: vault.identifier.bytes), min(Self.verificationTime, time))
            } else if time < Self.verificationTime {
                // It may have been noted for longer than the key is kept from now on.
                try await keychain.forgetVerification()
            }
            try await keychain.write(vault.vaultKey, time)
            return try await keychain.timeLeft() != nil
        } catch {
            if verifying { try? await keychain.forgetVerification() }
            return false
        }
    }

    /// How many seconds a person counts as verified after typing the passphrase: five minutes, by the agent's clock,
    /// and never longer than the vault is unlocked.
    package static let verificationTime = 300.0

    /// Whether the person has typed this vault's passphrase within ``verificationTime``, and nobody has locked it since.
    ///
    /// The agent says so, from memory that only this provider and its app reach; an agent that cannot be asked knows nothing.
    package func isPersonVerified(for vault: UnlockedVault) async -> Bool {
        guard let noted = try? await keychain.verification() else { return false }
        return noted == Secret(copying: vault.identifier.bytes)
    }

    package func lock() async throws {
        try await keychain.remove()
    }

    package func open() throws(VaultError) -> LockedVault? {
        guard let file else { throw .storage(.cannotOpen) }
        return try file.open(clock: clock)
    }
}
