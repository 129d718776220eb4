import Foundation

/// JSON in and out, with every check that the wire asks for.
enum Payload {
    static func encode(_ value: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes]
        return Array(try encoder.encode(value))
    }

    /// - Throws: ``RemoteError/Reason/invalidParameters`` that names the member and not its value.
    static func decode<Value: Decodable>(_ type: Value.Type, from payload: [UInt8]) throws -> Value {
        do {
            return try JSONDecoder().decode(type, from: Data(payload))
        } catch let error as DecodingError {
            throw RemoteError(.invalidParameters, "unexpected message: \(error.whereabouts)")
        } catch is WireError {
            throw RemoteError(.invalidParameters, "unexpected message")
        }
    }
}

extension DecodingError {
    /// Where decoding stopped, without the value that stopped it: it may be a secret.
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
