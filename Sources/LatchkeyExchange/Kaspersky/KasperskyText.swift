import LatchkeyCore
import LatchkeyVault

/// The text file of Kaspersky Password Manager, in English.
///
/// Entries of `Name: value` lines are separated by `---`, under the headings of their kinds.
public struct KasperskyText: ImportFormat {
    private static let headings = ["Websites", "Applications", "Other Accounts", "Notes"]

    public init() {}

    public var identifier: String { "kaspersky-text" }

    public func recognizes(_ head: ArraySlice<UInt8>) -> Bool {
        let lines = String(decoding: head, as: UTF8.self).split(whereSeparator: \.isNewline)
        guard lines.count > 1, Self.headings.contains(String(lines[0])) else { return false }
        return lines.prefix(4).contains { line in
            KasperskyEntry.Key.allCases.contains { line.hasPrefix("\($0.rawValue):") }
        }
    }

    public func read(_ source: inout ByteSource, _ body: (ImportedRow) throws -> Void) throws {
        try source.decodeText()
        var entry = KasperskyEntry()
        try TextLines.read(&source) { number, line in
            guard let line else { return entry.refuse(.tooLong, number: number) }
            if line.elementsEqual("---".utf8) {
                if let row = entry.row { try body(row) }
                entry = KasperskyEntry()
            } else {
                entry.take(line, number: number, isHeading: Self.headings.contains { line.elementsEqual($0.utf8) })
            }
        }
        if let row = entry.row { try body(row) }
    }
}

/// One entry, whose last value can have several lines.
private struct KasperskyEntry {
    enum Key: String, CaseIterable {
        case websiteName = "Website name"
        case websiteAddress = "Website URL"
        case application = "Application"
        case accountName = "Account name"
        case loginName = "Login name"
        case login = "Login"
        case password = "Password"
        case comment = "Comment"
        case noteName = "Name"
        case noteText = "Text"
    }

    /// In bytes; a login in the vault is smaller.
    private static let byteLimit = 1024 * 1024

    private var flaw: RefusalReason?
    private var line: Int?
    /// The first line that belongs to no value.
    private var strayLine = ""
    private var values: [(key: Key, value: [UInt8])] = []
    private var byteCount = 0

    mutating func take(_ text: ArraySlice<UInt8>, number: Int, isHeading: Bool) {
        if values.isEmpty, isHeading || text.isEmpty { return }
        byteCount += text.count + 1
        guard byteCount <= Self.byteLimit else { return refuse(.tooLong, number: number) }
        // A comment or a note may contain lines that look like other values.
        let isLong = values.last.map { $0.key == .comment || $0.key == .noteText } ?? false
        if !isLong, let (key, value) = Self.split(text), !values.contains(where: { $0.key == key }) {
            line = line ?? number
            values.append((key, Array(value)))
        } else if values.isEmpty {
            // A line before the first value belongs to no entry that this version knows.
            if strayLine.isEmpty { strayLine = String(decoding: text, as: UTF8.self) }
            refuse(.notALogin, number: number)
        } else {
            values[values.count - 1].value += [UInt8(ascii: "\n")] + text
        }
    }

    mutating func refuse(_ reason: RefusalReason, number: Int) {
        line = line ?? number
        flaw = flaw ?? reason
    }

    /// `nil` if there was no line.
    var row: ImportedRow? {
        guard let line else { return nil }
        if let flaw { return .refused(flaw, line: line, title: title) }
        guard values.allSatisfy({ String(validating: $0.value, as: UTF8.self) != nil }) else {
            return .refused(.notUTF8, line: line, title: title)
        }
        var draft = LoginDraft()
        if values.contains(where: { $0.key == .noteName || $0.key == .noteText }) { draft.kind = .note }
        for (key, value) in values {
            let text = Self.withoutEmptyLines(value)
            switch key {
            case .websiteName, .application, .accountName, .noteName:
                draft.title = String(decoding: text, as: UTF8.self)
            case .websiteAddress: draft.addresses.append(String(decoding: text, as: UTF8.self))
            case .loginName: draft.addField("Login name", Secret(copying: text), isConcealed: false)
            case .login: draft.user = String(decoding: text, as: UTF8.self)
            case .password: draft.password = Secret(copying: text)
            case .comment, .noteText: draft.notes = Secret(copying: text)
            }
        }
        return draft.row(line: line)
    }

    /// The entry's name for the report.
    private var title: String {
        let names: [Key] = [.websiteName, .application, .accountName, .noteName]
        guard let name = values.first(where: { names.contains($0.key) }) else { return strayLine }
        return String(decoding: Self.withoutEmptyLines(name.value), as: UTF8.self)
    }

    private static func split(_ line: ArraySlice<UInt8>) -> (Key, ArraySlice<UInt8>)? {
        guard let colon = line.prefix(16).firstIndex(of: UInt8(ascii: ":")),
            let key = Key(rawValue: String(decoding: line[..<colon], as: UTF8.self))
        else { return nil }
        let value = line[(colon + 1)...]
        return (key, value.first == UInt8(ascii: " ") ? value.dropFirst() : value)
    }

    /// The value without the empty lines that end an entry.
    private static func withoutEmptyLines(_ value: [UInt8]) -> ArraySlice<UInt8> {
        value.dropLast(value.reversed().prefix { $0 == UInt8(ascii: "\n") }.count)
    }
}
