/// Takes the declarations of password rules one after the other, and skips those that it cannot read.
///
/// Apple's grammar: declarations `name: value` parted by semicolons. A value is a number, or sets of characters parted
/// by commas: names, or characters in brackets. In brackets a hyphen counts only at the beginning, and a closing bracket
/// only when it is doubled at the end; characters outside of printable ASCII are left out.
struct PasswordRulesParser {
    enum Declaration: Hashable {
        case required(PasswordCharacters)
        case allowed(PasswordCharacters)
        case minimumLength(Int)
        case maximumLength(Int)
        case maximumConsecutive(Int)
    }

    /// Text beyond this is not read: no site has so many rules.
    static let longestText = 16_384

    private var rest: ArraySlice<UInt8>

    init(_ text: String) {
        rest = ArraySlice(text.utf8.prefix(Self.longestText))
    }

    /// The next declaration that can be read; nil at the end.
    mutating func next() -> Declaration? {
        while true {
            skipBlanks()
            guard !rest.isEmpty else { return nil }
            let start = rest
            if let declaration = declaration(), takeEnd() { return declaration }
            // From its beginning, so that a bracket that was read half does not hide where it ends.
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

    /// Sets parted by commas; nil when one is unknown, or all are empty.
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

    /// Characters in brackets; nil when no bracket closes them.
    private mutating func bracketed() -> PasswordCharacters? {
        let close = UInt8(ascii: "]")
        let inside = rest.dropFirst()
        guard let end = inside.firstIndex(of: close) else { return nil }
        var characters = Array(inside[..<end])
        rest = inside[(end + 1)...]
        if take(close) { characters.append(close) }
        let isHyphenMeant = characters.first == UInt8(ascii: "-")
        return PasswordCharacters(characters.filter { isHyphenMeant || $0 != UInt8(ascii: "-") })
    }

    /// A positive number; nil for 0 and for anything else.
    ///
    /// One too large to count is as good as the largest.
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

    /// Goes past the next semicolon outside of brackets.
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
