/// Encodes values as JSON without white space.
package enum JSONEncoding {
    /// Encodes a value as Foundation's `JSONEncoder` does, except for types such as `Date` that it treats on their own.
    ///
    /// Values are written in the order in which they are encoded. Containers must be written one after the other: a
    /// nested container is complete as soon as its parent is written to again.
    ///
    /// - Parameter base64: The type whose values are strings of Base64, if there is one.
    /// - Throws: `EncodingError` for numbers that are not finite and for containers that are complete already.
    package static func encode(
        _ value: some Encodable, base64: (any JSONBase64Codable.Type)? = nil
    ) throws -> [UInt8] {
        let output = JSONOutput(base64: base64)
        try output.write(encoded: value)
        return output.finish()
    }
}

/// The text that all containers of one encoding write into.
private final class JSONOutput {
    /// An array or object that is not closed yet.
    private struct Level {
        let isObject: Bool
        /// Tells it from a container that was open at this depth before.
        let serial: Int
        /// The last key, for the path of an error.
        var key: (any CodingKey)?
    }

    /// A container's depth, from zero, and its serial number.
    struct Place {
        let depth: Int
        let serial: Int
    }

    private let base64: (any JSONBase64Codable.Type)?
    private var writer = JSONWriter()
    private var levels: [Level] = []
    private(set) var lastSerial = 0
    /// Whether a value must follow: the document's, a member's or an element's.
    private var awaitsValue = true

    init(base64: (any JSONBase64Codable.Type)?) {
        self.base64 = base64
    }

    var depth: Int { levels.count }
    var path: [any CodingKey] { levels.compactMap(\.key) }

    func finish() -> [UInt8] {
        closeLevels(downTo: 0)
        return writer.bytes
    }

    // MARK: Containers

    func open(isObject: Bool) -> Place {
        if isObject { writer.beginObject() } else { writer.beginArray() }
        awaitsValue = false
        lastSerial += 1
        levels.append(Level(isObject: isObject, serial: lastSerial))
        return Place(depth: levels.count - 1, serial: lastSerial)
    }

    /// The container at a depth if it was opened after the given serial number; `nil` if its kind is another.
    func place(depth: Int, after serial: Int, isObject: Bool) -> Place? {
        guard levels.indices.contains(depth), levels[depth].serial > serial, levels[depth].isObject == isObject else {
            return nil
        }
        return Place(depth: depth, serial: levels[depth].serial)
    }

    /// Closes what was opened in a container, which may be written to then.
    private func resume(_ place: Place) throws {
        guard place.depth < levels.count, levels[place.depth].serial == place.serial else {
            throw invalid("a member", "the container is complete")
        }
        if awaitsValue || levels.count > place.depth + 1 { closeLevels(downTo: place.depth + 1) }
    }

    private func invalid(_ value: Any, _ description: String) -> EncodingError {
        .invalidValue(value, EncodingError.Context(codingPath: path, debugDescription: description))
    }

    private func closeLevels(downTo depth: Int) {
        // A value that encodes nothing is an empty object.
        if awaitsValue { _ = open(isObject: true) }
        while levels.count > depth {
            if levels.removeLast().isObject { writer.endObject() } else { writer.endArray() }
        }
    }

    /// Begins a member; its value must follow.
    func beginMember(_ key: some CodingKey, in place: Place) throws {
        try resume(place)
        levels[place.depth].key = key
        writer.key(key.stringValue)
        awaitsValue = true
    }

    /// Begins an element; its value must follow.
    func beginElement(_ index: Int, in place: Place) throws {
        try resume(place)
        levels[place.depth].key = JSONKey(index: index)
        awaitsValue = true
    }

    // MARK: Values

    /// Begins a scalar; throws if its value is written already.
    private func beginScalar() throws {
        guard awaitsValue else { throw invalid("a value", "the value is complete") }
        awaitsValue = false
    }

    func writeNull() throws {
        try beginScalar()
        writer.writeNull()
    }

    func write(_ flag: Bool) throws {
        try beginScalar()
        writer.write(flag)
    }

    func write(_ text: String) throws {
        try beginScalar()
        writer.write(text)
    }

    func write(integer number: some FixedWidthInteger) throws {
        try beginScalar()
        writer.write(number)
    }

