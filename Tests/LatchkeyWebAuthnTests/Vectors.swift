import Foundation
import Testing

/// The specification's own test vectors (WebAuthn L3 §16), in Tests/Vectors/webauthn.
struct Vectors: Decodable {
    let relyingParty: String
    let vectors: [Vector]
    let prf: [String: String]

    static let all: Vectors = {
        let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Vectors/webauthn/vectors.json")
        do {
            return try JSONDecoder().decode(Vectors.self, from: Data(contentsOf: file))
        } catch {
            preconditionFailure("\(file.path) cannot be read: \(error)")
        }
    }()

    /// The vectors with a registration.
    static var ceremonies: [Vector] { all.vectors.filter { $0.registration != nil } }
}

/// A vector: the bytes of a registration and an authentication in hexadecimal.
struct Vector: Decodable, Sendable, CustomTestStringConvertible {
    let id: String
    let registration: [String: String]?
    let authentication: [String: String]?

    var testDescription: String { id }

    func registered(_ name: String) throws -> [UInt8] { try bytes(name, of: registration) }
    func authenticated(_ name: String) throws -> [UInt8] { try bytes(name, of: authentication) }

    private func bytes(_ name: String, of values: [String: String]?) throws -> [UInt8] {
        guard let text = values?[name], let bytes = [UInt8](hex: text) else { throw MissingValue(name: name) }
        return bytes
    }
}

struct MissingValue: Error {
    let name: String
}

extension [UInt8] {
    /// Bytes from hexadecimal digits.
    init?(hex: String) {
        let digits = hex.compactMap(\.hexDigitValue)
        guard digits.count == hex.count, digits.count.isMultiple(of: 2) else { return nil }
        self = stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }

    var hex: String {
        map { String($0 >> 4, radix: 16) + String($0 & 0x0F, radix: 16) }.joined()
    }
}
