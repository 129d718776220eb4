/// What one password is made of: the characters to choose from, and what must be among them.
struct PasswordPlan {
    private let characters: [UInt8]
    /// What each requirement leaves to choose from, and how many of it.
    private let required: [(characters: [UInt8], count: Int)]
    private let rules: PasswordRules
    private let length: Int

    /// Narrows pool and requirements to what a keyboard has.
    ///
    /// A space is chosen only where nothing else will do: sites cut it off at the ends, and people do not see it.
    init(rules: PasswordRules, pool: PasswordCharacters, length: Int) throws(PasswordGenerationError) {
        var pool = pool
        var rules = rules
        if rules.allowed == nil && length >= 3 {
            // Where the rules name nothing, sites still tend to want one of each.
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

    /// One try; nil when it ran into a dead end.
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

    /// A character of the pool, any but one.
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
