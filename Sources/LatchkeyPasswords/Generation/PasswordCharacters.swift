/// A character class of password rules: printable ASCII characters, or all of Unicode.
///
/// The grammar has no other sets and ignores other characters outside of ASCII.
public struct PasswordCharacters: Hashable, Sendable {
    /// One bit for each character from the space to the tilde.
    private var bits: UInt128 = 0
    /// Whether the set also contains every character outside of printable ASCII.
    public private(set) var includesUnicode = false

    public static let lower = PasswordCharacters(in: "a"..."z")
    public static let upper = PasswordCharacters(in: "A"..."Z")
    public static let digit = PasswordCharacters(in: "0"..."9")
    public static let asciiPrintable = PasswordCharacters(in: " "..."~")
    /// Every printable ASCII character except letters and digits; includes the space.
    public static let special = asciiPrintable.subtracting(lower.union(upper).union(digit))
    public static let alphanumeric = lower.union(upper).union(digit)
    public static let unicode: PasswordCharacters = {
        var all = asciiPrintable
        all.includesUnicode = true
        return all
    }()

    /// Takes the printable ASCII characters of a sequence and ignores others.
    public init(_ characters: some Sequence<UInt8>) {
        for character in characters where Self.printable.contains(character) {
            bits |= 1 << UInt128(character - Self.printable.lowerBound)
        }
    }

    private init(in range: ClosedRange<Unicode.Scalar>) {
        self.init(UInt8(ascii: range.lowerBound)...UInt8(ascii: range.upperBound))
    }

    public var isEmpty: Bool { bits == 0 && !includesUnicode }

    /// The printable ASCII characters in ascending order.
    public var characters: [UInt8] { Self.printable.filter { contains($0) } }

    public func contains(_ character: UInt8) -> Bool {
        Self.printable.contains(character) && bits >> UInt128(character - Self.printable.lowerBound) & 1 == 1
    }

    public func union(_ other: PasswordCharacters) -> PasswordCharacters {
        var result = self
        result.bits |= other.bits
        result.includesUnicode = includesUnicode || other.includesUnicode
        return result
    }

    public func intersection(_ other: PasswordCharacters) -> PasswordCharacters {
        var result = self
        result.bits &= other.bits
        result.includesUnicode = includesUnicode && other.includesUnicode
        return result
    }

    public func subtracting(_ other: PasswordCharacters) -> PasswordCharacters {
        var result = self
        result.bits &= ~other.bits
        result.includesUnicode = includesUnicode && !other.includesUnicode
        return result
    }

    public func isSubset(of other: PasswordCharacters) -> Bool { subtracting(other).isEmpty }

    private static let printable: ClosedRange<UInt8> = 0x20...0x7E
}

extension PasswordCharacters: CustomStringConvertible {
    /// The set in the grammar of password rules: names of complete classes, then other characters in brackets.
    ///
    /// Empty for the empty set, which the grammar cannot express.
    public var description: String {
        if includesUnicode { return "unicode" }
        if self == .asciiPrintable { return "ascii-printable" }
        var rest = self
        var words: [String] = []
        for (name, characters) in Self.names where characters.isSubset(of: self) {
            words.append(name)
            rest = rest.subtracting(characters)
        }
        // The grammar accepts a hyphen only at the beginning, and a closing bracket only at the end.
        let (hyphen, bracket) = (UInt8(ascii: "-"), UInt8(ascii: "]"))
        let ordinary = rest.characters.filter { $0 != hyphen && $0 != bracket }
        if !rest.isEmpty {
            let all = (rest.contains(hyphen) ? [hyphen] : []) + ordinary + (rest.contains(bracket) ? [bracket] : [])
            words.append("[\(String(decoding: all, as: UTF8.self))]")
        }
        return words.joined(separator: ", ")
    }

    /// The classes that partition printable ASCII, by their names in the grammar.
    private static let names: [(String, PasswordCharacters)] = [
        ("upper", .upper), ("lower", .lower), ("digit", .digit), ("special", .special),
    ]

    /// Looks up a class by its name, ignoring case; `nil` for an unknown name.
    init?(named name: String) {
        switch name.lowercased() {
        case "ascii-printable": self = .asciiPrintable
        case "unicode": self = .unicode
        case let name:
            guard let found = Self.names.first(where: { $0.0 == name }) else { return nil }
            self = found.1
        }
    }
}
