import ArgumentParser
import LatchkeyTerminal
import LatchkeyCore
import LatchkeyVault
import LatchkeyVaultProvider

/// `latchkey-vault unlock`: unlocks the vault for the provider and for later commands.
struct UnlockCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unlock", abstract: "Unlocks the vault until it has been inactive for a while.")

    @OptionGroup var options: PassphraseOptions

    @Flag(help: "Asks for the recovery code instead of the passphrase; --passphrase-fd can supply it.")
    var recovery = false

    @Option(help: "Minutes of inactivity before locking, from now on (1 to 1440).")
    var autoLock: Int?

    @Flag(help: "Prints JSON.")
    var json = false

    func validate() throws {
        if let autoLock, !VaultSettings.autoLockMinutesRange.contains(autoLock) {
            throw ValidationError("--auto-lock takes 1 to 1440 minutes")
        }
    }

    func run() async throws {
        let session = try await VaultSession.open()
        let (vault, wasTyped) = try await open(session)
        if let autoLock { try session.access.file?.save(VaultSettings(autoLockMinutes: autoLock)) }
        guard await session.access.storeKey(of: vault, verifying: wasTyped) else {
            throw session.agentProblem
                ?? CommandError(
                    "the vault cannot be kept unlocked while the provider is disabled",
                    hint: "run \"\(VaultSession.enableCommand)\"")
        }
        let minutes = session.access.settings.autoLockMinutes
        if json { try VaultProgram.console.print(json: LockStateOutput(autoLockMinutes: minutes)) }
        VaultProgram.console.note(
            "unlocked; locks after \(minutes == 1 ? "1 minute" : "\(minutes) minutes") of inactivity")
        let waiting = try vault.inbox().entries.count
        await session.access.runDeferredWork(in: vault)
        let applied = try waiting - vault.inbox().entries.count
        await session.follow([], of: vault)
        try await session.takeInInbox(of: vault, asks: true, after: max(applied, 0))
    }

    /// Opens the vault; asks for nothing if it is unlocked already.
    ///
    /// - Returns: Also whether the passphrase or the recovery code was entered, which verifies the user.
    private func open(_ session: VaultSession) async throws -> (UnlockedVault, wasTyped: Bool) {
        // A passphrase from a descriptor is checked even if the vault is unlocked.
        if options.passphraseFd == nil, !recovery, case .unlocked(let vault) = try await session.access.state() {
            return (vault, false)
        }
        let vault = try await unlock(try await session.lockedVault(), session.access)
        try await session.check(vault)
        return (vault, true)
    }

    private func unlock(_ locked: LockedVault, _ access: VaultAccess) async throws -> UnlockedVault {
        try await options.open(prompt: recovery ? "Recovery code: " : "Passphrase: ") { secret in
            recovery
                ? try await access.unlock(locked, recoveryCode: RecoveryCode(typed: secret), storesKey: false)
                : try await access.unlock(locked, passphrase: secret, storesKey: false)
        }
    }
}
