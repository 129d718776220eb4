/// A type that JSON holds as a string of Base64, such as Foundation's `Data`.
///
/// The coders receive it as a parameter and compare types: a cast to the protocol would search all conformances of the
/// program, once for each type.
package protocol JSONBase64Codable: Codable, SendableMetatype {
    init(base64Decoded bytes: [UInt8])

    var bytesToEncode: [UInt8] { get }
}

extension JSONElement {
    /// Decodes a value as Foundation's `JSONDecoder` does, except for types such as `URL` that it treats on their own.
    ///
    /// - Throws: `DecodingError` with the path from the document's root, or the error of the type's initialiser.
    package func decode<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
        try JSONElementDecoder(document: document, index: index).decodeValue(type)
    }

    /// Decodes the value of a member.
    ///
    /// - Throws: `DecodingError`; also if there is no such member.
    package func decode<Value: Decodable>(_ type: Value.Type = Value.self, member name: String) throws -> Value {
        try JSONElementDecoder(document: document, index: index).container(keyedBy: JSONKey.self)
            .decode(type, forKey: JSONKey(name))
    }
}

/// A member's name or an element's index in the path of an error.
struct JSONKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(_ name: String) {
        stringValue = name
        intValue = nil
    }

    init(index: Int) {
        stringValue = "Index \(index)"
        intValue = index
    }

    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { self.init(index: intValue) }
}

extension JSONDocument {
    /// The path from the root to a value.
    ///
    /// It is computed for errors only, so that decoding does not have to carry a path along.
    func path(to target: Int) -> [any CodingKey] {
        var path: [any CodingKey] = []
        var container = 0
        while container < target {
            let isObject = nodes[container].kind == .object
            var child = container + 1
            var position = 0
            while true {
                let value = isObject ? child + 1 : child
                guard value < nodes.count else { return path }
                if target < Int(nodes[value].next) {
                    path.append(
                        isObject ? JSONKey(JSONText.string(nodes[child], in: bytes)) : JSONKey(index: position))
                    container = value
                    break
                }
                child = Int(nodes[value].next)
                position += 1
            }
        }
        return path
    }
}

/// The decoder of one value; also decodes scalars for the containers.
struct JSONElementDecoder: Decoder, SingleValueDecodingContainer {
    let document: JSONDocument
    let index: Int

