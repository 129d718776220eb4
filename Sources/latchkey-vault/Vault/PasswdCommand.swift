import ArgumentParser
import LatchkeyTerminal
import LatchkeyCore
import LatchkeyVault
import LatchkeyVaultProvider

/// `latchkey-vault passwd`: changes the passphrase, or the recovery code.
struct PasswdCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "passwd", abstract: "Changes the passphrase, or makes a new recovery code.",
        discussion:
            """
            Asks for the passphrase also while the vault is unlocked. The vault is copied before; that copy, and every older \
            one, still opens with the old passphrase. Where somebody knows the old one, delete those copies, which \
            "latchkey-vault backup --list" names, and change the passwords in them.
            """)

    @OptionGroup var options: PassphraseOptions

    @Option(help: "Reads the new passphrase from this descriptor, to its end.")
    var newPassphraseFd: Int32?

    @Flag(help: "Asks for the recovery code instead of the passphrase.")
    var recovery = false

    @Flag(help: "Makes a new recovery code instead; the old one opens nothing any more.")
    var newRecoveryCode = false

    @Flag(help: "Prints JSON.")
    var json = false

    func validate() throws {
        if newRecoveryCode, newPassphraseFd != nil {
            throw ValidationError("--new-recovery-code and --new-passphrase-fd exclude each other")
        }
    }

    func run() async throws {
        let session = try await VaultSession.open()
        let locked = try await session.lockedVault()
        let vault = try await open(locked)
        if newRecoveryCode {
            let problem = try RecoveryCodeOutput.show(vault.changeRecoveryCode(), json: json)
            VaultProgram.console.note("the old recovery code opens nothing any more")
            if let problem { throw problem }
            return
        }
        var new = PassphraseOptions()
        new.passphraseFd = newPassphraseFd
        let passphrase = try await new.newPassphrase().orThrow(Sentences.nobodyToAsk)
        try await session.access.changePassphrase(of: vault, to: passphrase)
        VaultProgram.console.note("the passphrase is changed")
    }

    private func open(_ locked: LockedVault) async throws -> UnlockedVault {
        do {
            return try await options.open(prompt: recovery ? "Recovery code: " : "Passphrase: ") { secret in
                recovery
                    ? try locked.unlock(recoveryCode: RecoveryCode(typed: secret))
                    : try locked.unlock(passphrase: secret)
            }
        } catch VaultError.wrongPassphrase {
            // An unlocked vault would not help here, where the passphrase is asked for all the same.
            throw Sentences.wrongPassphrase(or: "passwd")
        }
    }
}
