import Foundation
import LatchkeyCore
import LatchkeyVault

/// The XML of KeePassXC and KeePass 2.
///
/// The import reads the standard and custom fields, references between entries, one-time codes in every notation of the
/// two programs, further addresses (`KP2A_URL`), a passkey of KeePassXC or Strongbox, tags, the group and old passwords.
/// Auto-type, the override URL and custom data become fields. Entries in the recycle bin are refused. Attachments are left
/// out with a notice; icons and colors are ignored.
public struct KeePassXML: ImportFormat {
    /// The maximum length of a text in bytes; a login in the vault is shorter.
    static let textLimit = 1024 * 1024

    public init() {}

    public var identifier: String { "keepass-xml" }
    public var hasOneRowPerLogin: Bool { true }
    public var mayBeOwnExport: Bool { true }

    public func recognizes(_ head: ArraySlice<UInt8>) -> Bool {
        let text = String(decoding: head, as: UTF8.self)
        return text.drop(while: \.isWhitespace).hasPrefix("<") && text.contains("<KeePassFile")
    }

    public func read(_ source: inout ByteSource, _ body: (ImportedRow) throws -> Void) throws {
        try source.decodeText()
        var parser = KeePassParser()
        var references = KeePassReferences()
        // A reference can name an entry that is below it in the file.
        var waiting: [KeePassEntry] = []
        try XMLReader.read(&source) { event in
            guard let entry = parser.take(event) else { return }
            references.add(entry)
            if entry.mayHaveReferences { waiting.append(entry) } else { try body(entry.row) }
        }
        guard parser.sawRoot else { throw ExchangeError.unknownFormat }
        for var entry in waiting {
            references.resolve(&entry)
            try body(entry.row)
        }
    }
}

/// The state of reading a KeePass file.
private struct KeePassParser {
    private(set) var sawRoot = false
    private var path: [String] = []
    private var text: [UInt8] = []
    private var textIsTooLong = false
    private var groups: [(name: String, isBin: Bool)] = []
    /// The UUID of the recycle bin in Base64, as written in the file.
    private var bin: [UInt8]?
    /// The entry that is being read, and below it a previous state in its history.
    private var entries: [KeePassEntry] = []
    private var key = ""
    private var window = ""
    private var isProtected = false
    private var isEncrypted = false

    /// Processes an event; returns an entry when it is complete.
    mutating func take(_ event: XMLReader.Event) -> KeePassEntry? {
        switch event {
        case .begin(let name, let attributes, let line): begin(name, attributes, line: line)
        case .text(let bytes):
            if text.count + bytes.count <= KeePassXML.textLimit { text += bytes } else { textIsTooLong = true }
        case .end: return end()
        }
        return nil
    }

    private mutating func begin(_ name: String, _ attributes: [String: String], line: Int) {
        path.append(name)
        text.removeAll(keepingCapacity: true)
        textIsTooLong = false
        switch name {
        case "KeePassFile" where path.count == 1: sawRoot = true
        case "Group": groups.append((name: "", isBin: groups.last?.isBin ?? false))
        case "Entry":
            let names = groups.dropFirst().map(\.name)
            entries.append(KeePassEntry(line: line, group: Array(names), isInBin: groups.last?.isBin ?? false))
        case "String": (key, isProtected, isEncrypted) = ("", false, false)
        case "Association": window = ""
        case "Item": key = ""
        case "Value" where parent == "String":
            isProtected = attributes["ProtectInMemory"] == "True" || attributes["Protected"] == "True"
            isEncrypted = attributes["Protected"] == "True"
        case "Binary" where parent == "Entry":
            if !entries.isEmpty { entries[entries.count - 1].hasFiles = true }
        default: break
        }
    }

    private var parent: String? { path.dropLast().last }

    private mutating func end() -> KeePassEntry? {
        let parent = parent
        let name = path.popLast() ?? ""
        defer { text.removeAll(keepingCapacity: true) }
        switch (parent, name) {
        case ("Meta", "RecycleBinUUID"): bin = text
        case ("Group", "UUID"):
            if !groups.isEmpty, !text.isEmpty, text == bin { groups[groups.count - 1].isBin = true }
        case ("Group", "Name"):
            if !groups.isEmpty { groups[groups.count - 1].name = String(decoding: text, as: UTF8.self) }
        case (_, "Group"): _ = groups.popLast()
        case ("History", "Entry"):
            if let old = entries.popLast(), !entries.isEmpty {
                if old.mayHaveReferences { entries[entries.count - 1].mayHaveReferences = true }
                entries[entries.count - 1].history.append(old)
            }
        case (_, "Entry"):
            defer { entries.removeAll() }
            return entries.popLast()
        default:
            if !entries.isEmpty { endPart(of: parent, name) }
        }
        return nil
    }

    /// Processes the end of an element inside an entry.
    private mutating func endPart(of parent: String?, _ name: String) {
        let last = entries.count - 1
        switch (parent, name) {
        case ("String", "Key"): key = String(decoding: text, as: UTF8.self)
        case ("String", "Value"):
            if textIsTooLong { entries[last].flaw = .tooLong }
            if isEncrypted { entries[last].flaw = .encryptedValue }
            if text.contains(UInt8(ascii: "{")) { entries[last].mayHaveReferences = true }
            entries[last].strings.append(
                KeePassEntry.Text(key: key, value: Secret(copying: text), isProtected: isProtected))
        case ("Entry", "UUID"): entries[last].identifier = text
        case ("Entry", "Tags"): entries[last].tags = String(decoding: text, as: UTF8.self)
        case ("Entry", "OverrideURL"): entries[last].overrideURL = String(decoding: text, as: UTF8.self)
        case ("AutoType", "DefaultSequence"):
            entries[last].autoType.append((nil, String(decoding: text, as: UTF8.self)))
        case ("Association", "Window"): window = String(decoding: text, as: UTF8.self)
        case ("Association", "KeystrokeSequence"):
            entries[last].autoType.append((window, String(decoding: text, as: UTF8.self)))
        case ("Item", "Key"): key = String(decoding: text, as: UTF8.self)
        case ("Item", "Value"): entries[last].customData.append((key, String(decoding: text, as: UTF8.self)))
        case ("Times", "CreationTime"): entries[last].created = KeePassDate.read(text)
        case ("Times", "LastModificationTime"): entries[last].modified = KeePassDate.read(text)
        case ("Times", "ExpiryTime"): entries[last].expiry = KeePassDate.read(text)
        case ("Times", "Expires"): entries[last].expires = text.elementsEqual("True".utf8)
        default: break
        }
    }
}

/// Parses the two notations of KeePass for a date.
enum KeePassDate {
    /// The seconds from January 1 of the year 1 to 1970.
    private static let offset: Int64 = 62_135_596_800

    static func read(_ text: [UInt8]) -> Date? {
        let text = String(decoding: text, as: UTF8.self)
        if let date = ImportedDate.iso8601(text) { return date }
        // Seconds since the year 1, little-endian, in Base64.
        guard let bytes = Data(base64Encoded: text), bytes.count == 8 else { return nil }
        var reader = ByteReader(Array(bytes)[...])
        guard let seconds = reader.read(Int64.self, .littleEndian), seconds > offset else { return nil }
        return ImportedDate.unix(String(seconds - offset))
    }
}
