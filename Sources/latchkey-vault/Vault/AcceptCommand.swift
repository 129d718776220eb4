import ArgumentParser
import LatchkeyTerminal
import LatchkeyVault
import LatchkeyVaultProvider

/// `latchkey-vault accept`: accepts a vault's file that was replaced.
struct AcceptCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "accept", abstract: "Accepts a vault file that replaced the latest one.",
        discussion: """
            Latchkey remembers the latest state of the vault outside of its file. It fills nothing from a file that is \
            older, is another vault, or lacks changes, or if that record cannot be read. If you replaced the file \
            yourself, or the file has the date of your last change, run this command. Otherwise run \
            "latchkey-vault restore-backup" with a newer backup.
            """)

    @Flag(help: "Does not ask for confirmation.")
    var yes = false

    @Flag(help: "Prints JSON.")
    var json = false

    private struct Output: Encodable {
        /// Whether a replaced file was accepted; `false` if the file is the latest one.
        let accepted: Bool
        let state: String
        let autoLockMinutes: Int?

        init(accepted: Bool, isUnlocked: Bool, _ session: VaultSession) {
            let lock = LockStateOutput(autoLockMinutes: isUnlocked ? session.access.settings.autoLockMinutes : nil)
            self.accepted = accepted
            state = lock.state
            autoLockMinutes = lock.autoLockMinutes
        }
    }

    @OptionGroup var options: PassphraseOptions

    func run() async throws {
        let session = try await VaultSession.open()
        guard let (vault, replaced) = try await session.replacedVault(options) else {
            if json {
                var isUnlocked = false
                if case .unlocked = try await session.access.state(renewing: false) { isUnlocked = true }
                try VaultProgram.console.print(json: Output(accepted: false, isUnlocked: isUnlocked, session))
            }
            return VaultProgram.console.note("the vault's file is the latest one; there is nothing to accept")
        }
        VaultProgram.console.note(Messages.replacedVault(replaced).message)
        if !yes {
            try await Prompt.confirm("use this file?", unconfirmed: "the vault's file was not accepted")
        }
        guard await session.access.accept(vault) else {
            throw CommandError(
                "the vault's file could not be accepted, because the answer cannot be stored",
                hint: "check that you can write Latchkey's state folder, and run \"latchkey doctor\"")
        }
        let isUnlocked = await session.access.storeKey(of: vault)
        if json { try VaultProgram.console.print(json: Output(accepted: true, isUnlocked: isUnlocked, session)) }
        VaultProgram.console.note("accepted the vault's file\(isUnlocked ? "; the vault is unlocked" : "")")
        await session.refill(from: vault)
    }
}

extension VaultSession {
    /// Opens the vault; returns it if its file was replaced, and `nil` if it is the latest one.
    fileprivate func replacedVault(_ options: PassphraseOptions) async throws -> (UnlockedVault, ReplacedVault)? {
        switch try await access.state(renewing: false) {
        case .missing: throw await missingVault()
        case .unlocked: return nil
        case .replaced(let vault, let replaced): return (vault, replaced)
        case .locked(let locked):
            VaultProgram.console.note("an older copy opens with the passphrase that the vault had at that time")
            let vault = try await options.open(noTerminal: Messages.locked) { passphrase in
                try await access.unlock(locked, passphrase: passphrase, storesKey: false)
            }
            return try await access.replacement(of: vault).map { (vault, $0) }
        }
    }
}
