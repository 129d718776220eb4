import ArgumentParser
import LatchkeyTerminal
import LatchkeyCore
import LatchkeyVault
import LatchkeyVaultProvider

/// Where the vault's passphrase comes from.
struct PassphraseOptions: ParsableArguments {
    @Option(help: "Reads the passphrase from this descriptor, to its end.")
    var passphraseFd: Int32?

    /// How often a person may type the passphrase.
    private static let attemptCount = 3

    /// Opens something with the passphrase; one that is mistyped on the terminal is asked for again.
    ///
    /// What a descriptor gives is tried once.
    ///
    /// - Parameter nobodyToAsk: The error where no descriptor is given and there is no terminal.
    func open<Opened>(
        prompt: String = "Passphrase: ", nobodyToAsk: CommandError = Sentences.nobodyToAsk,
        with unlock: (Secret) async throws -> Opened
    ) async throws -> Opened {
        if let passphraseFd { return try await unlock(Prompt.secret(fromDescriptor: passphraseFd)) }
        for _ in 1..<Self.attemptCount {
            let secret = try await Prompt.secret(prompt).orThrow(nobodyToAsk)
            do {
                return try await unlock(secret)
            } catch let problem where Self.isMistyped(problem) {
                let sentence = Sentences.describe(problem)?.message ?? "that does not open the vault"
                VaultProgram.console.note("\(sentence); type it again")
            }
        }
        return try await unlock(Prompt.secret(prompt).orThrow(nobodyToAsk))
    }

    /// A new passphrase: asked for twice, and refused when it is hopeless.
    ///
    /// The rule is told before anything is typed; what breaks it need not be typed twice.
    func newPassphrase() async throws -> Secret? {
        if let passphraseFd {
            let passphrase = try Prompt.secret(fromDescriptor: passphraseFd)
            if let refusal = PassphraseStrength(passphrase).refusal { throw Sentences.passphraseRefused(refusal) }
            return Self.warned(of: passphrase)
        }
        try Prompt.tell(PassphraseStrength.rule)
        return try await Prompt.newSecret("New passphrase: ") { passphrase in
            PassphraseStrength(passphrase).refusal
        }.map(Self.warned)
    }

    private static func warned(of passphrase: Secret) -> Secret {
        if PassphraseStrength(passphrase).isWeak { VaultProgram.console.note(Sentences.passphraseIsWeak) }
        return passphrase
    }

    private static func isMistyped(_ error: any Error) -> Bool {
        switch error {
        case VaultError.wrongPassphrase, VaultError.wrongRecoveryCode, is RecoveryCode.Mistake: true
        default: false
        }
    }
}
