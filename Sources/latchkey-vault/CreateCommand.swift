import ArgumentParser
import LatchkeyCommandLine
import LatchkeySecret
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
            """)

    @OptionGroup var options: PassphraseOptions

    @Flag(help: "Prints JSON.")
    var json = false

    func run() async throws {
        let session = try await VaultSession.open()
        if session.access.file?.exists == true { throw VaultError.alreadyExists }
        let passphrase = try await options.newPassphrase().orThrow(Sentences.nobodyToAsk)
        let created = try await session.access.create(passphrase: passphrase)
        let problem = RecoveryCodeOutput.show(created.recoveryCode, json: json)
        VaultProgram.console.note("the vault is made; add a login with \"latchkey-vault add\"")
        await session.follow([], of: created.vault)
        if let problem { throw problem }
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
