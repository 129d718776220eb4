public import LatchkeyCore

/// Why no password can be generated.
public enum PasswordGenerationError: Error, Hashable, Sendable {
    /// The minimum length exceeds the maximum length or our own limit.
    case impossibleLength(minimum: Int, maximum: Int)
    /// A requirement has no allowed character.
    case requiredNotAllowed(PasswordCharacters)
    /// The rules allow no printable ASCII character.
    case nothingAllowed
    /// No generated password satisfied all rules together.
    case unsatisfiable
}

/// Generates passwords that satisfy a site's rules, in the shape of Apple's passwords if the rules allow it.
///
/// Choices are uniform: the standard library's bounded random numbers have no bias, and a password that violates a rule
/// is discarded completely. Required characters are placed first only if that fails many times.
public struct PasswordGenerator: Sendable {
    public let rules: PasswordRules

    /// The default length, also that of Apple's shape.
    public static let defaultLength = 20
    public static let maximumLength = 1024

    public init(rules: PasswordRules = PasswordRules()) {
        self.rules = rules
    }

    /// Makes a password of three groups of six letters and digits, or of all allowed characters if the rules exclude that.
    ///
    /// - Throws: ``PasswordGenerationError``
    public func makeStrongPassword() throws(PasswordGenerationError) -> Secret {
        var source = SystemRandomNumberGenerator()
        return try makeStrongPassword(using: &source)
    }

    /// Makes the same kind of password with a given source of random numbers.
    public func makeStrongPassword(
        using source: inout some RandomNumberGenerator
    ) throws(PasswordGenerationError) -> Secret {
        if let password = grouped(using: &source) { return password }
        return try password(of: rules.allowed ?? Self.defaultCharacters, using: &source)
    }

    /// Makes a password of letters and digits only.
    ///
    /// - Throws: ``PasswordGenerationError``, for example if the rules require another character.
    public func makeAlphanumericPassword() throws(PasswordGenerationError) -> Secret {
        var source = SystemRandomNumberGenerator()
        return try makeAlphanumericPassword(using: &source)
    }

    /// Makes the same kind of password with a given source of random numbers.
    public func makeAlphanumericPassword(
        using source: inout some RandomNumberGenerator
    ) throws(PasswordGenerationError) -> Secret {
        try password(of: (rules.allowed ?? .alphanumeric).intersection(.alphanumeric), using: &source)
    }

    /// Makes a PIN, which may begin with zeros.
    public static func makePIN(digits: Int) throws(PasswordGenerationError) -> Secret {
        guard (1...maximumLength).contains(digits) else {
            throw .impossibleLength(minimum: digits, maximum: maximumLength)
        }
        return try PasswordGenerator(
            rules: PasswordRules("minlength: \(digits); maxlength: \(digits); allowed: digit")
        ).makeStrongPassword()
    }

    /// The characters for rules that list none.
    private static let defaultCharacters = PasswordCharacters.alphanumeric

    /// `xxxxxx-xxxxxx-xxxxxx` with lower case, upper case and digits; `nil` if the rules exclude that.
    private func grouped(using source: inout some RandomNumberGenerator) -> Secret? {
        let hyphen = PasswordCharacters([UInt8(ascii: "-")])
        guard PasswordCharacters.alphanumeric.union(hyphen).isSubset(of: rules.allowed ?? .unicode) else { return nil }
        let shape = PasswordRules("required: lower; required: upper; required: digit; allowed: [-]").intersecting(rules)
        let characters = PasswordCharacters.alphanumeric.characters
        for _ in 0..<Self.freeAttempts {
            var password: [UInt8] = []
            for place in 0..<Self.defaultLength {
                let isHyphen = place % 7 == 6
                password.append(
                    isHyphen ? UInt8(ascii: "-") : characters[Int.random(in: 0..<characters.count, using: &source)])
            }
            if shape.accepts(password.map { Unicode.Scalar($0) }) { return Secret(copying: password) }
        }
        return nil
    }

    /// Makes a password from a pool of characters.
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
        let maximum = min(rules.maximumLength ?? Self.maximumLength, Self.maximumLength)
        guard minimum <= maximum else { throw .impossibleLength(minimum: minimum, maximum: maximum) }
        return min(max(Self.defaultLength, minimum), maximum)
    }

    /// Attempts in which every character is chosen freely.
    private static let freeAttempts = 100
    /// Attempts in which required characters are placed first.
    private static let placingAttempts = 200
}

/// The characters of one password to generate, and the required ones.
private struct PasswordPlan {
    private let characters: [UInt8]
    /// For each requirement, the allowed characters and the number that is required.
    private let required: [(characters: [UInt8], count: Int)]
    private let rules: PasswordRules
    private let length: Int

    /// Restricts pool and requirements to printable ASCII.
    ///
    /// Uses the space only if the rules need it: sites trim it, and users overlook it.
    init(rules: PasswordRules, pool: PasswordCharacters, length: Int) throws(PasswordGenerationError) {
        var pool = pool
        var rules = rules
        if rules.allowed == nil && length >= 3 {
            // Sites without a list of characters still tend to require one of each class.
            rules = rules.intersecting(PasswordRules("required: lower; required: upper; required: digit"))
        }
        let space = PasswordCharacters([UInt8(ascii: " ")])
        let isSpaceNeeded = rules.requirements.contains { $0.characters.intersection(pool) == space }
        if !isSpaceNeeded && !pool.subtracting(space).isEmpty { pool = pool.subtracting(space) }
        characters = pool.characters
        guard !characters.isEmpty else { throw .nothingAllowed }
        var required: [(characters: [UInt8], count: Int)] = []
        for requirement in rules.requirements {
            let choices = requirement.characters.intersection(pool).characters
            guard !choices.isEmpty else { throw .requiredNotAllowed(requirement.characters) }
            required.append((choices, requirement.count))
        }
        self.required = required
        self.rules = rules
        self.length = length
    }

    func accepts(_ password: [UInt8]) -> Bool {
        rules.accepts(password.map { Unicode.Scalar($0) })
    }

    /// One attempt; `nil` if it cannot be completed.
    func attempt(placingRequired: Bool, using source: inout some RandomNumberGenerator) -> [UInt8]? {
        var places: [UInt8?] = Array(repeating: nil, count: length)
        if placingRequired {
            let wanted = required.flatMap { Array(repeating: $0.characters, count: min($0.count, length)) }
            guard wanted.count <= length else { return nil }
            for (place, choices) in zip((0..<length).shuffled(using: &source), wanted) {
                places[place] = Self.choice(of: choices, using: &source)
            }
        }
        var password: [UInt8] = []
        password.reserveCapacity(length)
        var run = 0
        for place in places {
            let isRunFull = run >= rules.maximumConsecutive ?? .max
            guard let next = place ?? choice(without: isRunFull ? password.last : nil, using: &source) else {
                return nil
            }
            run = next == password.last ? run + 1 : 1
            password.append(next)
        }
        return password
    }

    /// A random character of the pool except one; `nil` if there is no other.
    private func choice(without excluded: UInt8?, using source: inout some RandomNumberGenerator) -> UInt8? {
        guard let excluded, let index = characters.firstIndex(of: excluded) else {
            return Self.choice(of: characters, using: &source)
        }
        guard characters.count > 1 else { return nil }
        let chosen = Int.random(in: 0..<characters.count - 1, using: &source)
        return characters[chosen < index ? chosen : chosen + 1]
    }

    private static func choice(of characters: [UInt8], using source: inout some RandomNumberGenerator) -> UInt8 {
        characters[Int.random(in: 0..<characters.count, using: &source)]
    }
}
