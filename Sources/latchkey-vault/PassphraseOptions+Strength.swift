import LatchkeyCommandLine
import LatchkeySecret
import LatchkeyVaultProvider

extension PassphraseOptions {
    /// Refuses what is too short, and warns of what is weak.
    static func checked(_ passphrase: Secret) throws -> Secret {
        let strength = PassphraseStrength(passphrase)
        guard strength.isAccepted else { throw Sentences.passphraseTooShort }
        if strength.isWeak { VaultProgram.console.note(Sentences.passphraseIsWeak) }
        return passphrase
    }
}
