import Foundation

/// JSON in and out, with every check that the wire asks for.
package enum Payload {
    package static func encode(_ value: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes]
        return Array(try encoder.encode(value))
    }

    /// - Throws: ``RemoteError`` of the given reason that names the member and not its value.
    package static func decode<Value: Decodable>(
        _ type: Value.Type, from payload: [UInt8], orRefuseAs reason: RemoteError.Reason = .invalidParameters
    ) throws(RemoteError) -> Value {
        do {
            return try JSONDecoder().decode(type, from: Data(payload))
        } catch let error as DecodingError {
            throw RemoteError(reason, "unexpected message: \(error.whereabouts)")
        } catch {
            // The value's own check failed; what such an error says may hold the value.
            throw RemoteError(reason, "unexpected message: a value is not allowed")
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
