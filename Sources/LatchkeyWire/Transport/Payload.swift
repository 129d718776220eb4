import FoundationEssentials
package import LatchkeyCore

/// The JSON of messages.
package enum Payload {
    /// - Throws: `EncodingError` for a number that is not finite.
    package static func encode(_ value: some Encodable) throws -> [UInt8] {
        try JSONEncoding.encode(value, base64: Data.self)
    }

    /// Scans a payload, so that its parts can be decoded.
    ///
    /// - Throws: ``WireError/notUTF8``, ``WireError/notJSON(offset:)``, ``WireError/nestedTooDeeply(limit:)``,
    ///   ``WireError/duplicateKey(offset:)``, ``WireError/notStreamSafe(offset:)``.
    package static func scan(_ payload: [UInt8]) throws(WireError) -> JSONDocument {
        do throws(JSONError) {
            return try JSONDocument(payload, base64: Data.self)
        } catch {
            throw WireError(error)
        }
    }

    /// Scans and decodes a whole payload.
    ///
    /// - Throws: ``RemoteError`` with the given reason. It names the member and never holds the value.
    package static func decode<Value: Decodable>(
        _ type: Value.Type, from payload: [UInt8], orRefuseAs reason: RemoteError.Reason = .invalidParameters
    ) throws(RemoteError) -> Value {
        try refusing(as: reason) { try JSONDocument(payload, base64: Data.self).root.decode(type) }
    }

    /// Decodes a whole message that is scanned already.
    ///
    /// - Throws: ``RemoteError`` of ``RemoteError/Reason/invalidParameters``.
    package static func decode<Value: Decodable>(
        _ type: Value.Type, from document: JSONDocument
    ) throws(RemoteError) -> Value {
        try refusing(as: .invalidParameters) { try document.root.decode(type) }
    }

    /// Decodes one member of a message.
    ///
    /// - Throws: ``RemoteError`` with the given reason. It names the member and never holds the value.
    static func decode<Value: Decodable>(
        _ type: Value.Type, member name: String, of document: JSONDocument,
        orRefuseAs reason: RemoteError.Reason = .invalidParameters
    ) throws(RemoteError) -> Value {
        try refusing(as: reason) { try document.root.decode(type, member: name) }
    }

    private static func refusing<Value>(
        as reason: RemoteError.Reason, _ decode: () throws -> Value
    ) throws(RemoteError) -> Value {
        do {
            return try decode()
        } catch let error as DecodingError {
            throw RemoteError(reason, "unexpected message: \(error.whereabouts)")
        } catch is JSONError {
            throw RemoteError(reason, "unexpected message: malformed message")
        } catch {
            // The initialiser of a type threw; the description of its error may contain the value.
            throw RemoteError(reason, "unexpected message: a value is not allowed")
        }
    }
}

extension Data: JSONBase64Codable {
    package init(base64Decoded bytes: [UInt8]) { self.init(bytes) }

    package var bytesToEncode: [UInt8] { Array(self) }
}

extension WireError {
    /// The error of a payload that is not acceptable JSON.
    init(_ error: JSONError) {
        switch error {
        case .notUTF8: self = .notUTF8
        case .notJSON(let offset): self = .notJSON(offset: offset)
        case .nestedTooDeeply(let limit): self = .nestedTooDeeply(limit: limit)
        case .duplicateKey(let offset): self = .duplicateKey(offset: offset)
        case .notStreamSafe(let offset): self = .notStreamSafe(offset: offset)
        }
    }
}

extension DecodingError {
    /// The path at which decoding failed, without the value, which may be a secret.
    fileprivate var whereabouts: String {
        switch self {
        case .keyNotFound(let key, let context): "no \(Self.path(context.codingPath + [key]))"
        case .typeMismatch(_, let context): "wrong type of \(Self.path(context.codingPath))"
        case .valueNotFound(_, let context): "no value of \(Self.path(context.codingPath))"
        case .dataCorrupted(let context): "malformed \(Self.path(context.codingPath))"
        @unknown default: "malformed"
        }
    }

    private static func path(_ keys: [any CodingKey]) -> String {
        keys.isEmpty ? "message" : keys.map(\.stringValue).joined(separator: ".")
    }
}
