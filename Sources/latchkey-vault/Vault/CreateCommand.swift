import ArgumentParser
import LatchkeyTerminal
import LatchkeyCore
import LatchkeySystem
import LatchkeyVault
import LatchkeyVaultProvider

/// `latchkey-vault create`: creates the vault.
struct CreateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: "Creates the vault and shows its recovery code once.",
        discussion: """
            The recovery code is written to the terminal. Without a terminal, or with --json, it is written to stdout.

            If the vault's file is missing or empty but backups or suggestions of it remain, no vault is created: \
            "latchkey-vault restore-backup" restores the old one. --replace-lost creates a new, empty vault instead and \
            keeps the backups.
            """)

    @OptionGroup var options: PassphraseOptions

    @Flag(help: "Creates a new, empty vault even if a lost vault could be restored.")
    var replaceLost = false

    @Flag(help: "Prints JSON.")
    var json = false

    func run() async throws {
        let session = try await VaultSession.open()
        // Rolls back a creation that was interrupted.
        _ = try? session.access.open()
        let report = await session.access.fullReport()
        try check(report)
        let passphrase = try await options.newPassphrase().orThrow(Messages.noTerminal)
        let created = try await session.access.create(passphrase: passphrase, replacingLost: replaceLost)
        let problem = RecoveryCodeOutput.show(created.recoveryCode, json: json)
        VaultProgram.console.note("vault created; add a login with \"latchkey-vault add\"")
        await session.noteIfNotAnchored(created.vault)
        if report?.isNew == false {
            // The suggestions of the lost vault have no logins any more.
            await session.refill(from: created.vault)
        } else {
            await session.follow([], of: created.vault)
        }
        if let problem { throw problem }
    }

    /// Throws if a vault exists, or if a lost one could be restored.
    private func check(_ report: VaultFileReport?) throws {
        switch report?.condition {
        case nil: break
        case .plausible: throw VaultError.alreadyExists
        case .missing, .empty:
            if let report, report.isFault, !replaceLost { throw Messages.vaultFile(report) }
        default: throw Messages.vaultFile(report)
        }
    }
}

/// Shows a new recovery code, once.
enum RecoveryCodeOutput {
    private struct Output: Encodable {
        let recoveryCode: String
    }

    /// Writes the code to the terminal or stdout.
    ///
    /// - Returns: The error if the code could not be written, also to a closed pipe, since it is not shown again.
    static func show(_ code: RecoveryCode, json: Bool) -> CommandError? {
        let text = code.formatted.reveal()
        var isOnOutput = false
        do {
            if json {
                try VaultProgram.console.print(json: Output(recoveryCode: text))
            } else if let terminal = Prompt.terminal {
                try terminal.write(
                    "\nThis is your recovery code. If you forget the passphrase, only this code opens the vault.\n"
                        + "Write it down now; it will not be shown again.\n\n    \(text)\n\n")
            } else {
                // Stdout may be a terminal even if the process has no controlling terminal.
                VaultProgram.console.print(StandardStream.output.isTerminal ? "recovery code: \(text)" : text)
                isOnOutput = true
            }
        } catch {
            return CommandError("the recovery code could not be shown", hint: anotherCode)
        }
        let problem = VaultProgram.console.errorIfNotWritten("the recovery code", hint: anotherCode)
        if isOnOutput, problem == nil {
            VaultProgram.console.note(
                "the recovery code was written to stdout; keep it safe, it will not be shown again")
        }
        return problem
    }

    private static let anotherCode =
        "the code is lost; run \"latchkey-vault passwd --new-recovery-code\" to create another one"
}
