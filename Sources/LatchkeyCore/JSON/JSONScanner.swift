/// Validates JSON (RFC 8259) in one pass and records its values as the nodes of a ``JSONDocument``.
///
/// The scan is not recursive and needs one small entry for each open container.
package struct JSONScanner {
    /// What a document may be, in addition to the grammar.
    package struct Rules: Sendable {
        /// The largest number of open arrays and objects.
        package var maximumDepth: Int
        /// The largest length of a name with its quotation marks, in bytes.
        package var maximumNameLength: Int
        /// Whether all bytes must be UTF-8, names unique in their object, and strings stream-safe.
        ///
        /// Decoders disagree about a name that occurs twice. Names are equal if Swift's strings are equal, so a composed
        /// letter equals a decomposed one. Comparing strings that are not stream-safe takes quadratic time.
        package var isStrict: Bool

        package init(maximumDepth: Int, maximumNameLength: Int = .max, isStrict: Bool) {
            self.maximumDepth = maximumDepth
            self.maximumNameLength = maximumNameLength
            self.isStrict = isStrict
        }

        /// The rules for messages between processes, whose nesting is far below the limit.
        package static let message = Rules(maximumDepth: 32, isStrict: true)
    }

    /// A container that is not closed yet.
    private struct Level {
        /// The index of the container's node.
        var node: Int
        var isObject: Bool
        var hasUncommonName = false
        var count: UInt32 = 0
        /// The names so far; `nil` while comparing plain names one by one is fast enough.
        var names: Set<String>?
    }

    /// The largest object whose names are compared one by one.
    private static let maximumLinearCount: UInt32 = 16

    package let bytes: [UInt8]
    package internal(set) var offset = 0
    private let rules: Rules
    /// The containers that a caller opened with ``forEachMember(_:)`` or ``forEachElement(_:)``.
    private var outerDepth = 0
    private var levels: [Level] = []
    private(set) var nodes: [JSONNode] = []
    /// Values that end beyond this offset are validated and not recorded.
    private var recordingEnd = 0

    /// Makes a scanner at the start of at most 4 GiB of bytes.
    package init(_ bytes: [UInt8], rules: Rules) {
        precondition(UInt32(exactly: bytes.count) != nil, "a JSON text is longer than 4 GiB")
        self.bytes = bytes
        self.rules = rules
    }

    /// Validates a whole document and returns it.
    static func scan(_ bytes: [UInt8], rules: Rules) throws(JSONError) -> JSONDocument {
        if rules.isStrict, !JSONText.isUTF8(bytes[...]) { throw .notUTF8 }
        var scanner = JSONScanner(bytes, rules: rules)
        let document = try scanner.readValue()
        try scanner.finish()
        return document
    }

    /// Reads one value as a document.
    package mutating func readValue() throws(JSONError) -> JSONDocument {
        nodes = []
        try scanValue(recordingUpTo: .max)
        let document = JSONDocument(bytes: bytes, nodes: nodes)
        nodes = []
        return document
    }

    /// Reads one value as a document; returns `nil` if it is valid and longer than `maximumLength` bytes.
    package mutating func readValue(maximumLength: Int) throws(JSONError) -> JSONDocument? {
        skipSpace()
        let start = offset
        nodes = []
        try scanValue(recordingUpTo: start + maximumLength)
        let document = offset - start <= maximumLength ? JSONDocument(bytes: bytes, nodes: nodes) : nil
        nodes = []
        return document
    }

    /// Reads as much of a value as is valid, for the first part of a document that continues elsewhere.
    ///
    /// Returns `nil` if not even the first value begins.
    package mutating func readTruncatedValue() -> JSONDocument? {
        nodes = []
        do throws(JSONError) { try scanValue(recordingUpTo: .max) } catch { closeAll() }
        return nodes.isEmpty ? nil : JSONDocument(bytes: bytes, nodes: nodes)
    }

    /// Validates one value without recording it; not for strict rules, which compare recorded names.
    package mutating func skipValue() throws(JSONError) {
        precondition(!rules.isStrict, "strict rules need recorded names")
        try scanValue(recordingUpTo: -1)
    }

    /// Validates that nothing but white space follows.
    package mutating func finish() throws(JSONError) {
        skipSpace()
        guard offset == bytes.count else { throw .notJSON(offset: offset) }
    }

    // MARK: Values

    private mutating func scanValue(recordingUpTo end: Int) throws(JSONError) {
        recordingEnd = end
        levels.removeAll(keepingCapacity: true)
        try scalarOrFirstScalar()
        // Without a copy of the level, whose set of names would be copied at its next change.
        while let isObject = levels.last?.isObject {
            skipSpace()
            if take(isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
                close()
                continue
            }
            try expect(UInt8(ascii: ","))
            skipSpace()
            if isObject { try name() }
            try scalarOrFirstScalar()
        }
    }

    /// Reads a scalar, or opens containers and reads up to the first scalar or the first end of a container.
    private mutating func scalarOrFirstScalar() throws(JSONError) {
        while true {
            skipSpace()
            guard offset < bytes.count else { throw .notJSON(offset: offset) }
            switch bytes[offset] {
            case UInt8(ascii: "{"):
                try open(.object)
                if take(UInt8(ascii: "}")) { return close() }
                try name()
            case UInt8(ascii: "["):
                try open(.array)
                if take(UInt8(ascii: "]")) { return close() }
            case UInt8(ascii: "\""): return append(try string(), isElement: true)
            case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                return append(try number(), isElement: true)
            case UInt8(ascii: "t"): return append(try literal("true", .true), isElement: true)
            case UInt8(ascii: "f"): return append(try literal("false", .false), isElement: true)
            case UInt8(ascii: "n"): return append(try literal("null", .null), isElement: true)
            default: throw .notJSON(offset: offset)
            }
        }
    }

    private mutating func open(_ kind: JSONNode.Kind) throws(JSONError) {
        guard outerDepth + levels.count < rules.maximumDepth else {
            throw .nestedTooDeeply(limit: rules.maximumDepth)
        }
        append(node(kind, start: offset, count: 0), isElement: true)
        levels.append(Level(node: nodes.count - 1, isObject: kind == .object))
        offset += 1
        skipSpace()
    }

    private mutating func close() {
        guard let level = levels.popLast(), offset <= recordingEnd else { return }
        nodes[level.node].count = level.count
        nodes[level.node].next = UInt32(nodes.count)
        if level.hasUncommonName { nodes[level.node].traits.insert(.hasUncommonName) }
    }

    /// Closes the containers of a value that is cut off; a name without a value gets `null`.
    private mutating func closeAll() {
        if let level = levels.last, level.isObject {
            var index = level.node + 1
            while index + 1 < nodes.count { index = Int(nodes[index + 1].next) }
            if index < nodes.count { append(node(.null, start: offset, count: 0), isElement: true) }
        }
        while !levels.isEmpty { close() }
    }

    private func node(
        _ kind: JSONNode.Kind, start: Int, count: Int, traits: JSONNode.Traits = []
    ) -> JSONNode {
        JSONNode(
            start: UInt32(truncatingIfNeeded: start), count: UInt32(truncatingIfNeeded: count),
            next: UInt32(truncatingIfNeeded: nodes.count + 1), kind: kind, traits: traits)
    }

    private mutating func append(_ node: JSONNode, isElement: Bool) {
        if isElement, !levels.isEmpty { levels[levels.count - 1].count += 1 }
        if offset <= recordingEnd { nodes.append(node) }
    }

    // MARK: Names

    private mutating func name() throws(JSONError) {
        let name = try scanName()
        if rules.isStrict { try checkIsNew(name) }
        skipSpace()
        try expect(UInt8(ascii: ":"))
        if !name.isPlain { levels[levels.count - 1].hasUncommonName = true }
        append(name, isElement: false)
    }

    private mutating func scanName() throws(JSONError) -> JSONNode {
        let start = offset
        let name = try string()
        guard offset - start <= rules.maximumNameLength else { throw .notJSON(offset: start) }
        return name
    }

    private mutating func checkIsNew(_ name: JSONNode) throws(JSONError) {
        let last = levels.count - 1
        if levels[last].names == nil {
            if name.isPlain, !levels[last].hasUncommonName, levels[last].count < Self.maximumLinearCount {
                guard !hasPlainName(name, in: levels[last].node) else { throw .duplicateKey(offset: offset) }
                return
            }
            levels[last].names = names(of: levels[last].node)
        }
        // In place: a copy of the set for each name would make a wide object take quadratic time.
        let isNew = levels[last].names?.insert(JSONText.string(name, in: bytes)).inserted
        guard isNew == true else { throw .duplicateKey(offset: offset) }
    }

    /// Whether an open object whose names are plain has a plain name already.
    private func hasPlainName(_ name: JSONNode, in object: Int) -> Bool {
        var index = object + 1
        while index < nodes.count {
            let other = nodes[index]
            if other.count == name.count, JSONText.areEqual(other.range, name.range, in: bytes) { return true }
            index = Int(nodes[index + 1].next)
        }
        return false
    }

    private func names(of object: Int) -> Set<String> {
        var names: Set<String> = []
        var index = object + 1
        while index < nodes.count {
            names.insert(JSONText.string(nodes[index], in: bytes))
            index = Int(nodes[index + 1].next)
        }
        return names
    }
}

