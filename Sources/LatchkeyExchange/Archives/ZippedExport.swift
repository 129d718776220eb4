import LatchkeyCore

/// Finds the export inside a zip archive that a password manager wrote.
struct ZippedExport {
    /// The file name of Dashlane, which writes notes, cards and documents into CSV files beside it.
    private static let dashlaneName = "credentials.csv"
    /// The file names of 1Password, Proton Pass and Dashlane, without folders.
    private static let names = ["export.data", "data.json", dashlaneName]
    /// The file name of Proton Pass for an export that OpenPGP encrypts.
    private static let encryptedNames = ["data.pgp"]

    private let archive: ZipArchive
    private let others: [ZipArchive.File]

    /// Replaces a source that reads an archive with a source that reads the export in it.
    ///
    /// - Throws: ``ExchangeError/archive(_:)``, ``ExchangeError/encryptedForAccount``, or an error of the source.
    init(opening source: inout ByteSource) throws {
        let archive = try ZipArchive(try source.readAll())
        func file(_ names: [String]) -> ZipArchive.File? {
            names.lazy.compactMap { name in
                archive.files.first { $0.name == name || $0.name.hasSuffix("/\(name)") }
            }.first
        }
        guard let export = file(Self.names) else {
            throw file(Self.encryptedNames) == nil ? ExchangeError.archive(.noExport) : .encryptedForAccount
        }
        source = ByteSource(try archive.unpack(export))
        self.archive = archive
        let isDashlane = export.name.hasSuffix(Self.dashlaneName)
        others = archive.files.filter { isDashlane && $0.name != export.name && $0.name.hasSuffix(".csv") }
    }

    /// The format, which also reads the notes and cards in the other files, and refuses each of their other rows.
    func format(_ format: any ImportFormat) -> any ImportFormat {
        if others.isEmpty { return format }
        return Format(logins: format, archive: archive, others: others)
    }

    private struct Format: ImportFormat {
        let logins: any ImportFormat
        let archive: ZipArchive
        let others: [ZipArchive.File]

        var identifier: String { logins.identifier }
        var isBinary: Bool { logins.isBinary }
        var countsEntries: Bool { logins.countsEntries }
        var hasOneRowPerLogin: Bool { logins.hasOneRowPerLogin }

        func recognizes(_ head: ArraySlice<UInt8>) -> Bool { logins.recognizes(head) }

        func read(_ source: inout ByteSource, _ body: (ImportedRow) throws -> Void) throws {
            try logins.read(&source, body)
            for file in others {
                var source = ByteSource(try archive.unpack(file))
                let name = String(file.name.split(separator: "/").last ?? "")
                if let table = Self.tables[name.lowercased()],
                    table.recognizes(try source.peek(ImportFormats.headByteCount))
                {
                    try table.read(&source) { row in
                        var row = row
                        row.part = name
                        try body(row)
                    }
                } else {
                    try Self.read(&source, name: name, body)
                }
            }
        }

        /// The tables of Dashlane's files with notes and payment cards.
        private static let tables = [
            "securenotes.csv": CSVTable.dashlaneNotes, "payments.csv": CSVTable.dashlanePayments,
        ]

        /// Refuses each row below the header, with the text of the column that names it.
        private static func read(
            _ source: inout ByteSource, name: String, _ body: (ImportedRow) throws -> Void
        ) throws {
            var titleColumns: [Int]?
            try CSVRows.read(&source) { row in
                guard let columns = titleColumns else {
                    let names = (0..<row.count).map { String(decoding: row[$0].prefix(64), as: UTF8.self).lowercased() }
                    titleColumns = titleNames.compactMap { names.firstIndex(of: $0) }
                    return
                }
                let titleColumn = columns.first { $0 < row.count && !row[$0].isEmpty }
                try body(
                    ImportedRow(
                        line: row.line, content: .refused(.notALogin),
                        title: titleColumn.map { String(decoding: row[$0], as: UTF8.self) } ?? "",
                        kind: String(name.dropLast(".csv".count)), part: name))
            }
        }

        /// The columns of Dashlane's files that name an item, without numbers of cards and documents.
        private static let titleNames = [
            "title", "item_name", "account_name", "name", "ssid", "account_holder", "login", "type",
        ]
    }
}
