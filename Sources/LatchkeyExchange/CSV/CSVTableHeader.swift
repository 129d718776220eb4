import Foundation
import LatchkeyCore
import LatchkeyVault

/// The columns of a file, read from its first row.
struct CSVTableHeader {
    private struct KnownColumn {
        let index: Int
        let meaning: CSVTable.Meaning
    }

    /// In bytes; every known name is shorter.
    private static let longestName = 64

    private let count: Int
    private var knownColumns: [KnownColumn] = []
    private var otherColumns: [(index: Int, name: String)] = []

    /// - Throws: ``ExchangeError/wrongHeader(missing:unknownCount:repeated:)``.
    init(_ row: borrowing CSVParser.Row, of table: CSVTable) throws(ExchangeError) {
        var found: [String: Int] = [:]
        var repeated: [String] = []
        count = row.count
        let positions = Set(table.columns.compactMap(\.index))
        for index in 0..<row.count where !positions.contains(index) {
            let name = Self.name(row[index])
            let key = name.lowercased()
            if !table.columns.contains(where: { $0.names.contains(key) }) {
                otherColumns.append((index, name.isEmpty ? "Column \(index + 1)" : name))
            } else if found.updateValue(index, forKey: key) != nil {
                repeated.append(key)
            }
        }
        var missing: [String] = []
        for column in table.columns {
            if let index = column.index {
                knownColumns.append(KnownColumn(index: index, meaning: column.meaning))
            } else if let name = column.names.first(where: { found[$0] != nil }), let index = found[name] {
                knownColumns.append(KnownColumn(index: index, meaning: column.meaning))
            } else if column.isRequired {
                missing.append(column.names[0])
            }
        }
        let unknownCount = table.keepsOtherColumns && missing.isEmpty ? 0 : otherColumns.count
        guard missing.isEmpty, unknownCount == 0, repeated.isEmpty else {
            throw .wrongHeader(missing: missing, unknownCount: unknownCount, repeated: repeated)
        }
    }

    /// The name of a column.
    static func name(_ cell: ArraySlice<UInt8>) -> String {
        // The prefix bounds the cost of lower-casing and comparing a hostile name.
        String(decoding: cell.prefix(longestName), as: UTF8.self).trimmingCharacters(in: .whitespaces)
    }

    /// Reads a row under this header.
    func read(_ row: borrowing CSVParser.Row, of table: CSVTable) -> ImportedRow {
        if let flaw = row.flaw { return ImportedRow(line: row.line, content: .refused(flaw.refusal)) }
        guard row.count == count else {
            return ImportedRow(
                line: row.line, content: .refused(.wrongFieldCount(expected: count, found: row.count)))
        }
        guard row.isUTF8 else { return .refused(.notUTF8, line: row.line) }
        var draft = LoginDraft()
        draft.kind = table.kind
        let title = title(of: row)
        for column in knownColumns where !row[column.index].isEmpty {
            let cell = table.hasRowPerSite ? column.meaning.withoutGuard(row[column.index]) : row[column.index]
            if case .kind(let kinds) = column.meaning {
                let word = String(decoding: cell.prefix(Self.longestName), as: UTF8.self)
                guard let kind = kinds[word.lowercased()] else {
                    return .refused(.notALogin, line: row.line, title: title, kind: word)
                }
                draft.kind = kind
            }
            if case .group = column.meaning, KeePassBin.contains(path: String(decoding: cell, as: UTF8.self)) {
                return .refused(.inBin, line: row.line, title: title)
            }
            draft.take(cell, as: column.meaning)
        }
        if draft.addresses.contains(where: table.refusedAddresses.contains) {
            return .refused(.notALogin, line: row.line, title: title)
        }
        if draft.addresses.contains(where: table.noteAddresses.contains) {
            draft.addresses.removeAll(where: table.noteAddresses.contains)
            draft.kind = .note
            if let type = draft.takeTypedNote() {
                return .refused(.notALogin, line: row.line, title: title, kind: type)
            }
        }
        draft.addresses.removeAll(where: table.emptyAddresses.contains)
        for other in otherColumns { draft.addField(other.name, Secret(copying: row[other.index]), isConcealed: true) }
        return draft.row(line: row.line)
    }

    /// The row's name for the report: its title, or else its address.
    private func title(of row: borrowing CSVParser.Row) -> String {
        var address = ""
        for column in knownColumns where !row[column.index].isEmpty {
            switch column.meaning {
            case .title: return String(decoding: row[column.index], as: UTF8.self)
            case .address: address = String(decoding: row[column.index], as: UTF8.self)
            default: break
            }
        }
        return address
    }
}

extension CSVTable.Meaning {
    /// The cell without the mark of a spreadsheet, in the columns in which an export writes it.
    fileprivate func withoutGuard(_ cell: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        switch self {
        case .title, .address, .notes: FormulaGuard.removed(from: cell)
        default: cell
        }
    }
}