// MARK: Tokens

extension JSONScanner {
    /// Reads a string and returns its node, without recording it.
    private mutating func string() throws(JSONError) -> JSONNode {
        try expect(UInt8(ascii: "\""))
        let start = offset
        var traits: JSONNode.Traits = []
        while true {
            let plain = JSONText.plainPrefix(of: bytes.span, from: offset)
            offset = plain.end
            if plain.hasNonASCII { traits.insert(.hasNonASCII) }
            guard offset < bytes.count else { throw .notJSON(offset: offset) }
            switch bytes[offset] {
            case UInt8(ascii: "\""):
                let node = node(.string, start: start, count: offset - start, traits: traits)
                offset += 1
                if rules.isStrict, !traits.isDisjoint(with: [.hasNonASCII, .hasUnicodeEscape]) {
                    // The unescaped text: an escape sequence can be a combining mark.
                    guard StreamSafeText.allows(JSONText.string(node, in: bytes)) else {
                        throw .notStreamSafe(offset: offset)
                    }
                }
                return node
            case UInt8(ascii: "\\"):
                offset += 1
                traits.insert(.hasEscape)
                if try escape() { traits.insert(.hasUnicodeEscape) }
            default: throw .notJSON(offset: offset)
            }
        }
    }

    /// Reads what follows a backslash; returns whether it is a `\u` sequence.
    private mutating func escape() throws(JSONError) -> Bool {
        guard offset < bytes.count else { throw .notJSON(offset: offset) }
        switch bytes[offset] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            offset += 1
            return false
        case UInt8(ascii: "u"):
            offset += 1
            let unit = try hexadecimal()
            if UTF16.isTrailSurrogate(unit) { throw .notJSON(offset: offset) }
            if UTF16.isLeadSurrogate(unit) {
                try expect(UInt8(ascii: "\\"))
                try expect(UInt8(ascii: "u"))
                guard UTF16.isTrailSurrogate(try hexadecimal()) else { throw .notJSON(offset: offset) }
            }
            return true
        default: throw .notJSON(offset: offset)
        }
    }

    private mutating func hexadecimal() throws(JSONError) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard offset < bytes.count, let digit = JSONText.hexadecimalValue(bytes[offset]) else {
                throw .notJSON(offset: offset)
            }
            unit = unit << 4 | UInt16(digit)
            offset += 1
        }
        return unit
    }

    private mutating func number() throws(JSONError) -> JSONNode {
        let start = offset
        var traits: JSONNode.Traits = []
        _ = take(UInt8(ascii: "-"))
        if !take(UInt8(ascii: "0")) { try digits() }
        if take(UInt8(ascii: ".")) {
            traits = .isFractional
            try digits()
        }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            traits = .isFractional
            if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
            try digits()
        }
        return node(.number, start: start, count: offset - start, traits: traits)
    }

    private mutating func digits() throws(JSONError) {
        let start = offset
        while offset < bytes.count, JSONText.isDigit(bytes[offset]) { offset += 1 }
        guard offset > start else { throw .notJSON(offset: offset) }
    }

    private mutating func literal(_ text: StaticString, _ kind: JSONNode.Kind) throws(JSONError) -> JSONNode {
        let start = offset
        for byte in text.description.utf8 { try expect(byte) }
        return node(kind, start: start, count: offset - start)
    }

    private mutating func expect(_ byte: UInt8) throws(JSONError) {
        guard take(byte) else { throw .notJSON(offset: offset) }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard offset < bytes.count, bytes[offset] == byte else { return false }
        offset += 1
        return true
    }

    private mutating func skipSpace() {
        while offset < bytes.count {
            switch bytes[offset] {
            case 0x20, 0x0A, 0x0D, 0x09: offset += 1
            default: return
            }
        }
    }
}

