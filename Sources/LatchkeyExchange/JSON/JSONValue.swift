import Foundation
import LatchkeyCore

/// A value of JSON; its texts are bytes, so that a secret among them is copied once and is never a string.
package enum JSONValue: Equatable, Sendable {
    package struct Member: Equatable, Sendable {
        package let key: String
        package let value: JSONValue

        package init(key: String, value: JSONValue) {
            self.key = key
            self.value = value
        }
    }

    case object([Member])
    case array([JSONValue])
    /// UTF-8, with the escapes resolved.
    case text([UInt8])
    /// As it is written.
    case number(String)
    case bool(Bool)
    case null

    /// The first member of this name; nil also where this is no object, or the member is null.
    package subscript(_ key: String) -> JSONValue? {
        guard case .object(let members) = self, let member = members.first(where: { $0.key == key }),
            member.value != .null
        else { return nil }
        return member.value
    }

    package var elements: [JSONValue] {
        if case .array(let elements) = self { elements } else { [] }
    }

    package var members: [Member] {
        if case .object(let members) = self { members } else { [] }
    }

    package var string: String? {
        if case .text(let bytes) = self { String(decoding: bytes, as: UTF8.self) } else { nil }
    }

    var secret: Secret? {
        if case .text(let bytes) = self { Secret(copying: bytes) } else { nil }
    }

    /// True for true, and for any number but zero.
    package var isTrue: Bool {
        switch self {
        case .bool(let value): value
        case .number(let digits): digits != "0"
        default: false
        }
    }

    /// A whole number that is no larger than one of 64 bits.
    package var integer: Int64? {
        guard case .number(let digits) = self else { return nil }
        if let number = Int64(digits) { return number }
        // `1.6e9` and `1600000000.0` are whole numbers to JSON.
        return Double(digits).flatMap { Int64(exactly: $0.rounded(.towardZero)) }
    }

    /// A scalar as a person would read it; nil for what is empty or has parts.
    var scalarText: [UInt8]? {
        switch self {
        case .text(let bytes): bytes.isEmpty ? nil : bytes
        case .number(let digits): Array(digits.utf8)
        case .bool(let value): Array((value ? "true" : "false").utf8)
        case .null, .array, .object: nil
        }
    }

    /// A point in time that is written as a number.
    func date(unitsPerSecond: Double = 1) -> Date? {
        integer.flatMap { ForeignDate.unix(String($0), unitsPerSecond: unitsPerSecond) }
    }

    /// A point in time in ISO 8601.
    var isoDate: Date? { string.flatMap(ForeignDate.iso8601) }
}
