import ArgumentParser
import LatchkeyTerminal
import LatchkeyPasswords
import LatchkeyProvider
import LatchkeyCore
import LatchkeySystem
import LatchkeyVault
import LatchkeyVaultProvider
import LatchkeyWire

/// `latchkey-vault generate`: generates a password; needs no vault.
struct GenerateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "generate", abstract: "Generates a password without storing it.",
        discussion: """
            The password goes to stdout, and its strength to stderr if that is a terminal. The known rules of sites come \
            from "latchkey quirks install".
            """)

    enum Kind: String, CaseIterable, ExpressibleByArgument {
        case strong, alphanumeric, passphrase, pin
    }

    @Option(help: "strong, alphanumeric (only letters and digits), passphrase (words) or pin (digits).")
    var kind: Kind?

    // Parses -1 as a value, so that validate() can reject it with a clear message.
    @Option(parsing: .unconditional, help: "The number of characters.")
    var length: Int?

    @Option(parsing: .unconditional, help: "The number of words; generates a passphrase.")
    var words: Int?

    @Option(help: "Password rules as sites write them, such as \"minlength: 12; required: digit\".")
    var rules: String?

    @Option(name: .customLong("for"), help: "Meets the known rules of this site.")
    var site: String?

    @Flag(help: "Prints JSON.")
    var json = false

    private struct Output: Encodable {
        let password: String
        let kind: String
        /// From 0 (guessed at once) to 4.
        let score: Int
    }

    private var wantedKind: Kind { kind ?? (words == nil ? .strong : .passphrase) }

    func validate() throws {
        if words != nil, wantedKind != .passphrase { throw ValidationError("--words is for passphrases") }
        if length != nil, wantedKind == .passphrase { throw ValidationError("passphrases take --words, not --length") }
        if let words, !Passphrase.wordCounts.contains(words) {
            throw ValidationError("--words takes 1 to \(Passphrase.wordCounts.upperBound)")
        }
        if let length, !(1...PasswordGenerator.maximumLength).contains(length) {
            throw ValidationError("--length takes 1 to \(PasswordGenerator.maximumLength)")
        }
        if let rules, PasswordRules(rules) == PasswordRules() {
            throw ValidationError("\"\(rules)\" contains no rule; write for example \"minlength: 12; required: digit\"")
        }
        if wantedKind == .pin, rules != nil || site != nil {
            throw ValidationError("--kind pin cannot be combined with --rules or --for")
        }
    }

    func run() async throws {
        var known: String?
        if let site { known = try await Self.knownRules(of: site) }
        let password = try make(PasswordRules(allOf: rules, known))
        let strength = PasswordStrength(of: password, knowing: [site].compactMap(\.self))
        if json {
            return try VaultProgram.console.print(
                json: Output(password: password.reveal(), kind: wantedKind.rawValue, score: strength.score))
        }
        VaultProgram.console.hand(password.reveal())
        try VaultProgram.console.requireWritten("the password")
        if StandardStream.error.isTerminal { VaultProgram.console.note(strength.label) }
    }

    private func make(_ rules: PasswordRules) throws -> Secret {
        let offer = PasswordOffer(rules: rules)
        do throws(PasswordGenerationError) {
            switch wantedKind {
            case .strong: return try offer.password(.strong, length: length)
            case .alphanumeric: return try offer.password(.alphanumeric, length: length)
            case .passphrase: return try offer.password(.passphrase, words: words)
            case .pin: return try PasswordGenerator.makePIN(digits: length ?? Self.ordinaryPINLength)
            }
        } catch {
            throw Messages.noSuchPassword(rules)
        }
    }

    /// The rules that the agent knows of a site.
    private static func knownRules(of site: String) async throws -> String? {
        guard let address = Site(site)?.address else { throw Messages.invalidSite(site) }
        if let problem = try await VaultSession.open().agentProblem {
            VaultProgram.console.note("the rules of sites are not available: \(problem.message)")
        }
        return await ContainingApplication.quirks(of: address)?.passwordRules
    }

    private static let ordinaryPINLength = 6
}
