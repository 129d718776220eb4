package import LatchkeySecret

/// A rough guess of how hard a passphrase is to guess, by its length and variety.
///
/// It knows no dictionary; it only stops the person from choosing something hopeless.
package struct PassphraseStrength: Hashable, Sendable {
    /// 0 for one that is refused, to 4.
    package let score: Int

    /// The fewest characters that are accepted (NIST SP 800-63B §3.1.1.2).
    package static let minimumLength = 8

    /// What a person is told before they choose one.
    package static let rule =
        "A passphrase needs at least \(minimumLength) characters. Four words that do not belong together are good."

    package init(_ passphrase: Secret) {
        let characters = Array(passphrase.reveal())
        guard characters.count >= Self.minimumLength else {
            score = 0
            return
        }
        // Characters that repeat or count up from the one before add nothing to guess.
        var surprising = 1
        for (before, character) in zip(characters, characters.dropFirst()) where !before.isContinued(by: character) {
            surprising += 1
        }
        let variety = min(Set(characters).count, surprising)
        switch variety {
        case ..<6: score = 1
        case ..<9: score = 2
        case ..<12: score = 3
        default: score = 4
        }
    }

    package var isAccepted: Bool { score > 0 }
    /// Whether the person is asked once more.
    package var isWeak: Bool { score < 2 }

    /// What is wrong with one that is refused or weak.
    package var sentence: String {
        isAccepted
            ? "This passphrase is easy to guess. Four words that do not belong together are better."
            : "A passphrase needs at least \(Self.minimumLength) characters."
    }

    /// The score in a word.
    package var label: String {
        switch score {
        case 0, 1: "weak"
        case 2: "fair"
        case 3: "good"
        default: "strong"
        }
    }
}

extension Character {
    /// Whether the other is the same, or the next or previous one in the order of characters.
    fileprivate func isContinued(by other: Character) -> Bool {
        guard let one = unicodeScalars.first?.value, let two = other.unicodeScalars.first?.value else { return false }
        return max(one, two) - min(one, two) <= 1
    }
}
