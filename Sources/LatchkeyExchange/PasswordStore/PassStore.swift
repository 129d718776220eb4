public import Foundation
public import LatchkeyCore
import LatchkeyVault

/// The decrypted entries of `pass`.
///
/// The first line of an entry is the password.
///
/// The other lines have no fixed format. `user:`, `url:` and similar lines are the user and the sites, an `otpauth`
/// line is the code, other `name: value` lines become concealed fields, and all remaining lines are the note.
///
/// As in browser extensions for `pass`, the path of the entry supplies what no line does. A part of the path that is a
/// host name is the site. The file name is the user if its folder is a host name or if it contains an `@`.
public struct PassStore: ImportFormat {
    /// One file of the store.
    public struct Entry: Sendable {
        /// The path in the store, without the file name extension.
        public let path: String
        /// The decrypted text, or the reason why it cannot be imported.
        public let text: Result<Secret, RefusalReason>
        /// When the file was last written; `nil` if unknown.
        public let modified: Date?

        public init(path: String, text: Result<Secret, RefusalReason>, modified: Date? = nil) {
            self.path = path
            self.text = text
            self.modified = modified
        }
    }

    private let entries: [Entry]

    public init(_ entries: [Entry]) {
        self.entries = entries
    }

    public var identifier: String { "pass" }
    public var countsEntries: Bool { true }

    /// Always `false`: a store is a folder, not a file.
    public func recognizes(_ head: ArraySlice<UInt8>) -> Bool { false }

    public func read(_ source: inout ByteSource, _ body: (ImportedRow) throws -> Void) throws {
        for (index, entry) in entries.enumerated() {
            switch entry.text {
            case .failure(let reason): try body(.refused(reason, line: index + 1, title: entry.path))
            case .success(let text): try body(Self.row(of: text, entry, number: index + 1))
            }
        }
    }

    private static func row(of text: Secret, _ entry: Entry, number: Int) -> ImportedRow {
        guard text.isUTF8 else { return .refused(.notUTF8, line: number, title: entry.path) }
        let lines = unsafe text.withBytes { bytes in
            unsafe bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { unsafe Array($0) }
        }
        var draft = LoginDraft()
        draft.password = Secret(copying: lines[0].withoutReturn)
        var notes: [[UInt8]] = []
        for line in lines.dropFirst().map(\.withoutReturn) where !draft.takePassLine(line) { notes.append(line) }
        while notes.last?.isEmpty == true { notes.removeLast() }
        while notes.first?.isEmpty == true { notes.removeFirst() }
        draft.notes = notes.isEmpty ? nil : Secret(copying: Array(notes.joined(separator: [UInt8(ascii: "\n")])))
        draft.takePath(entry.path)
        draft.passwordSince = entry.modified
        return draft.row(line: number)
    }
}

extension LoginDraft {
    private static let userNames: Set = ["user", "username", "login", "email", "e-mail", "user name"]
    private static let addressNames: Set = ["url", "uri", "site", "website", "link", "launch"]
    private static let codeNames: Set = ["otp", "totp", "otpauth"]
    private static let longestName = 64

    /// Adds a line with a name and a value; returns `false` for a line of the note.
    fileprivate mutating func takePassLine(_ line: [UInt8]) -> Bool {
        if line.starts(with: "otpauth://".utf8) {
            if code == nil { code = Secret(copying: line) } else { return false }
            return true
        }
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")), (1...Self.longestName).contains(colon) else {
            return false
        }
        let name = String(decoding: line[..<colon], as: UTF8.self)
        let value = line[(colon + 1)...]
        // Without a space after the colon, the line may be an address or a time of day in a note.
        guard value.first == UInt8(ascii: " ") || value.first == UInt8(ascii: "\t") else { return false }
        let trimmed = Secret(copying: value.drop { $0 == 0x20 || $0 == 0x09 })
        let key = name.lowercased()
        if Self.userNames.contains(key), user.isEmpty {
            user = trimmed.reveal()
        } else if Self.addressNames.contains(key) {
            addresses.append(trimmed.reveal())
        } else if Self.codeNames.contains(key), code == nil {
            code = trimmed
        } else {
            addField(name, trimmed, isConcealed: true)
        }
        return true
    }

    /// Sets the title from the path, and the site and user if no line contains them.
    fileprivate mutating func takePath(_ path: String) {
        title = path
        let parts = path.split(separator: "/").map(String.init)
        let host = parts.last(where: Self.isHost)
        if addresses.isEmpty, let host { addresses = [host] }
        guard user.isEmpty, let last = parts.last, last != host else { return }
        if parts.dropLast().last.map(Self.isHost) == true || last.contains("@") { user = last }
    }

    /// Whether a part of a path is a host name, such as `mail.example.com` or `localhost:8080`.
    private static func isHost(_ text: String) -> Bool {
        guard let site = Site(text), site.scheme == nil else { return false }
        let labels = site.host.split(separator: ".", omittingEmptySubsequences: false)
        return (labels.count > 1 && !labels.contains("")) || site.host == "localhost"
    }
}

extension [UInt8] {
    fileprivate var withoutReturn: [UInt8] { last == 0x0D ? Array(dropLast()) : self }
}
