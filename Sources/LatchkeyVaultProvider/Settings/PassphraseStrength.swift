import LatchkeyPasswords
package import LatchkeyCore
package import LatchkeySheet

/// Whether a passphrase is strong enough for a vault: rejected, weak or good.
///
/// Rejects a passphrase that is too short, or that an attacker finds within ten thousand guesses (NIST SP 800-63B
/// §3.1.1.2), which take minutes even at the cost of Argon2id. The other scores measure the cost of offline guesses,
/// because an attacker who steals the file can guess without limit.
package struct PassphraseStrength: Hashable, Sendable {
    private let strength: PasswordStrength
    private let isTooShort: Bool

    /// The minimum length in characters.
    package static let minimumLength = 8

    /// The lowest estimate of guesses that is accepted.
    private static let minimumGuesses = 1e4

    /// The rule that is shown before the user chooses a passphrase.
    package static let rule =
        "A passphrase needs at least \(minimumLength) characters. Four unrelated words make a good one."

    package init(_ passphrase: Secret) {
        // Counts grapheme clusters, and no more than needed.
        isTooShort = passphrase.reveal().prefix(Self.minimumLength).count < Self.minimumLength
        strength = PasswordStrength(of: passphrase)
    }

    /// 0 (rejected) to 4.
    package var score: Int { isAccepted ? strength.score : 0 }
    package var isAccepted: Bool { !isTooShort && strength.guesses >= Self.minimumGuesses }
    /// Whether the user must type it again to use it.
    package var isWeak: Bool { score < 3 }
    package var display: Sheet.Strength { strength.display }

    /// The text for a sheet about a rejected or weak passphrase.
    package var sentence: String {
        if isTooShort { return "A passphrase needs at least \(Self.minimumLength) characters." }
        let reason = strength.reason.map { ": \($0)" } ?? ""
        return isAccepted
            ? "This passphrase is easy to guess\(reason). Four unrelated words are better."
            : "This passphrase would be guessed at once\(reason). Use four unrelated words."
    }

    /// The error message of a rejected passphrase; `nil` if the passphrase is accepted.
    package var refusal: String? {
        if isTooShort { return "a passphrase needs at least \(Self.minimumLength) characters" }
        return isAccepted ? nil : "this passphrase would be guessed at once" + (strength.reason.map { ": \($0)" } ?? "")
    }
}
