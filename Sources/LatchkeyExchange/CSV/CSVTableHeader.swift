import Foundation
import LatchkeyCore
import LatchkeyVault

/// Which column of a file means what, after its first row has been read.
struct CSVTableHeader {
    private struct Place {
        let index: Int
        let meaning: CSVTable.Meaning
    }

    /// A name longer than this is none that is known.
    private static let longestName = 64

    private let count: Int
    private var places: [Place] = []
    /// The columns of other names, with these names.
    private var others: [(index: Int, name: String)] = []

    /// - Throws: ``ExchangeError/wrongHeader(missing:unknownCount:repeated:)``.
    init(_ row: borrowing CSVParser.Row, of table: CSVTable) throws(ExchangeError) {
        var found: [String: Int] = [:]
        var repeated: [String] = []
        count = row.count
        for index in 0..<row.count {
            let name = Self.name(row[index])
            let key = name.lowercased()
            if !table.columns.contains(where: { $0.names.contains(key) }) {
                others.append((index, name.isEmpty ? "Column \(index + 1)" : name))
            } else if found.updateValue(index, forKey: key) != nil {
                repeated.append(key)
            }
        }
        var missing: [String] = []
        for column in table.columns {
            if let name = column.names.first(where: { found[$0] != nil }), let index = found[name] {
                places.append(Place(index: index, meaning: column.meaning))
            } else if column.isRequired {
                missing.append(column.names[0])
            }
        }
        let unknownCount = table.keepsOtherColumns && missing.isEmpty ? 0 : others.count
        guard missing.isEmpty, unknownCount == 0, repeated.isEmpty else {
            throw .wrongHeader(missing: missing, unknownCount: unknownCount, repeated: repeated)
        }
    }

    private static func name(_ cell: ArraySlice<UInt8>) -> String {
        // What is longer than any name is not worth comparing; scalars without marks are cheap to put in lower case.
        String(decoding: cell.prefix(longestName), as: UTF8.self).trimmingCharacters(in: .whitespaces)
    }

    /// Reads a row under this header.
    func read(_ row: borrowing CSVParser.Row, of table: CSVTable) -> ImportedRow {
        if let flaw = row.flaw { return ImportedRow(line: row.line, content: .refused(flaw.refusal)) }
        guard row.count == count else {
            return ImportedRow(
                line: row.line, content: .refused(.wrongFieldCount(expected: count, found: row.count)))
        }
        guard row.isUTF8 else { return ImportedRow(line: row.line, content: .refused(.notUTF8)) }
        var draft = LoginDraft()
        for place in places where !row[place.index].isEmpty {
            let cell = row[place.index]
            if case .kind(let logins) = place.meaning {
                guard logins.contains(String(decoding: cell.prefix(Self.longestName), as: UTF8.self).lowercased())
                else { return ImportedRow(line: row.line, content: .refused(.notALogin)) }
            }
            if case .group = place.meaning, KeePassBin.holds(String(decoding: cell, as: UTF8.self)) {
                return ImportedRow(line: row.line, content: .refused(.inBin))
            }
            draft.take(cell, as: place.meaning)
        }
        if draft.addresses.contains(where: table.foreignAddresses.contains) {
            return ImportedRow(line: row.line, content: .refused(.notALogin))
        }
        draft.addresses.removeAll(where: table.emptyAddresses.contains)
        for other in others { draft.addField(other.name, Secret(copying: row[other.index]), isConcealed: true) }
        return draft.row(line: row.line, requiring: table.requirements)
    }
}

extension LoginDraft {
    /// Takes a cell that is not empty, in UTF-8.
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
        case .favorite: isFavorite = Self.isTrue(cell)
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
        case .kind, .nothing: break
        }
    }

    private static func isTrue(_ cell: ArraySlice<UInt8>) -> Bool {
        ["1", "true", "yes"].contains(String(decoding: cell.prefix(8), as: UTF8.self).lowercased())
    }

    private mutating func take(
        _ cell: ArraySlice<UInt8>, _ style: CSVTable.DateStyle, as path: WritableKeyPath<LoginDraft, Date?>
    ) {
        // A zero is how programs write that they do not know.
        if !cell.elementsEqual("0".utf8) { take(Self.date(cell, style), as: path) }
    }

    private static func date(_ cell: ArraySlice<UInt8>, _ style: CSVTable.DateStyle) -> Date? {
        let text = String(decoding: cell.prefix(48), as: UTF8.self)
        return switch style {
        case .seconds: ForeignDate.unix(text)
        case .milliseconds: ForeignDate.unix(text, unitsPerSecond: 1000)
        case .iso8601: ForeignDate.iso8601(text)
        }
    }

    /// Takes lines of `name: value`, whichever way they end; one without a colon goes on with the value before.
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

    /// Splits at line feeds, carriage returns, and both together.
    private static func lines(of cell: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
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

/// Several addresses in one cell.
enum AddressList {
    /// Splits at the commas that a new address follows; an address may have commas of its own.
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