    func write(fraction number: some BinaryFloatingPoint & CustomStringConvertible) throws {
        try beginScalar()
        guard number.isFinite else {
            throw invalid(number, "the number is not finite")
        }
        let digits = number.description
        writer.write(digits: digits.hasSuffix(".0") ? String(digits.dropLast(2)) : digits)
    }

    func write<Value: Encodable>(encoded value: Value) throws {
        if let base64, ObjectIdentifier(base64) == ObjectIdentifier(Value.self),
            let value = value as? any JSONBase64Codable
        {
            try beginScalar()
            writer.write(utf8: Base64.encode(value.bytesToEncode))
        } else {
            let depth = levels.count
            try value.encode(to: JSONValueEncoder(output: self))
            closeLevels(downTo: depth)
        }
    }
}

/// The encoder of one value.
private struct JSONValueEncoder: Encoder, SingleValueEncodingContainer {
    let output: JSONOutput
    /// Where the value's own container is opened.
    private let depth: Int
    private let serial: Int

    init(output: JSONOutput) {
        self.output = output
        depth = output.depth
        serial = output.lastSerial
    }

    var codingPath: [any CodingKey] { output.path }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    /// The value's container: the one that it has, or a new one.
    ///
    /// A value with a container of the other kind gets a place in which nothing can be written.
    private func place(isObject: Bool) -> JSONOutput.Place {
        if output.lastSerial == serial { return output.open(isObject: isObject) }
        return output.place(depth: depth, after: serial, isObject: isObject)
            ?? JSONOutput.Place(depth: depth, serial: -1)
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(JSONKeyedEncoding(output: output, place: place(isObject: true)))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        JSONUnkeyedEncoding(output: output, place: place(isObject: false))
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }

    func encodeNil() throws { try output.writeNull() }
    func encode(_ value: Bool) throws { try output.write(value) }
    func encode(_ value: String) throws { try output.write(value) }
    func encode(_ value: Double) throws { try output.write(fraction: value) }
    func encode(_ value: Float) throws { try output.write(fraction: value) }
    func encode(_ value: Int) throws { try output.write(integer: value) }
    func encode(_ value: Int8) throws { try output.write(integer: value) }
    func encode(_ value: Int16) throws { try output.write(integer: value) }
    func encode(_ value: Int32) throws { try output.write(integer: value) }
    func encode(_ value: Int64) throws { try output.write(integer: value) }
    func encode(_ value: UInt) throws { try output.write(integer: value) }
    func encode(_ value: UInt8) throws { try output.write(integer: value) }
    func encode(_ value: UInt16) throws { try output.write(integer: value) }
    func encode(_ value: UInt32) throws { try output.write(integer: value) }
    func encode(_ value: UInt64) throws { try output.write(integer: value) }
    func encode<Value: Encodable>(_ value: Value) throws { try output.write(encoded: value) }
}

private struct JSONKeyedEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let output: JSONOutput
    let place: JSONOutput.Place

    var codingPath: [any CodingKey] { output.path }

    private func begin(_ key: some CodingKey) throws {
        try output.beginMember(key, in: place)
    }

    mutating func encodeNil(forKey key: Key) throws {
        try begin(key)
        try output.writeNull()
    }

    mutating func encode(_ value: Bool, forKey key: Key) throws { try write(value, key) { try $0.write($1) } }
    mutating func encode(_ value: String, forKey key: Key) throws { try write(value, key) { try $0.write($1) } }
    mutating func encode(_ value: Double, forKey key: Key) throws {
        try write(value, key) { try $0.write(fraction: $1) }
    }
    mutating func encode(_ value: Float, forKey key: Key) throws {
        try write(value, key) { try $0.write(fraction: $1) }
    }
    mutating func encode(_ value: Int, forKey key: Key) throws { try write(value, key) { try $0.write(integer: $1) } }
    mutating func encode(_ value: Int8, forKey key: Key) throws { try write(value, key) { try $0.write(integer: $1) } }
    mutating func encode(_ value: Int16, forKey key: Key) throws { try write(value, key) { try $0.write(integer: $1) } }
    mutating func encode(_ value: Int32, forKey key: Key) throws { try write(value, key) { try $0.write(integer: $1) } }
    mutating func encode(_ value: Int64, forKey key: Key) throws { try write(value, key) { try $0.write(integer: $1) } }
    mutating func encode(_ value: UInt, forKey key: Key) throws { try write(value, key) { try $0.write(integer: $1) } }
    mutating func encode(_ value: UInt8, forKey key: Key) throws { try write(value, key) { try $0.write(integer: $1) } }
    mutating func encode(_ value: UInt16, forKey key: Key) throws {
        try write(value, key) { try $0.write(integer: $1) }
    }
    mutating func encode(_ value: UInt32, forKey key: Key) throws {
        try write(value, key) { try $0.write(integer: $1) }
    }
    mutating func encode(_ value: UInt64, forKey key: Key) throws {
        try write(value, key) { try $0.write(integer: $1) }
    }

    mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        try write(value, key) { try $0.write(encoded: $1) }
    }

    private func write<Value>(_ value: Value, _ key: Key, _ write: (JSONOutput, Value) throws -> Void) throws {
        try begin(key)
        try write(output, value)
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        KeyedEncodingContainer(JSONKeyedEncoding<Nested>(output: output, place: nested(key, isObject: true)))
    }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        JSONUnkeyedEncoding(output: output, place: nested(key, isObject: false))
    }

    /// A container that is complete gives a place in which nothing can be written.
    private func nested(_ key: Key, isObject: Bool) -> JSONOutput.Place {
        guard (try? begin(key)) != nil else { return JSONOutput.Place(depth: 0, serial: -1) }
        return output.open(isObject: isObject)
    }

    mutating func superEncoder() -> any Encoder {
        try? begin(JSONKey("super"))
        return JSONValueEncoder(output: output)
    }

    mutating func superEncoder(forKey key: Key) -> any Encoder {
        try? begin(key)
        return JSONValueEncoder(output: output)
    }
}

