package import LatchkeyPasswords
package import LatchkeySheet

// Texts about a password's strength, for sheets and the command line.
extension PasswordStrength {
    /// The score as a word.
    package var word: String {
        switch score {
        case 0: "very weak"
        case 1: "weak"
        case 2: "fair"
        case 3: "good"
        default: "strong"
        }
    }

    /// The score, with the time that an attacker with the site's slow hashes needs.
    package var label: String { "\(word), \(time) to crack" }

    /// The score and label, for a sheet.
    package var display: Sheet.Strength {
        Sheet.Strength(score: score, label: label.prefix(1).uppercased() + label.dropFirst())
    }

    /// The weakness, as the end of a sentence; `nil` if there is no particular one.
    package var reason: String? {
        switch warning {
        case .commonWord?: "it is a common password, word or name"
        case .commonWordWithSubstitutions?: "it is a common password, word or name with substituted characters"
        case .containsCommonWord?: "it contains a common password, word or name"
        case .containsKnownWord?: "it contains the user name, title or site"
        case .keyboardPattern?: "its keys are neighbors on the keyboard"
        case .repetition?: "it repeats itself"
        case .sequence?: "it is a sequence"
        case .date?: "it contains a date"
        case nil: nil
        }
    }

    private var time: String {
        let seconds = secondsToCrackSlowHash
        let steps: [(Double, String)] = [
            (60, "seconds"), (3600, "minutes"), (86_400, "hours"), (31 * 86_400, "days"), (365 * 86_400, "months"),
            (100 * 365 * 86_400, "years"),
        ]
        if seconds < 1 { return "no time" }
        return steps.first { seconds < $0.0 }?.1 ?? "centuries"
    }
}
