import LatchkeyCore
import Testing

@testable import LatchkeyVaultProvider

@Suite struct `Strength of a passphrase` {
    @Test(arguments: [
        "Password1!", "P@ssw0rd1", "letmein123", "hunter2000", "baseball1!", "qwertyuiop", "iloveyou2", "monkey12",
        "Dragon99!", "abcd1234",
    ])
    func `rejects a passphrase that a few thousand guesses find`(passphrase: String) {
        let strength = PassphraseStrength(Secret(passphrase))
        #expect(!strength.isAccepted && strength.score == 0)
        #expect(strength.refusal?.hasPrefix("this passphrase would be guessed at once") == true)
    }

    @Test(arguments: [("Welcome1!", true), ("zebra2019", true), ("correct horse battery staple", false)])
    func `accepts other passphrases, some of them as weak`(passphrase: String, isWeak: Bool) {
        let strength = PassphraseStrength(Secret(passphrase))
        #expect(strength.isAccepted && strength.refusal == nil)
        #expect(strength.isWeak == isWeak)
    }
}
