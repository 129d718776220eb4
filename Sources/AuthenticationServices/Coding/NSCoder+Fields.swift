internal import Foundation

/// Reads archives from untrusted sources: a missing field, or one of another type, is `nil` and never traps.
///
/// Every field contains bytes. Foundation on Linux ends the process when it finds an object of an unexpected class in
/// an archive. Reading bytes instead of objects avoids this. A value within a value is an archive of its own, see
/// ``FieldCoder``.
///
/// The optional forms return `.some(nil)` for a missing field and `nil` for one of another type.
extension NSCoder {
    func bytes(forKey key: String) -> Data? {
        guard holds(key) else { return nil }
        return unsafe withDecodedUnsafeBytes(forKey: key) { bytes in unsafe bytes.map { unsafe Data($0) } }
    }

    func text(forKey key: String) -> String? {
        bytes(forKey: key).flatMap { String(data: $0, encoding: .utf8) }
    }

    func integer(forKey key: String) -> Int? {
        text(forKey: key).flatMap { Int($0) }
    }

    func record<Record: Decodable>(_ type: Record.Type, forKey key: String) -> Record? {
        bytes(forKey: key).flatMap { try? JSONDecoder().decode(type, from: $0) }
    }

    func value<Value: NSObject & NSCoding>(of type: Value.Type, forKey key: String) -> Value? {
        record([String: Data].self, forKey: key).flatMap { Value(coder: FieldCoder($0)) }
    }

    func optionalText(forKey key: String) -> String?? {
        holds(key) ? text(forKey: key).map(Optional.some) : .some(nil)
    }

    func optionalRecord<Record: Decodable>(_ type: Record.Type, forKey key: String) -> Record?? {
        holds(key) ? record(type, forKey: key).map(Optional.some) : .some(nil)
    }

    private func holds(_ key: String) -> Bool {
        allowsKeyedCoding && containsValue(forKey: key)
    }
}

extension NSCoder {
    func encode(bytes: Data?, forKey key: String) {
        guard let bytes else { return }
        // `encodeBytes` needs an address, which empty data lack: pass one byte with length 0.
        let addressed = bytes.isEmpty ? Data([0]) : bytes
        unsafe addressed.withUnsafeBytes { buffer in
            unsafe encodeBytes(
                buffer.bindMemory(to: UInt8.self).baseAddress, length: bytes.count, forKey: key)
        }
    }

    func encode(text: String?, forKey key: String) {
        encode(bytes: text.map { Data($0.utf8) }, forKey: key)
    }

    func encode(integer: Int, forKey key: String) {
        encode(text: String(integer), forKey: key)
    }

    func encode<Record: Encodable>(record: Record?, forKey key: String) {
        // Encoding cannot fail: the records contain only strings, bytes, numbers and Booleans.
        guard let record, let bytes = try? JSONEncoder().encode(record) else { return }
        encode(bytes: bytes, forKey: key)
    }

    func encode(value: any NSCoding, forKey key: String) {
        let coder = FieldCoder()
        value.encode(with: coder)
        encode(record: coder.fields, forKey: key)
    }
}

/// Encodes or decodes the fields of one value that is nested in another archive.
private final class FieldCoder: NSCoder {
    private(set) var fields: [String: Data]

    init(_ fields: [String: Data] = [:]) {
        self.fields = fields
        super.init()
    }

    override var allowsKeyedCoding: Bool { true }

    override func containsValue(forKey key: String) -> Bool {
        fields[key] != nil
    }

    override func encodeBytes(_ bytes: UnsafePointer<UInt8>?, length: Int, forKey key: String) {
        fields[key] = unsafe bytes.map { unsafe Data(bytes: $0, count: length) } ?? Data()
    }

    override func withDecodedUnsafeBytes<Success>(
        forKey key: String, body: (UnsafeRawBufferPointer?) throws -> Success
    ) rethrows -> Success {
        guard let bytes = fields[key] else { return try body(nil) }
        return try unsafe bytes.withUnsafeBytes { try unsafe body($0) }
    }
}
