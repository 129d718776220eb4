import ArgumentParser
import LatchkeyTerminal
import LatchkeyCore
import LatchkeyVault
import LatchkeyVaultProvider

/// The option for the vault's passphrase, and the prompts for it.
struct PassphraseOptions: ParsableArguments {
    @Option(help: "Reads the passphrase from this file descriptor, until end of file.")
    var passphraseFd: Int32?

    /// The number of attempts at the prompt.
    private static let attemptCount = 3

    /// Calls `unlock` with the passphrase; asks again if it is wrong.
    ///
    /// A passphrase from a descriptor is tried only once.
    ///
    /// - Parameter noTerminal: The error if there is neither a descriptor nor a terminal.
    func open<Opened>(
        prompt: String = "Passphrase: ", noTerminal: CommandError = Messages.noTerminal,
        with unlock: (Secret) async throws -> Opened
    ) async throws -> Opened {
        if let passphraseFd {
            let passphrase = try Prompt.secret(fromDescriptor: passphraseFd)
            if passphrase.isEmpty { throw Messages.emptyPassphrase(descriptor: passphraseFd) }
            return try await unlock(passphrase)
        }
        for _ in 1..<Self.attemptCount {
            let secret = try await Prompt.secret(prompt).orThrow(noTerminal)
            do {
                return try await unlock(secret)
            } catch let problem where Self.isMistyped(problem) {
                let sentence = Messages.describe(problem)?.message ?? "wrong passphrase"
                VaultProgram.console.note("\(sentence); try again")
            }
        }
        return try await unlock(Prompt.secret(prompt).orThrow(noTerminal))
    }

    /// Asks for a new passphrase twice; returns `nil` without a descriptor and a terminal.
    ///
    /// It shows the rule first, and rejects a weak passphrase before the user repeats it.
    func newPassphrase() async throws -> Secret? {
        if let passphraseFd {
            let passphrase = try Prompt.secret(fromDescriptor: passphraseFd)
            if let refusal = PassphraseStrength(passphrase).refusal { throw Messages.passphraseRefused(refusal) }
            return Self.warned(of: passphrase)
        }
        try Prompt.show(PassphraseStrength.rule)
        return try await Prompt.newSecret("New passphrase: ", repeating: "Repeat passphrase: ") { passphrase in
            PassphraseStrength(passphrase).refusal
        }.map(Self.warned)
    }

    private static func warned(of passphrase: Secret) -> Secret {
        if PassphraseStrength(passphrase).isWeak { VaultProgram.console.note(Messages.passphraseIsWeak) }
        return passphrase
    }

    private static func isMistyped(_ error: any Error) -> Bool {
        switch error {
        case VaultError.wrongPassphrase, VaultError.wrongRecoveryCode, is RecoveryCode.Mistake: true
        default: false
        }
    }
}
