import ArgumentParser
import LatchkeyTerminal
import LatchkeyCore
import LatchkeyVault
import LatchkeyVaultProvider

/// `latchkey-vault rekey`: replaces the vault's key.
struct RekeyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rekey", abstract: "Replaces the vault's key and recovery code.",
        discussion: """
            A new passphrase does not change the key that the logins are encrypted with. Use this command if another \
            program or person may know that key. All logins and the inbox are encrypted again; the passphrase stays, and \
            is asked for even if the vault is unlocked.

            The vault is backed up first. This backup and all older ones keep the old key and open with the passphrase of \
            their time. Delete them if the key is known to others; "latchkey-vault backup --list" lists them.
            """)

    @OptionGroup var options: PassphraseOptions

    @Flag(help: "Prints JSON.")
    var json = false

    func run() async throws {
        let session = try await VaultSession.open()
        let locked = try await session.lockedVault()
        let (vault, passphrase) = try await open(locked)
        try await session.check(vault)
        let rekeyed = try await session.access.rekey(vault, passphrase: passphrase)
        let problem = RecoveryCodeOutput.show(rekeyed.recoveryCode, json: json)
        VaultProgram.console.note("replaced the vault's key; the old recovery code no longer works")
        VaultProgram.console.note("the backups keep the old key; \"latchkey-vault backup --list\" lists them")
        await session.noteIfNotAnchored(rekeyed.vault)
        if let problem { throw problem }
    }

    private func open(_ locked: LockedVault) async throws -> (UnlockedVault, Secret) {
        do {
            return try await options.open { (try locked.unlock(passphrase: $0), $0) }
        } catch VaultError.wrongPassphrase {
            // The hint must not suggest to unlock the vault, since this command asks for the passphrase anyway.
            throw Messages.wrongPassphrase(or: "passwd")
        }
    }
}