private struct JSONUnkeyedEncoding: UnkeyedEncodingContainer {
    let output: JSONOutput
    let place: JSONOutput.Place
    private(set) var count = 0

    init(output: JSONOutput, place: JSONOutput.Place) {
        self.output = output
        self.place = place
    }

    var codingPath: [any CodingKey] { output.path }

    private mutating func begin() throws {
        try output.beginElement(count, in: place)
        count += 1
    }

    mutating func encodeNil() throws {
        try begin()
        try output.writeNull()
    }

    mutating func encode(_ value: Bool) throws { try write(value) { try $0.write($1) } }
    mutating func encode(_ value: String) throws { try write(value) { try $0.write($1) } }
    mutating func encode(_ value: Double) throws { try write(value) { try $0.write(fraction: $1) } }
    mutating func encode(_ value: Float) throws { try write(value) { try $0.write(fraction: $1) } }
    mutating func encode(_ value: Int) throws { try write(value) { try $0.write(integer: $1) } }
    mutating func encode(_ value: Int8) throws { try write(value) { try $0.write(integer: $1) } }
    mutating func encode(_ value: Int16) throws { try write(value) { try $0.write(integer: $1) } }
    mutating func encode(_ value: Int32) throws { try write(value) { try $0.write(integer: $1) } }
    mutating func encode(_ value: Int64) throws { try write(value) { try $0.write(integer: $1) } }
    mutating func encode(_ value: UInt) throws { try write(value) { try $0.write(integer: $1) } }
    mutating func encode(_ value: UInt8) throws { try write(value) { try $0.write(integer: $1) } }
    mutating func encode(_ value: UInt16) throws { try write(value) { try $0.write(integer: $1) } }
    mutating func encode(_ value: UInt32) throws { try write(value) { try $0.write(integer: $1) } }
    mutating func encode(_ value: UInt64) throws { try write(value) { try $0.write(integer: $1) } }
    mutating func encode<Value: Encodable>(_ value: Value) throws { try write(value) { try $0.write(encoded: $1) } }

    private mutating func write<Value>(_ value: Value, _ write: (JSONOutput, Value) throws -> Void) throws {
        try begin()
        try write(output, value)
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) -> KeyedEncodingContainer<Nested> {
        KeyedEncodingContainer(JSONKeyedEncoding<Nested>(output: output, place: nested(isObject: true)))
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        JSONUnkeyedEncoding(output: output, place: nested(isObject: false))
    }

    private mutating func nested(isObject: Bool) -> JSONOutput.Place {
        guard (try? begin()) != nil else { return JSONOutput.Place(depth: 0, serial: -1) }
        return output.open(isObject: isObject)
    }

    mutating func superEncoder() -> any Encoder {
        try? begin()
        return JSONValueEncoder(output: output)
    }
}