    var codingPath: [any CodingKey] { document.path(to: index) }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    private var node: JSONNode { document.nodes[index] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard node.kind == .object else { throw mismatch([String: Any].self) }
        return KeyedDecodingContainer(JSONKeyedDecoding(document: document, object: index))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard node.kind == .array else { throw mismatch([Any].self) }
        return JSONUnkeyedDecoding(document: document, array: UInt32(index))
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { self }

    // MARK: Scalars

    func decodeNil() -> Bool { node.kind == .null }

    func decode(_ type: Bool.Type) throws -> Bool {
        switch node.kind {
        case .true: true
        case .false: false
        default: throw mismatch(type)
        }
    }

    func decode(_ type: String.Type) throws -> String {
        guard node.kind == .string else { throw mismatch(type) }
        return JSONText.string(node, in: document.bytes)
    }

    func decode(_ type: Double.Type) throws -> Double { try floatingPoint(type) }
    func decode(_ type: Float.Type) throws -> Float { try floatingPoint(type) }
    func decode(_ type: Int.Type) throws -> Int { try integer(type) }
    func decode(_ type: Int8.Type) throws -> Int8 { try integer(type) }
    func decode(_ type: Int16.Type) throws -> Int16 { try integer(type) }
    func decode(_ type: Int32.Type) throws -> Int32 { try integer(type) }
    func decode(_ type: Int64.Type) throws -> Int64 { try integer(type) }
    func decode(_ type: UInt.Type) throws -> UInt { try integer(type) }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try integer(type) }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try integer(type) }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try integer(type) }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try integer(type) }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try decodeValue(type) }

    func decodeValue<Value: Decodable>(_ type: Value.Type) throws -> Value {
        if let base64 = document.base64, ObjectIdentifier(base64) == ObjectIdentifier(type) {
            guard node.kind == .string else { throw mismatch(type) }
            guard let bytes = Base64.decode(JSONText.utf8(node, in: document.bytes)),
                let value = base64.init(base64Decoded: bytes) as? Value
            else { throw corrupted("the string is not Base64") }
            return value
        }
        return try Value(from: self)
    }

    private func integer<Integer: FixedWidthInteger>(_ type: Integer.Type) throws -> Integer {
        guard node.kind == .number else { throw mismatch(type) }
        guard let value = JSONText.integer(node, in: document.bytes, as: type) else {
            throw corrupted("the number is not a value of \(type)")
        }
        return value
    }

    private func floatingPoint<Value: BinaryFloatingPoint & LosslessStringConvertible>(
        _ type: Value.Type
    ) throws -> Value {
        guard node.kind == .number else { throw mismatch(type) }
        guard let value = JSONText.floatingPoint(node, in: document.bytes, as: type) else {
            throw corrupted("the number is not a value of \(type)")
        }
        return value
    }

    // MARK: Errors, which never hold the value

    func mismatch(_ type: Any.Type) -> DecodingError {
        let context = DecodingError.Context(codingPath: codingPath, debugDescription: "expected \(type)")
        return node.kind == .null ? .valueNotFound(type, context) : .typeMismatch(type, context)
    }

    private func corrupted(_ description: String) -> DecodingError {
        .dataCorrupted(DecodingError.Context(codingPath: codingPath, debugDescription: description))
    }
}

private struct JSONKeyedDecoding<Key: CodingKey>: KeyedDecodingContainerProtocol {
    /// The largest object whose members are found one by one.
    private static var maximumLinearCount: Int { 32 }

    let document: JSONDocument
    let object: Int
    /// The values' indices by name, for a large object, whose look-ups one by one would take quadratic time.
    private let indices: [String: Int]?

    init(document: JSONDocument, object: Int) {
        self.document = document
        self.object = object
        let element = JSONElement(document: document, index: object)
        guard element.count > Self.maximumLinearCount else {
            indices = nil
            return
        }
        indices = Dictionary(element.members.map { ($0.name, $0.value.index) }) { first, _ in first }
    }

    var codingPath: [any CodingKey] { document.path(to: object) }

    var allKeys: [Key] {
        JSONElement(document: document, index: object).members.compactMap { Key(stringValue: $0.name) }
    }

    private func index(_ key: Key) -> Int? {
        if let indices { indices[key.stringValue] } else { document.member(key.stringValue, of: object) }
    }

    private func value(_ key: Key) throws -> JSONElementDecoder {
        guard let index = index(key) else {
            throw DecodingError.keyNotFound(
                key, DecodingError.Context(codingPath: codingPath, debugDescription: "the member is missing"))
        }
        return JSONElementDecoder(document: document, index: index)
    }

    /// The value of a member that is there and not `null`.
    private func valueIfPresent(_ key: Key) -> JSONElementDecoder? {
        guard let index = index(key), document.nodes[index].kind != .null else { return nil }
        return JSONElementDecoder(document: document, index: index)
    }

