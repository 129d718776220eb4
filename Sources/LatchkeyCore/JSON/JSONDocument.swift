/// JSON that a ``JSONScanner`` accepted, with the place of every value in its bytes.
///
/// Strings are unescaped and numbers converted only when they are read.
package final class JSONDocument: Sendable {
    let bytes: [UInt8]
    /// At least the root.
    let nodes: [JSONNode]
    /// The type whose values are strings of Base64.
    let base64: (any JSONBase64Codable.Type)?

    init(bytes: [UInt8], nodes: [JSONNode], base64: (any JSONBase64Codable.Type)? = nil) {
        self.bytes = bytes
        self.nodes = nodes
        self.base64 = base64
    }

    /// Scans a whole document.
    ///
    /// - Parameter base64: The type whose values are strings of Base64, if there is one.
    package convenience init(
        _ bytes: [UInt8], rules: JSONScanner.Rules = .message, base64: (any JSONBase64Codable.Type)? = nil
    ) throws(JSONError) {
        let document = try JSONScanner.scan(bytes, rules: rules)
        self.init(bytes: document.bytes, nodes: document.nodes, base64: base64)
    }

    package var root: JSONElement { JSONElement(document: self, index: 0) }

    /// The index of a member's value; `nil` if the object has no such member.
    func member(_ name: String, of object: Int) -> Int? {
        let node = nodes[object]
        guard node.kind == .object else { return nil }
        let end = Int(node.next)
        let utf8 = name.utf8
        let length = UInt32(clamping: utf8.count)
        var index = object + 1
        while index < end {
            let candidate = nodes[index]
            if candidate.count == length, candidate.isPlain, utf8.elementsEqual(bytes[candidate.range]) {
                return index + 1
            }
            index = Int(nodes[index + 1].next)
        }
        // A letter outside ASCII has several spellings and can be equal to an ASCII letter.
        guard node.traits.contains(.hasUncommonName) || !utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        index = object + 1
        while index < end {
            if JSONText.string(nodes[index], in: bytes) == name { return index + 1 }
            index = Int(nodes[index + 1].next)
        }
        return nil
    }
}

/// One value of a ``JSONDocument``.
package struct JSONElement: Sendable {
    let document: JSONDocument
    let index: Int

    private var node: JSONNode { document.nodes[index] }

    package enum Kind: Sendable {
        case object, array, string, number, bool, null
    }

    package var kind: Kind {
        switch node.kind {
        case .object: .object
        case .array: .array
        case .string: .string
        case .number: .number
        case .true, .false: .bool
        case .null: .null
        }
    }

    /// The value of a member, `null` included; `nil` if this is not an object or has no such member.
    ///
    /// The first one if the object has several.
    package subscript(_ name: String) -> JSONElement? {
        document.member(name, of: index).map { JSONElement(document: document, index: $0) }
    }

    /// The text of a string; `nil` for other values.
    package var string: String? {
        node.kind == .string ? JSONText.string(node, in: document.bytes) : nil
    }

    /// The bytes of a string without escape sequences; `nil` for other values.
    package var utf8: [UInt8]? {
        node.kind == .string ? JSONText.utf8(node, in: document.bytes) : nil
    }

    /// Whether a string is UTF-8, which only a document of strict rules guarantees.
    package var isUTF8: Bool {
        !node.traits.contains(.hasNonASCII) || JSONText.isUTF8(document.bytes[node.range])
    }

    /// A number as it is written; `nil` for other values.
    package var number: String? {
        node.kind == .number ? String(decoding: document.bytes[node.range], as: UTF8.self) : nil
    }

    /// The exact value of an integer such as `1` or `1.0`; `nil` for other values and beyond the type's range.
    package func integer<Integer: FixedWidthInteger>(_ type: Integer.Type = Int.self) -> Integer? {
        node.kind == .number ? JSONText.integer(node, in: document.bytes) : nil
    }

    /// `nil` if this is neither `true` nor `false`.
    package var bool: Bool? {
        switch node.kind {
        case .true: true
        case .false: false
        default: nil
        }
    }

    /// The number of members or elements.
    package var count: Int { node.kind == .object || node.kind == .array ? Int(node.count) : 0 }

    /// The elements of an array; empty for other values.
    package var elements: [JSONElement] {
        guard node.kind == .array else { return [] }
        var elements: [JSONElement] = []
        elements.reserveCapacity(Int(node.count))
        var child = index + 1
        while child < Int(node.next) {
            elements.append(JSONElement(document: document, index: child))
            child = Int(document.nodes[child].next)
        }
        return elements
    }

    /// The members of an object in their order; empty for other values.
    package var members: [(name: String, value: JSONElement)] {
        guard node.kind == .object else { return [] }
        var members: [(name: String, value: JSONElement)] = []
        members.reserveCapacity(Int(node.count))
        var child = index + 1
        while child < Int(node.next) {
            let name = JSONText.string(document.nodes[child], in: document.bytes)
            members.append((name, JSONElement(document: document, index: child + 1)))
            child = Int(document.nodes[child + 1].next)
        }
        return members
    }
}