extension LoginDraft {
    /// Adds a cell, which is valid UTF-8 and not empty.
    fileprivate mutating func take(_ cell: ArraySlice<UInt8>, as meaning: CSVTable.Meaning) {
        switch meaning {
        case .title: title = String(decoding: cell, as: UTF8.self)
        case .user(let name):
            if user.isEmpty {
                user = String(decoding: cell, as: UTF8.self)
            } else if Array(user.utf8) != Array(cell) {
                addField(name, Secret(copying: cell), isConcealed: false)
            }
        case .password: password = Secret(copying: cell)
        case .address: addresses.append(String(decoding: cell, as: UTF8.self))
        case .addresses: addresses += AddressList.split(String(decoding: cell, as: UTF8.self))
        case .notes: notes = Secret(copying: cell)
        case .code: code = code ?? Secret(copying: cell)
        case .favorite:
            isFavorite = Self.isTrue(cell)
            if !isFavorite, !Self.isFalse(cell) { addField("Favorite", Secret(copying: cell), isConcealed: false) }
        case .asksEveryTime: asksEveryTime = Self.isTrue(cell)
        case .created(let style): take(cell, style, as: \.created)
        case .lastUsed(let style): take(cell, style, as: \.lastUsed)
        case .changed(let style): passwordSince = Self.date(cell, style)
        case .field(let name), .group(let name): addField(name, Secret(copying: cell), isConcealed: false)
        case .archived(let name, let values):
            if values.contains(String(decoding: cell, as: UTF8.self)) { return }
            addField(name, Secret(copying: cell), isConcealed: false)
            notices.append(.wasArchived)
        case .fieldUnlessAddress(let name):
            if addresses.contains(String(decoding: cell, as: UTF8.self)) { return }
            addField(name, Secret(copying: cell), isConcealed: false)
        case .fieldLines: takeLines(cell)
        case .addressArray: takeAddressArray(cell)
        case .fieldArray: takeFieldArray(cell)
        case .valueLines: takeValueLines(cell)
        case .card(let field): addCard(field, Secret(copying: cell))
        case .expiryMonth: expiryMonth = String(decoding: cell, as: UTF8.self)
        case .expiryYear: expiryYear = String(decoding: cell, as: UTF8.self)
        case .protonNotes: takeProtonNote(cell)
        case .kind, .ignored: break
        }
    }

    private static func isTrue(_ cell: ArraySlice<UInt8>) -> Bool {
        ["1", "true", "yes"].contains(String(decoding: cell.prefix(8), as: UTF8.self).lowercased())
    }

    private static func isFalse(_ cell: ArraySlice<UInt8>) -> Bool {
        ["0", "false", "no"].contains(String(decoding: cell.prefix(8), as: UTF8.self).lowercased())
    }

    private mutating func take(
        _ cell: ArraySlice<UInt8>, _ style: CSVTable.DateStyle, as path: WritableKeyPath<LoginDraft, Date?>
    ) {
        // Programs write zero for an unknown date.
        if !cell.elementsEqual("0".utf8) { take(Self.date(cell, style), as: path) }
    }

    private static func date(_ cell: ArraySlice<UInt8>, _ style: CSVTable.DateStyle) -> Date? {
        let text = String(decoding: cell.prefix(48), as: UTF8.self)
        return switch style {
        case .seconds: ImportedDate.unix(text)
        case .milliseconds: ImportedDate.unix(text, unitsPerSecond: 1000)
        case .iso8601: ImportedDate.iso8601(text)
        }
    }

    /// Adds a field for each line of `name: value`; a line without a colon continues the previous value.
    private mutating func takeLines(_ cell: ArraySlice<UInt8>) {
        var name: ArraySlice<UInt8> = []
        var value: [UInt8] = []
        func finish() -> CustomField? {
            guard !value.isEmpty else { return nil }
            let title = name.isEmpty ? "Field" : String(decoding: name, as: UTF8.self)
            return CustomField(name: title, value: Secret(copying: value), isConcealed: true)
        }
        for line in Self.lines(of: cell) {
            let colon = line.firstIndex(of: UInt8(ascii: ":"))
            if let colon, colon > line.startIndex, line[(colon + 1)...].first == UInt8(ascii: " ") {
                if let field = finish() { fields.append(field) }
                name = line[..<colon]
                value = Array(line[(colon + 2)...])
            } else {
                if !value.isEmpty { value.append(UInt8(ascii: "\n")) }
                value += line
            }
        }
        if let field = finish() { fields.append(field) }
    }

    /// Splits at LF, CR and CRLF.
    static func lines(of cell: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
        var lines: [ArraySlice<UInt8>] = []
        var start = cell.startIndex
        for index in cell.indices where cell[index] == UInt8(ascii: "\n") || cell[index] == UInt8(ascii: "\r") {
            let isSecondHalf =
                cell[index] == UInt8(ascii: "\n") && index > cell.startIndex
                && cell[index - 1] == UInt8(ascii: "\r")
            if !isSecondHalf { lines.append(cell[start..<index]) }
            start = index + 1
        }
        return lines + [cell[start...]]
    }
}

/// A list of addresses in one cell.
enum AddressList {
    /// Splits at each comma that is followed by an address; other commas belong to the address.
    static func split(_ text: String) -> [String] {
        var addresses: [String] = []
        for piece in text.split(separator: ",", omittingEmptySubsequences: false) {
            let trimmed = piece.trimmingCharacters(in: .whitespaces)
            if addresses.isEmpty || beginsAddress(trimmed) {
                addresses.append(trimmed)
            } else {
                addresses[addresses.count - 1] += ",\(piece)"
            }
        }
        return addresses
    }

    private static func beginsAddress(_ text: String) -> Bool {
        guard let site = Site(text) else { return false }
        return site.scheme != nil || site.host.contains(".") || site.host == "localhost"
    }
}