    func contains(_ key: Key) -> Bool { index(key) != nil }
    func decodeNil(forKey key: Key) throws -> Bool { try value(key).decodeNil() }
    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try value(key).decode(type) }
    func decode(_ type: String.Type, forKey key: Key) throws -> String { try value(key).decode(type) }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try value(key).decode(type) }
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try value(key).decode(type) }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try value(key).decode(type) }
    func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try value(key).decode(type) }
    func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try value(key).decode(type) }
    func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try value(key).decode(type) }
    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try value(key).decode(type) }
    func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try value(key).decode(type) }
    func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try value(key).decode(type) }
    func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try value(key).decode(type) }
    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try value(key).decode(type) }
    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try value(key).decode(type) }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try value(key).decodeValue(type)
    }

    // The default implementations look for the member three times.

    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
        try valueIfPresent(key)?.decode(type)
    }

    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
        try valueIfPresent(key)?.decode(type)
    }

    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
        try valueIfPresent(key)?.decode(type)
    }

    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        try valueIfPresent(key)?.decodeValue(type)
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try value(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try value(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder {
        guard let index = document.member("super", of: object) else {
            throw DecodingError.keyNotFound(
                JSONKey("super"),
                DecodingError.Context(codingPath: codingPath, debugDescription: "the member is missing"))
        }
        return JSONElementDecoder(document: document, index: index)
    }

    func superDecoder(forKey key: Key) throws -> any Decoder { try value(key) }
}

private struct JSONUnkeyedDecoding: UnkeyedDecodingContainer {
    let document: JSONDocument
    let array: UInt32
    private var next: UInt32
    private var position: UInt32 = 0

    init(document: JSONDocument, array: UInt32) {
        self.document = document
        self.array = array
        next = array + 1
    }

    var codingPath: [any CodingKey] { document.path(to: Int(array)) }
    var count: Int? { Int(document.nodes[Int(array)].count) }
    var currentIndex: Int { Int(position) }
    var isAtEnd: Bool { next == document.nodes[Int(array)].next }

    private func value(_ type: Any.Type) throws -> JSONElementDecoder {
        guard !isAtEnd else {
            throw DecodingError.valueNotFound(
                type,
                DecodingError.Context(
                    codingPath: codingPath + [JSONKey(index: currentIndex)], debugDescription: "the array ends"))
        }
        return JSONElementDecoder(document: document, index: Int(next))
    }

    private mutating func advance() {
        next = document.nodes[Int(next)].next
        position += 1
    }

    private mutating func read<Value>(
        _ type: Value.Type, _ decode: (JSONElementDecoder) throws -> Value
    ) throws -> Value {
        // An element that cannot be decoded is not passed over.
        let value = try decode(value(type))
        advance()
        return value
    }

    mutating func decodeNil() throws -> Bool {
        guard try value(Any.self).decodeNil() else { return false }
        advance()
        return true
    }

    mutating func decode(_ type: Bool.Type) throws -> Bool { try read(type) { try $0.decode(type) } }
    mutating func decode(_ type: String.Type) throws -> String { try read(type) { try $0.decode(type) } }
    mutating func decode(_ type: Double.Type) throws -> Double { try read(type) { try $0.decode(type) } }
    mutating func decode(_ type: Float.Type) throws -> Float { try read(type) { try $0.decode(type) } }
    mutating func decode(_ type: Int.Type) throws -> Int { try read(type) { try $0.decode(type) } }
    mutating func decode(_ type: Int8.Type) throws -> Int8 { try read(type) { try $0.decode(type) } }
    mutating func decode(_ type: Int16.Type) throws -> Int16 { try read(type) { try $0.decode(type) } }
    mutating func decode(_ type: Int32.Type) throws -> Int32 { try read(type) { try $0.decode(type) } }
    mutating func decode(_ type: Int64.Type) throws -> Int64 { try read(type) { try $0.decode(type) } }
    mutating func decode(_ type: UInt.Type) throws -> UInt { try read(type) { try $0.decode(type) } }
    mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try read(type) { try $0.decode(type) } }
    mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try read(type) { try $0.decode(type) } }
    mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try read(type) { try $0.decode(type) } }
    mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try read(type) { try $0.decode(type) } }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try read(type) { try $0.decodeValue(type) }
    }

    mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        try read(KeyedDecodingContainer<Key>.self) { try $0.container(keyedBy: type) }
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try read((any UnkeyedDecodingContainer).self) { try $0.unkeyedContainer() }
    }

    mutating func superDecoder() throws -> any Decoder {
        try read((any Decoder).self) { $0 }
    }
}
