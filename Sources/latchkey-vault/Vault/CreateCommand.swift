import ArgumentParser
import LatchkeyTerminal
import LatchkeyCore
import LatchkeySystem
import LatchkeyVault
import LatchkeyVaultProvider

/// `latchkey-vault create`: makes the vault.
struct CreateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: "Makes the vault, and shows its recovery code once.",
        discussion: """
            The recovery code is written to the terminal. Without one, and with --json, it is the result on stdout: the \
            bare code, for whoever reads a pipe or a file.

            Where the vault's file is missing or empty and backups or suggestions of it remain, no vault is made: \
            "latchkey-vault restore-backup" brings the old one back. With --replace-lost a new, empty vault is made all \
            the same, and the backups stay.
            """)

    @OptionGroup var options: PassphraseOptions

    @Flag(help: "Makes a new, empty vault although the file of an older one is lost and could be restored.")
    var replaceLost = false

    @Flag(help: "Prints JSON.")
    var json = false

    func run() async throws {
        let session = try await VaultSession.open()
        let report = await session.access.fullReport()
        try check(report)
        let passphrase = try await options.newPassphrase().orThrow(Sentences.nobodyToAsk)
        let created = try await session.access.create(passphrase: passphrase, replacingLost: replaceLost)
        let problem = RecoveryCodeOutput.show(created.recoveryCode, json: json)
        VaultProgram.console.note("the vault is made; add a login with \"latchkey-vault add\"")
        if report?.isNew == false {
            // The suggestions of the lost vault would lead nowhere.
            await session.refill(from: created.vault)
        } else {
            await session.follow([], of: created.vault)
        }
        if let problem { throw problem }
    }

    /// Refuses where there is a vault, or where one is lost that can come back.
    private func check(_ report: VaultFileReport?) throws {
        switch report?.condition {
        case nil: break
        case .plausible: throw VaultError.alreadyExists
        case .missing, .empty:
            if let report, report.isFault, !replaceLost { throw Sentences.vaultFile(report) }
        default: throw Sentences.vaultFile(report)
        }
    }
}

/// Where a new recovery code goes, once.
enum RecoveryCodeOutput {
    private struct Output: Encodable {
        let recoveryCode: String
    }

    /// - Returns: what to end with where the code went nowhere; even a reader that has gone is told of, as the code is
    ///   shown only here.
    static func show(_ code: RecoveryCode, json: Bool) -> CommandError? {
        let text = code.formatted.reveal()
        var isOnOutput = false
        do {
            if json {
                try VaultProgram.console.print(json: Output(recoveryCode: text))
            } else if let terminal = Prompt.terminal {
                try terminal.write(
                    "\nYour recovery code. If you forget the passphrase, only this code opens the vault.\n"
                        + "Write it down now; it is not shown again.\n\n    \(text)\n\n")
            } else {
                // A terminal that is not the program's own, as where a session has none, is read by a person, too.
                VaultProgram.console.print(StandardStream.output.isTerminal ? "recovery code: \(text)" : text)
                isOnOutput = true
            }
        } catch {
            return CommandError("the recovery code could not be shown", hint: anotherCode)
        }
        let problem = VaultProgram.console.errorIfNotWritten("the recovery code", hint: anotherCode)
        if isOnOutput, problem == nil {
            VaultProgram.console.note("the recovery code stands on stdout: keep it, it is not shown again")
        }
        return problem
    }

    private static let anotherCode =
        "nobody has the code; run \"latchkey-vault passwd --new-recovery-code\" for another one, and keep it"
}
