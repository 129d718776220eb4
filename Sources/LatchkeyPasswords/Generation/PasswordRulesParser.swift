/// Parses the declarations of password rules in order and skips invalid ones.
///
/// Apple's grammar has declarations `name: value`, separated by semicolons. A value is a number, or character classes
/// separated by commas: names, or characters in brackets. In brackets a hyphen counts only at the beginning, and a
/// closing bracket only if it is doubled at the end. Characters outside of printable ASCII are ignored.
struct PasswordRulesParser {
    enum Declaration: Hashable {
        case required(PasswordCharacters)
        case allowed(PasswordCharacters)
        case minimumLength(Int)
        case maximumLength(Int)
        case maximumConsecutive(Int)
    }

    /// Limit in bytes; the rest of a longer text is ignored.
    static let maximumTextLength = 16_384

    private var rest: ArraySlice<UInt8>

    init(_ text: String) {
        rest = ArraySlice(text.utf8.prefix(Self.maximumTextLength))
    }

    /// The next valid declaration; `nil` at the end.
    mutating func next() -> Declaration? {
        while true {
            skipBlanks()
            guard !rest.isEmpty else { return nil }
            let start = rest
            if let declaration = declaration(), takeEnd() { return declaration }
            // Skip from the start: the parser may have stopped inside of brackets.
            rest = start
            skipDeclaration()
        }
    }

    private mutating func declaration() -> Declaration? {
        let name = identifier().lowercased()
        guard take(UInt8(ascii: ":")) else { return nil }
        skipBlanks()
        switch name {
        case "required": return characters().map { .required($0) }
        case "allowed": return characters().map { .allowed($0) }
        case "minlength": return number().map { .minimumLength($0) }
        case "maxlength": return number().map { .maximumLength($0) }
        case "max-consecutive": return number().map { .maximumConsecutive($0) }
        default: return nil
        }
    }

    /// Classes separated by commas; `nil` if one is unknown or all are empty.
    private mutating func characters() -> PasswordCharacters? {
        var all = PasswordCharacters([])
        repeat {
            skipBlanks()
            guard let set = rest.first == UInt8(ascii: "[") ? bracketed() : PasswordCharacters(named: identifier())
            else {
                return nil
            }
            all = all.union(set)
            skipBlanks()
        } while take(UInt8(ascii: ","))
        return all.isEmpty ? nil : all
    }

    /// Characters in brackets; `nil` without a closing bracket.
    private mutating func bracketed() -> PasswordCharacters? {
        let close = UInt8(ascii: "]")
        let inside = rest.dropFirst()
        guard let end = inside.firstIndex(of: close) else { return nil }
        var characters = Array(inside[..<end])
        rest = inside[(end + 1)...]
        if take(close) { characters.append(close) }
        let startsWithHyphen = characters.first == UInt8(ascii: "-")
        return PasswordCharacters(characters.filter { startsWithHyphen || $0 != UInt8(ascii: "-") })
    }

    /// A positive number, saturated at `Int.max`; `nil` for 0 and for other text.
    private mutating func number() -> Int? {
        var number = 0
        while let digit = rest.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) {
            rest.removeFirst()
            let (tens, isTooLarge) = number.multipliedReportingOverflow(by: 10)
            let (sum, isStillTooLarge) = tens.addingReportingOverflow(Int(digit - UInt8(ascii: "0")))
            number = isTooLarge || isStillTooLarge ? .max : sum
        }
        return number > 0 ? number : nil
    }

    private mutating func identifier() -> String {
        let letters = rest.prefix { byte in
            byte == UInt8(ascii: "-") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
        }
        rest = rest.dropFirst(letters.count)
        return String(decoding: letters, as: UTF8.self)
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard rest.first == byte else { return false }
        rest.removeFirst()
        return true
    }

    private mutating func takeEnd() -> Bool {
        skipBlanks()
        return rest.isEmpty || take(UInt8(ascii: ";"))
    }

    private mutating func skipBlanks() {
        rest = rest.drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0C || $0 == 0x0D }
    }

    /// Skips past the next semicolon outside of brackets.
    private mutating func skipDeclaration() {
        var isInside = false
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "["): isInside = true
            case UInt8(ascii: "]"): isInside = false
            case UInt8(ascii: ";") where !isInside: return
            default: continue
            }
        }
    }
}
