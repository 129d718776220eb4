import ArgumentParser
import LatchkeyTerminal
import LatchkeyCore
import LatchkeyVault
import LatchkeyVaultProvider

/// `latchkey-vault passwd`: changes the passphrase, or the recovery code.
struct PasswdCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "passwd", abstract: "Changes the passphrase, or creates a new recovery code.",
        discussion:
            """
            The passphrase is asked for even if the vault is unlocked. The vault is backed up first; this backup and all \
            older ones still open with the old passphrase. If another person knows it, run "latchkey-vault rekey", \
            delete these backups, which "latchkey-vault backup --list" lists, and change the passwords of your logins.
            """)

    @OptionGroup var options: PassphraseOptions

    @Option(help: "Reads the new passphrase from this file descriptor, until end of file.")
    var newPassphraseFd: Int32?

    @Flag(help: "Asks for the recovery code instead of the passphrase.")
    var recovery = false

    @Flag(help: "Creates a new recovery code instead; the old one no longer works.")
    var newRecoveryCode = false

    @Flag(help: "Prints JSON.")
    var json = false

    private struct Output: Encodable {
        let changed: String
    }

    func validate() throws {
        if newRecoveryCode, newPassphraseFd != nil {
            throw ValidationError("--new-recovery-code and --new-passphrase-fd cannot be combined")
        }
    }

    func run() async throws {
        let session = try await VaultSession.open()
        let locked = try await session.lockedVault()
        let vault = try await open(locked)
        try await session.check(vault)
        if newRecoveryCode {
            let problem = try RecoveryCodeOutput.show(vault.changeRecoveryCode(), json: json)
            VaultProgram.console.note("the old recovery code no longer works")
            if let problem { throw problem }
            return
        }
        var new = PassphraseOptions()
        new.passphraseFd = newPassphraseFd
        let passphrase = try await new.newPassphrase().orThrow(Messages.noTerminalForNewPassphrase)
        try await session.access.changePassphrase(of: vault, to: passphrase)
        if json { try VaultProgram.console.print(json: Output(changed: "passphrase")) }
        VaultProgram.console.note("changed the passphrase")
        VaultProgram.console.note("the vault's key stays the same; \"latchkey-vault rekey\" replaces it")
    }

    private func open(_ locked: LockedVault) async throws -> UnlockedVault {
        do {
            return try await options.open(prompt: recovery ? "Recovery code: " : "Passphrase: ") { secret in
                recovery
                    ? try locked.unlock(recoveryCode: RecoveryCode(typed: secret))
                    : try locked.unlock(passphrase: secret)
            }
        } catch VaultError.wrongPassphrase {
            // The hint must not suggest to unlock the vault, since this command asks for the passphrase anyway.
            throw Messages.wrongPassphrase(or: "passwd")
        }
    }
}
