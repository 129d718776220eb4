import LatchkeyCore
import LatchkeyVault

/// The CSV of Keeper, which has no header.
///
/// A row has folder, title, user, password, address, note and shared folder, and then any number of name and value
/// pairs. The pair `TFC:Keeper` is the code.
public struct KeeperCSV: ImportFormat {
    private static let fixedCount = 7
    private static let codeName = "TFC:Keeper"

    public init() {}

    public var identifier: String { "keeper-csv" }

    /// Whether the first row has the number of fields of Keeper, and an address where Keeper has it.
    ///
    /// Without a header there is no stronger sign. A file whose first row has no address needs its format named.
    public func recognizes(_ head: ArraySlice<UInt8>) -> Bool {
        var source = ByteSource(Array(head))
        do {
            try CSVRows.read(&source) { row in
                guard row.flaw == nil, row.count >= Self.fixedCount, !row.count.isMultiple(of: 2) else {
                    throw Recognition(isKeeper: false)
                }
                throw Recognition(isKeeper: row[4].starts(with: "http://".utf8) || row[4].starts(with: "https://".utf8))
            }
        } catch {
            return (error as? Recognition)?.isKeeper ?? false
        }
        return false
    }

    private struct Recognition: Error {
        let isKeeper: Bool
    }

    public func read(_ source: inout ByteSource, _ body: (ImportedRow) throws -> Void) throws {
        try CSVRows.read(&source) { try body(Self.read($0)) }
    }

    private static func read(_ row: borrowing CSVParser.Row) -> ImportedRow {
        func text(_ index: Int) -> String { index < row.count ? String(decoding: row[index], as: UTF8.self) : "" }
        func refused(_ reason: RefusalReason) -> ImportedRow { .refused(reason, line: row.line, title: text(1)) }
        if let flaw = row.flaw { return refused(flaw.refusal) }
        guard row.count >= fixedCount - 1 else {
            return refused(.wrongFieldCount(expected: fixedCount, found: row.count))
        }
        guard row.isUTF8 else { return refused(.notUTF8) }
        var draft = LoginDraft()
        draft.title = text(1)
        draft.user = text(2)
        draft.password = Secret(copying: row[3])
        draft.addresses = [text(4)]
        draft.notes = Secret(copying: row[5])
        draft.addField("Folder", Secret(copying: row[0]), isConcealed: false)
        if row.count >= fixedCount { draft.addField("Shared folder", Secret(copying: row[6]), isConcealed: false) }
        for index in stride(from: fixedCount, to: row.count, by: 2) {
            guard index + 1 < row.count else {
                draft.addField("Field", Secret(copying: row[index]), isConcealed: true)
                break
            }
            if row[index].elementsEqual(codeName.utf8), draft.code == nil {
                draft.code = Secret(copying: row[index + 1])
            } else {
                draft.addField(text(index), Secret(copying: row[index + 1]), isConcealed: true)
            }
        }
        return draft.row(line: row.line)
    }
}
