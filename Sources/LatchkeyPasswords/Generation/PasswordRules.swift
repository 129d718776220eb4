public import LatchkeyCore

/// A site's password rules, in the grammar of Apple's `passwordrules` attribute.
///
/// ```swift
/// let rules = PasswordRules("minlength: 8; maxlength: 20; required: lower; required: [-!#]; max-consecutive: 2")
/// rules.accepts(Secret("abc-def-ghi"))   // true
/// ```
///
/// **Invariants**
/// - Rules that were parsed allow every required character. No requirement has an empty set.
/// - Lengths and runs are positive.
public struct PasswordRules: Hashable, Sendable {
    /// A set of characters of which a password must contain some.
    public struct Requirement: Hashable, Sendable {
        public let characters: PasswordCharacters
        /// How many are required; a requirement that is written twice requires two.
        public let count: Int
    }

    public internal(set) var requirements: [Requirement] = []
    /// The characters that a password may contain; `nil` means any.
    public internal(set) var allowed: PasswordCharacters?
    public internal(set) var minimumLength: Int?
    public internal(set) var maximumLength: Int?
    /// The longest permitted run of one character; 1 forbids repetition.
    public internal(set) var maximumConsecutive: Int?

    /// Makes rules that accept any password.
    public init() {}

    /// Parses rules and ignores invalid or unknown declarations.
    ///
    /// An invalid declaration is ignored up to its semicolon. The largest of several minima counts, and the smallest of
    /// several maxima. A value of 0 is ignored. Names are case-insensitive.
    public init(_ text: String) {
        var parser = PasswordRulesParser(text)
        while let declaration = parser.next() {
            switch declaration {
            case .required(let characters): require(characters)
            case .allowed(let characters): allowed = (allowed ?? PasswordCharacters([])).union(characters)
            case .minimumLength(let length): minimumLength = max(minimumLength ?? 0, length)
            case .maximumLength(let length): maximumLength = min(maximumLength ?? .max, length)
            case .maximumConsecutive(let run): maximumConsecutive = min(maximumConsecutive ?? .max, run)
            }
        }
        for requirement in requirements {
            allowed = (allowed ?? PasswordCharacters([])).union(requirement.characters)
        }
    }

    /// The intersection of several rules: of the password field, of its confirmation field, and of known quirks.
    public init(allOf texts: String?...) {
        self = texts.reduce(PasswordRules()) { $0.intersecting(PasswordRules($1 ?? "")) }
    }

    /// The rules that accept a password if both operands accept it.
    ///
    /// They may be contradictory. ``PasswordGenerator`` then throws.
    public func intersecting(_ other: PasswordRules) -> PasswordRules {
        var both = self
        for requirement in other.requirements {
            let index = both.requirements.firstIndex { $0.characters == requirement.characters }
            if let index {
                let count = max(both.requirements[index].count, requirement.count)
                both.requirements[index] = Requirement(characters: requirement.characters, count: count)
            } else {
                both.requirements.append(requirement)
            }
        }
        both.allowed = [allowed, other.allowed].compactMap { $0 }.reduce(nil) { $0?.intersection($1) ?? $1 }
        both.minimumLength = [minimumLength, other.minimumLength].compactMap { $0 }.max()
        both.maximumLength = [maximumLength, other.maximumLength].compactMap { $0 }.min()
        both.maximumConsecutive = [maximumConsecutive, other.maximumConsecutive].compactMap { $0 }.min()
        return both
    }

    /// Whether a password satisfies every rule; its length is the number of Unicode scalars.
    public func accepts(_ password: Secret) -> Bool {
        accepts(Array(password.reveal().unicodeScalars))
    }

    func accepts(_ scalars: [Unicode.Scalar]) -> Bool {
        guard scalars.count >= minimumLength ?? 0, scalars.count <= maximumLength ?? .max else { return false }
        if let allowed, !scalars.allSatisfy({ allowed.contains($0) }) { return false }
        guard longestRun(of: scalars) <= maximumConsecutive ?? .max else { return false }
        return requirements.allSatisfy { requirement in
            scalars.count { requirement.characters.contains($0) } >= requirement.count
        }
    }

    private func longestRun(of scalars: [Unicode.Scalar]) -> Int {
        var (longest, run) = (0, 0)
        var last: Unicode.Scalar?
        for scalar in scalars {
            run = scalar == last ? run + 1 : 1
            last = scalar
            longest = max(longest, run)
        }
        return longest
    }

    private mutating func require(_ characters: PasswordCharacters) {
        if let index = requirements.firstIndex(where: { $0.characters == characters }) {
            requirements[index] = Requirement(characters: characters, count: requirements[index].count + 1)
        } else {
            requirements.append(Requirement(characters: characters, count: 1))
        }
    }
}

extension PasswordRules: CustomStringConvertible {
    /// The rules in the grammar; parsing it returns equal rules if these were parsed.
    public var description: String {
        var declarations: [String] = []
        if let minimumLength { declarations.append("minlength: \(minimumLength)") }
        if let maximumLength { declarations.append("maxlength: \(maximumLength)") }
        if let maximumConsecutive { declarations.append("max-consecutive: \(maximumConsecutive)") }
        for requirement in requirements {
            declarations += Array(repeating: "required: \(requirement.characters)", count: requirement.count)
        }
        if let allowed, !allowed.isEmpty { declarations.append("allowed: \(allowed)") }
        return declarations.map { $0 + ";" }.joined(separator: " ")
    }
}

extension PasswordCharacters {
    fileprivate func contains(_ scalar: Unicode.Scalar) -> Bool {
        guard let byte = UInt8(exactly: scalar.value), byte < 0x7F, byte >= 0x20 else { return includesUnicode }
        return contains(byte)
    }
}
