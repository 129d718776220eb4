import Foundation
import LatchkeyCore

/// A JSON value; its texts are bytes, so that a secret is copied once and never becomes a string.
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
    /// UTF-8 without escape sequences.
    case text([UInt8])
    /// As it is written.
    case number(String)
    case bool(Bool)
    case null

    /// Copies an element.
    ///
    /// - Throws: ``RefusalReason/notUTF8`` for a text that is not UTF-8.
    init(_ element: JSONElement) throws(RefusalReason) {
        switch element.kind {
        case .object:
            var members: [Member] = []
            members.reserveCapacity(element.count)
            for (name, value) in element.members { members.append(Member(key: name, value: try JSONValue(value))) }
            self = .object(members)
        case .array:
            var elements: [JSONValue] = []
            elements.reserveCapacity(element.count)
            for value in element.elements { elements.append(try JSONValue(value)) }
            self = .array(elements)
        case .string, .number, .bool, .null:
            guard element.isUTF8 else { throw .notUTF8 }
            self = JSONValue(scalar: element) ?? .null
        }
    }

    /// Copies a scalar; `nil` for an array or object.
    init?(scalar element: JSONElement) {
        switch element.kind {
        case .string: self = .text(element.utf8 ?? [])
        case .number: self = .number(element.number ?? "")
        case .bool: self = .bool(element.bool == true)
        case .null: self = .null
        case .array, .object: return nil
        }
    }

    /// The first member with this name; `nil` if this is not an object, or if the member is missing or `null`.
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

    /// `true` for `true` and for numbers other than `0`.
    package var isTrue: Bool {
        switch self {
        case .bool(let value): value
        case .number(let digits): digits != "0"
        default: false
        }
    }

    /// An integer of at most 64 bits; `nil` for other values.
    package var integer: Int64? {
        guard case .number(let digits) = self else { return nil }
        if let number = Int64(digits) { return number }
        // `1.6e9` and `1600000000.0` are integers, too.
        return Double(digits).flatMap { Int64(exactly: $0.rounded(.towardZero)) }
    }

    /// A scalar as text; `nil` for an empty text, `null`, arrays and objects.
    var scalarText: [UInt8]? {
        switch self {
        case .text(let bytes): bytes.isEmpty ? nil : bytes
        case .number(let digits): Array(digits.utf8)
        case .bool(let value): Array((value ? "true" : "false").utf8)
        case .null, .array, .object: nil
        }
    }

    /// A scalar as a string; `nil` for an empty text, `null`, arrays and objects.
    var text: String? { scalarText.map { String(decoding: $0, as: UTF8.self) } }

    /// A time written as a number of units since 1970; `nil` if the number is not an integer.
    func date(unitsPerSecond: Double = 1) -> Date? {
        integer.flatMap { ImportedDate.unix(String($0), unitsPerSecond: unitsPerSecond) }
    }

    /// A time in ISO 8601; `nil` for other values.
    var isoDate: Date? { string.flatMap(ImportedDate.iso8601) }
}
