import LatchkeyPasswords
package import LatchkeyCore
package import LatchkeySheet

/// Whether a passphrase may lock a vault: refused, asked about once more, or good.
///
/// Refused is what is too short, and what is found within the first thousand guesses (NIST SP 800-63B §3.1.1.2). Whoever
/// steals the vault's file can guess as long as they like, so that the rest is measured by what that costs.
package struct PassphraseStrength: Hashable, Sendable {
    private let strength: PasswordStrength
    private let isTooShort: Bool

    /// The fewest characters that are accepted.
    package static let minimumLength = 8

    /// What a person is told before they choose one.
    package static let rule =
        "A passphrase needs at least \(minimumLength) characters. Four words that do not belong together are good."

    package init(_ passphrase: Secret) {
        // Characters as people count them, as far as they need to be counted.
        isTooShort = passphrase.reveal().prefix(Self.minimumLength).count < Self.minimumLength
        strength = PasswordStrength(of: passphrase)
    }

    /// 0 for one that is refused, to 4.
    package var score: Int { isTooShort ? 0 : strength.score }
    package var isAccepted: Bool { score > 0 }
    /// Whether the person is asked once more.
    package var isWeak: Bool { score < 3 }
    package var display: Sheet.Strength { strength.display }

    /// What is wrong with one that is refused or weak.
    package var sentence: String {
        if isTooShort { return "A passphrase needs at least \(Self.minimumLength) characters." }
        let reason = strength.reason.map { ": \($0)" } ?? ""
        return isAccepted
            ? "This passphrase is easy to guess\(reason). Four words that do not belong together are better."
            : "This passphrase would be guessed at once\(reason). Take four words that do not belong together."
    }

    /// Why it is refused, as programs say it; nothing where it is not.
    package var refusal: String? {
        if isTooShort { return "a passphrase needs at least \(Self.minimumLength) characters" }
        return isAccepted ? nil : "this passphrase would be guessed at once" + (strength.reason.map { ": \($0)" } ?? "")
    }
}
