import Foundation
import LatchkeyCore

/// Resolves the references of KeePass entries to each other, such as `{REF:P@I:46C9B1FFBD4ABC4BBB260C6190BAD20C}`.
///
/// A reference names a field, and the entry by the text of a field: title (T), user (U), password (P), address (A),
/// notes (N) or identifier (I). References in the text that a reference names are resolved, too.
struct KeePassReferences {
    /// KeePassXC follows ten.
    private static let depthLimit = 10
    private static let start = Array("{REF:".utf8)

    private enum Field: Character, CaseIterable {
        case title = "T"
        case user = "U"
        case password = "P"
        case address = "A"
        case notes = "N"
        case identifier = "I"

        /// The name of the entry's text; `nil` for the identifier.
        var key: String? {
            switch self {
            case .title: "Title"
            case .user: "UserName"
            case .password: "Password"
            case .address: "URL"
            case .notes: "Notes"
            case .identifier: nil
            }
        }
    }

    private struct Target {
        let identifier: [UInt8]
        /// In the order of ``Field/allCases``.
        private let texts: [Secret?]

        init(identifier: [UInt8], _ entry: KeePassEntry) {
            self.identifier = identifier
            texts = Field.allCases.map { $0.key.flatMap(entry.secret) }
        }

        subscript(field: Field) -> [UInt8]? {
            let text = Field.allCases.firstIndex(of: field).flatMap { texts[$0] }
            return text?.revealBytes()
        }
    }

    private var targets: [Target] = []
    /// The bytes that references may still insert into the entries of the file; real files have a few thousand.
    private var bytesLeft = 256 * 1024 * 1024
    private var places: [[UInt8]: Int] = [:]
    /// The entries by the text of a field; filled when the first reference searches it.
    private var indexes: [Field: [[UInt8]: Int]] = [:]

    /// Adds an entry that references can name.
    mutating func add(_ entry: KeePassEntry) {
        guard let identifier = Data(base64Encoded: Data(entry.identifier)).map({ Array($0) }) else { return }
        if places[identifier] == nil { places[identifier] = targets.count }
        targets.append(Target(identifier: identifier, entry))
    }

    /// Replaces the references in an entry and its history.
    mutating func resolve(_ entry: inout KeePassEntry) {
        for index in entry.strings.indices {
            let text = entry.strings[index].value.revealBytes(as: [UInt8].self)
            var work = Work()
            let resolved = self.resolved(text[...], 0, &work)
            if work.isTooLong { entry.flaw = .tooLong }
            if work.hasUnknown { entry.hasUnknownReference = true }
            if resolved != text { entry.strings[index].value = Secret(copying: resolved) }
        }
        for index in entry.history.indices { resolve(&entry.history[index]) }
    }

    /// The bounds of one text: nested references could make it exponentially long.
    private struct Work {
        var bytesLeft = KeePassXML.textLimit
        var isTooLong = false
        var hasUnknown = false
    }

    private mutating func resolved(_ text: ArraySlice<UInt8>, _ depth: Int, _ work: inout Work) -> [UInt8] {
        var result: [UInt8] = []
        var rest = text
        while let brace = rest.firstIndex(of: UInt8(ascii: "{")), !work.isTooLong {
            result += rest[..<brace]
            rest = rest[brace...]
            guard Self.isReference(rest) else {
                result.append(rest.removeFirst())
                continue
            }
            guard let end = rest.firstIndex(of: UInt8(ascii: "}")) else { break }
            let reference = rest[...end]
            rest = rest[(end + 1)...]
            work.bytesLeft -= reference.count
            if depth < Self.depthLimit, bytesLeft > 0, let found = self.text(of: reference) {
                bytesLeft -= found.count
                work.bytesLeft -= found.count
                if work.bytesLeft < 0 { work.isTooLong = true }
                result += work.isTooLong ? [] : resolved(found[...], depth + 1, &work)
            } else {
                work.hasUnknown = true
                result += reference
            }
        }
        return result + rest
    }

    private static func isReference(_ text: ArraySlice<UInt8>) -> Bool {
        text.prefix(start.count).elementsEqual(start) { byte, expected in
            byte == expected || (byte >= UInt8(ascii: "a") && byte - 0x20 == expected)
        }
    }

    /// The text that a reference `{REF:X@Y:TEXT}` names; `nil` if there is none.
    private mutating func text(of reference: ArraySlice<UInt8>) -> [UInt8]? {
        let parts = Array(reference.dropFirst(Self.start.count).dropLast())
        guard parts.count > 4, parts[1] == UInt8(ascii: "@"), parts[3] == UInt8(ascii: ":"),
            let wanted = Self.field(parts[0]), let searched = Self.field(parts[2]),
            let target = target(with: Array(parts[4...]), in: searched)
        else { return nil }
        if wanted == .identifier { return Array(target.identifier.map { Self.hex($0) }.joined()) }
        return target[wanted] ?? []
    }

    private static func field(_ letter: UInt8) -> Field? {
        Field(rawValue: Character(Unicode.Scalar(letter & 0xDF)))
    }

    private mutating func target(with text: [UInt8], in field: Field) -> Target? {
        if field == .identifier {
            guard let identifier = KeePassCodeKey.Spelling.hex.decode(Secret(copying: text)) else { return nil }
            return places[identifier.revealBytes(as: [UInt8].self)].map { targets[$0] }
        }
        if indexes[field] == nil {
            var index: [[UInt8]: Int] = [:]
            for (place, target) in targets.enumerated() {
                if let key = target[field], index[key] == nil { index[key] = place }
            }
            indexes[field] = index
        }
        return indexes[field]?[text].map { targets[$0] }
    }

    private static func hex(_ byte: UInt8) -> [UInt8] {
        let digits = Array("0123456789ABCDEF".utf8)
        return [digits[Int(byte >> 4)], digits[Int(byte & 0xF)]]
    }
}
