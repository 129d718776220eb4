import LatchkeyCore
import LatchkeyPasswords
import LatchkeyVault

/// A text file with one URI per line: `otpauth://`, `steam://`, or `otpauth-migration://` of Google Authenticator.
///
/// Ente Auth and many other apps write such files. Ente's parameter `codeDisplay` has the note, the tags and whether
/// the code is pinned or in the bin. Other unknown parameters become fields. Other lines are refused.
public struct OneTimeCodeList: ImportFormat {
    private static let migrationScheme = "otpauth-migration://"
    private static let schemes = ["otpauth://", "steam://"]
    /// The parameter of Ente Auth.
    fileprivate static let codeDisplay = "codeDisplay"

    public init() {}

    public var identifier: String { "otpauth-list" }
    public var hasOneRowPerLogin: Bool { true }

    public func recognizes(_ head: ArraySlice<UInt8>) -> Bool {
        let first = head.drop { $0 <= 0x20 }
        return (Self.schemes + [Self.migrationScheme]).contains(where: first.hasScheme)
    }

    public func read(_ source: inout ByteSource, _ body: (ImportedRow) throws -> Void) throws {
        try source.decodeText()
        var parts = MigrationParts()
        var lastLine = 1
        try TextLines.read(&source) { number, line in
            lastLine = number
            guard let line else { return try body(ImportedRow(line: number, content: .refused(.tooLong))) }
            let text = line.trimmingBlanks
            if text.isEmpty { return }
            guard String(validating: text, as: UTF8.self) != nil else {
                return try body(ImportedRow(line: number, content: .refused(.notUTF8)))
            }
            if text.hasScheme(Self.migrationScheme) {
                for row in Self.rows(ofMigration: Secret(copying: text), line: number, &parts) { try body(row) }
            } else if Self.schemes.contains(where: text.hasScheme) {
                try body(Self.row(of: Secret(copying: text), line: number))
            } else {
                try body(ImportedRow(line: number, content: .refused(.notACode)))
            }
        }
        for reason in parts.missing { try body(ImportedRow(line: lastLine, content: .refused(reason))) }
    }

    private static func row(of address: Secret, line: Int) -> ImportedRow {
        var draft = LoginDraft(codeAddress: address)
        if let index = draft.fields.firstIndex(where: { $0.name == codeDisplay }) {
            let display = draft.fields.remove(at: index).value
            if !draft.takeCodeDisplay(display) { return .refused(.inBin, line: line, title: draft.title) }
        }
        return draft.row(line: line)
    }

    private static func rows(ofMigration text: Secret, line: Int, _ parts: inout MigrationParts) -> [ImportedRow] {
        do {
            let migration = try GoogleAuthenticatorMigration(parsing: text)
            if let part = migration.part { parts.insert(part) }
            return migration.accounts.map { LoginDraft(codeAddress: $0.address).row(line: line) }
                + migration.refusals.map { ImportedRow.refused(.notACode, line: line, title: $0.name) }
        } catch {
            return [ImportedRow(line: line, content: .refused(.notACode))]
        }
    }
}

/// The QR codes of Google Authenticator's exports that a file contains.
private struct MigrationParts {
    private var exports: [Int32: (count: Int, seen: Set<Int>)] = [:]

    mutating func insert(_ part: GoogleAuthenticatorMigration.Part) {
        exports[part.transfer, default: (part.count, [])].seen.insert(part.index)
    }

    /// A reason for each QR code that is missing.
    var missing: [RefusalReason] {
        exports.sorted { $0.key < $1.key }.flatMap { _, export in
            (0..<export.count).filter { !export.seen.contains($0) }
                .map { .missingQRCode(number: $0 + 1, count: export.count) }
        }
    }
}

extension LoginDraft {
    /// Adds the values of Ente's JSON; returns `false` for a code in the bin.
    fileprivate mutating func takeCodeDisplay(_ text: Secret) -> Bool {
        do {
            let display = try JSONReader.value(of: Array(text.reveal().utf8))
            if display["trashed"]?.isTrue == true { return false }
            isFavorite = display["pinned"]?.isTrue ?? false
            notes = display["note"]?.secret
            // Zero means that the code was never used.
            if let used = display["lastUsedAt"], used.integer != 0 {
                take(used.date(unitsPerSecond: 1_000_000), as: \.lastUsed)
            }
            for tag in (display["tags"]?.elements ?? []).compactMap(\.string) {
                addField("Tag", Secret(tag), isConcealed: false)
            }
            let known: Set = [
                "note", "tags", "pinned", "trashed", "lastUsedAt", "tapCount", "position", "iconSrc", "iconID",
            ]
            for member in display.members where !known.contains(member.key) {
                if let value = member.value.scalarText {
                    addField(member.key, Secret(copying: value), isConcealed: true)
                }
            }
        } catch {
            addField(OneTimeCodeList.codeDisplay, text, isConcealed: true)
        }
        return true
    }
}

extension ArraySlice<UInt8> {
    /// Whether the text begins with an ASCII scheme, in any case.
    fileprivate func hasScheme(_ scheme: String) -> Bool {
        prefix(scheme.utf8.count).map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 } == Array(scheme.utf8)
    }

    /// The text without leading and trailing blanks.
    fileprivate var trimmingBlanks: ArraySlice<UInt8> {
        let begun = drop { $0 == 0x20 || $0 == 0x09 }
        return begun.dropLast(begun.reversed().prefix { $0 == 0x20 || $0 == 0x09 }.count)
    }
}
