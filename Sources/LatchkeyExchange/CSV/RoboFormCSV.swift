import LatchkeyCore
import LatchkeyVault

/// The CSV of RoboForm, whose last column continues in any number of cells without a name.
///
/// Each of these cells is a form field, written as `Label$,,,type,value`.
public struct RoboFormCSV: ImportFormat {
    public init() {}

    public var identifier: String { "roboform-csv" }

    public func recognizes(_ head: ArraySlice<UInt8>) -> Bool {
        var source = ByteSource(Array(head))
        do {
            try CSVRows.read(&source) { row in throw Recognition(isRoboForm: Columns(row) != nil) }
        } catch {
            return (error as? Recognition)?.isRoboForm ?? false
        }
        return false
    }

    public func read(_ source: inout ByteSource, _ body: (ImportedRow) throws -> Void) throws {
        var columns: Columns?
        try CSVRows.read(&source) { row in
            if let columns { return try body(columns.read(row)) }
            columns = Columns(row)
            if columns == nil {
                throw ExchangeError.wrongHeader(missing: Columns.requiredNames, unknownCount: 0, repeated: [])
            }
        }
        if columns == nil { throw ExchangeError.noHeader }
    }

    private struct Recognition: Error {
        let isRoboForm: Bool
    }

    /// The position of each column.
    private struct Columns {
        static let requiredNames = ["name", "url", "login", "pwd"]
        private static let knownNames = Set(requiredNames + ["matchurl", "note", "folder", "rffieldsv2", "rf_fields"])

        private let indexes: [String: Int]
        private let count: Int

        init?(_ row: borrowing CSVParser.Row) {
            var indexes: [String: Int] = [:]
            for index in 0..<row.count {
                let name = String(decoding: row[index].prefix(16), as: UTF8.self).lowercased()
                guard Self.knownNames.contains(name), indexes.updateValue(index, forKey: name) == nil else {
                    return nil
                }
            }
            guard Self.requiredNames.allSatisfy({ indexes[$0] != nil }) else { return nil }
            self.indexes = indexes
            count = row.count
        }

        func read(_ row: borrowing CSVParser.Row) -> ImportedRow {
            if let flaw = row.flaw { return .refused(flaw.refusal, line: row.line) }
            let required = Self.requiredNames.compactMap { indexes[$0] }.max() ?? 0
            guard row.count > required else {
                let title = row.count > 0 ? String(decoding: row[0], as: UTF8.self) : ""
                return .refused(.wrongFieldCount(expected: count, found: row.count), line: row.line, title: title)
            }
            guard row.isUTF8 else { return .refused(.notUTF8, line: row.line) }
            var cells: [String: ArraySlice<UInt8>] = [:]
            for (name, index) in indexes where index < row.count { cells[name] = row[index] }
            func text(_ name: String) -> String { String(decoding: cells[name] ?? [], as: UTF8.self) }
            var draft = LoginDraft()
            draft.title = text("name")
            draft.addresses = [text("url"), text("matchurl")]
            draft.user = text("login")
            draft.password = cells["pwd"].map { Secret(copying: $0) }
            draft.notes = cells["note"].map { Secret(copying: $0) }
            draft.addField("Folder", Secret(copying: cells["folder"] ?? []), isConcealed: false)
            let first = indexes["rffieldsv2"] ?? indexes["rf_fields"] ?? count
            if first < row.count { for index in first..<row.count { draft.takeFormField(row[index]) } }
            return draft.row(line: row.line)
        }
    }
}

extension LoginDraft {
    /// Adds a form field, unless it repeats the user or the password.
    fileprivate mutating func takeFormField(_ cell: ArraySlice<UInt8>) {
        if cell.isEmpty { return }
        let parts = cell.split(separator: UInt8(ascii: ","), maxSplits: 4, omittingEmptySubsequences: false)
        guard parts.count == 5 else { return addField("RoboForm field", Secret(copying: cell), isConcealed: true) }
        let label = parts[0].last == UInt8(ascii: "$") ? parts[0].dropLast() : parts[0]
        let name = String(decoding: label, as: UTF8.self)
        let value = Secret(copying: parts[4])
        switch name {
        case "User ID" where value == Secret(user): return
        case "Password" where value == password: return
        case "TOTP KEY" where code == nil: code = value
        default: addField(name.isEmpty ? "Field" : name, value, isConcealed: !parts[3].elementsEqual("txt".utf8))
        }
    }
}