// MARK: Containers that the caller walks through

extension JSONScanner {
    /// The container that begins at the next byte that is not white space; `nil` for a scalar.
    package enum Container: Sendable {
        case object, array
    }

    package mutating func nextContainer() -> Container? {
        skipSpace()
        guard offset < bytes.count else { return nil }
        switch bytes[offset] {
        case UInt8(ascii: "{"): return .object
        case UInt8(ascii: "["): return .array
        default: return nil
        }
    }

    /// Reads an object; the body must read or skip the value of each name.
    ///
    /// Names are neither compared nor validated as UTF-8.
    package mutating func forEachMember(_ body: (inout JSONScanner, _ name: String) throws -> Void) throws {
        try enter()
        defer { outerDepth -= 1 }
        if take(UInt8(ascii: "}")) { return }
        repeat {
            skipSpace()
            let name = try scanName()
            skipSpace()
            try expect(UInt8(ascii: ":"))
            try body(&self, JSONText.string(name, in: bytes))
            skipSpace()
        } while take(UInt8(ascii: ","))
        try expect(UInt8(ascii: "}"))
    }

    /// Reads an array; the body must read or skip each element.
    package mutating func forEachElement(_ body: (inout JSONScanner) throws -> Void) throws {
        try enter()
        defer { outerDepth -= 1 }
        if take(UInt8(ascii: "]")) { return }
        repeat {
            try body(&self)
            skipSpace()
        } while take(UInt8(ascii: ","))
        try expect(UInt8(ascii: "]"))
    }

    /// Reads the bracket of a container.
    private mutating func enter() throws(JSONError) {
        skipSpace()
        guard outerDepth < rules.maximumDepth else { throw .nestedTooDeeply(limit: rules.maximumDepth) }
        outerDepth += 1
        offset += 1
        skipSpace()
    }
}
