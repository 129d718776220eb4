public import LatchkeyCore

/// Why no password was made.
public enum PasswordGenerationError: Error, Hashable, Sendable {
    /// The shortest password allowed is longer than the longest, or than what we make.
    case impossibleLength(minimum: Int, maximum: Int)
    /// Nothing that these requirements want is allowed.
    case requiredNotAllowed(PasswordCharacters)
    /// The rules allow no characters that we make.
    case nothingAllowed
    /// No password kept all the rules, each of which can be kept alone.
    case unsatisfiable
}

/// Makes passwords that a site takes: those of Apple's shape where it may be, otherwise characters of all that is allowed.
///
/// Every choice is uniform: the standard library's bounded random numbers have no bias, and a password that breaks a rule
/// is thrown away whole. Only where that hardly ever gives one are required characters put in first.
public struct PasswordGenerator: Sendable {
    public let rules: PasswordRules

    /// The length where the rules leave it open; Apple's shape has it, too.
    public static let ordinaryLength = 20
    public static let longestPassword = 1024

    public init(rules: PasswordRules = PasswordRules()) {
        self.rules = rules
    }

    /// Makes a strong password: three groups of six letters and digits joined by hyphens, where the rules take that.
    ///
    /// - Throws: ``PasswordGenerationError``
    public func makeStrongPassword() throws(PasswordGenerationError) -> Secret {
        var source = SystemRandomNumberGenerator()
        return try makeStrongPassword(using: &source)
    }

    public func makeStrongPassword(
        using source: inout some RandomNumberGenerator
    ) throws(PasswordGenerationError) -> Secret {
        if let password = grouped(using: &source) { return password }
        return try password(of: rules.allowed ?? Self.ordinary, using: &source)
    }

    /// Makes a password of letters and digits alone.
    ///
    /// - Throws: ``PasswordGenerationError``; always where the rules require something else.
    public func makeAlphanumericPassword() throws(PasswordGenerationError) -> Secret {
        var source = SystemRandomNumberGenerator()
        return try makeAlphanumericPassword(using: &source)
    }

    public func makeAlphanumericPassword(
        using source: inout some RandomNumberGenerator
    ) throws(PasswordGenerationError) -> Secret {
        try password(of: (rules.allowed ?? .alphanumeric).intersection(.alphanumeric), using: &source)
    }

    /// Makes a number of so many digits, with zeros in front, too; the rules say nothing about it.
    public static func makePIN(digits: Int) throws(PasswordGenerationError) -> Secret {
        guard (1...longestPassword).contains(digits) else {
            throw .impossibleLength(minimum: digits, maximum: longestPassword)
        }
        return try PasswordGenerator(
            rules: PasswordRules("minlength: \(digits); maxlength: \(digits); allowed: digit")
        ).makeStrongPassword()
    }

    /// Letters and digits, for rules that name no characters at all.
    private static let ordinary = PasswordCharacters.alphanumeric

    /// `xxxxxx-xxxxxx-xxxxxx` with all three of lower case, upper case and digits; nil when the rules do not take that.
    private func grouped(using source: inout some RandomNumberGenerator) -> Secret? {
        let hyphen = PasswordCharacters([UInt8(ascii: "-")])
        guard PasswordCharacters.alphanumeric.union(hyphen).isSubset(of: rules.allowed ?? .unicode) else { return nil }
        let shape = PasswordRules("required: lower; required: upper; required: digit; allowed: [-]").intersecting(rules)
        let characters = PasswordCharacters.alphanumeric.characters
        for _ in 0..<Self.freeAttempts {
            var password: [UInt8] = []
            for place in 0..<Self.ordinaryLength {
                let isHyphen = place % 7 == 6
                password.append(
                    isHyphen ? UInt8(ascii: "-") : characters[Int.random(in: 0..<characters.count, using: &source)])
            }
            if shape.accepts(password.map { Unicode.Scalar($0) }) { return Secret(copying: password) }
        }
        return nil
    }

    /// A password of a pool of characters that keeps all rules.
    private func password(
        of pool: PasswordCharacters, using source: inout some RandomNumberGenerator
    ) throws(PasswordGenerationError) -> Secret {
        let length = try length()
        let plan = try PasswordPlan(rules: rules, pool: pool, length: length)
        for attempt in 0..<Self.freeAttempts + Self.placingAttempts {
            guard let password = plan.attempt(placingRequired: attempt >= Self.freeAttempts, using: &source) else {
                continue
            }
            if plan.accepts(password) { return Secret(copying: password) }
        }
        throw .unsatisfiable
    }

    private func length() throws(PasswordGenerationError) -> Int {
        let minimum = rules.minimumLength ?? 1
        let maximum = min(rules.maximumLength ?? Self.longestPassword, Self.longestPassword)
        guard minimum <= maximum else { throw .impossibleLength(minimum: minimum, maximum: maximum) }
        return min(max(Self.ordinaryLength, minimum), maximum)
    }

    /// How often all characters are chosen freely.
    private static let freeAttempts = 100
    /// How often required characters are put in first.
    private static let placingAttempts = 200
}
