import LatchkeyExchange
import LatchkeyCore
import LatchkeyVault

enum ExchangeProperties {
    /// The largest number of rows that are imported.
    ///
    /// More rows for one login could exceed the history of its passwords.
    private static let importedRowLimit = 16

    private static let tables = ImportFormats.all.filter {
        $0 is CSVTable || $0 is EnpassCSV || $0 is KeeperCSV || $0 is MappedCSV || $0 is RoboFormCSV
            || $0 is OneTimeCodeList || $0 is KasperskyText
    }

    /// A file has the same text and rows whole and in pieces, and importing it twice changes nothing the second time.
    ///
    /// The first byte is the length of a piece. A login that is written and read again is equal.
    static func check(_ bytes: [UInt8]) {
        guard let width = bytes.first.map({ Int($0) % 16 + 1 }) else { return }
        let file = Array(bytes.dropFirst())
        let pieces = stride(from: 0, to: file.count, by: width).map { Array(file[$0..<min($0 + width, file.count)]) }
        checkText(file, pieces)
        for table in tables { checkRows(file, pieces, of: table) }
        checkImport(file)
    }

    private static func checkText(_ file: [UInt8], _ pieces: [[UInt8]]) {
        let whole = text(of: [file])
        precondition(whole == text(of: pieces), "the text depends on how the file is split")
        // Decoders replace invalid text by 0xFF; UTF-8 is copied as it is.
        guard whole.encoding != .utf8 else { return }
        let readable = whole.bytes.filter { $0 != 0xFF }
        precondition(String(validating: readable, as: UTF8.self) != nil, "a decoder wrote invalid UTF-8")
    }

    private static func checkRows(_ file: [UInt8], _ pieces: [[UInt8]], of table: any ImportFormat) {
        let whole = rows(of: [file], as: table)
        precondition(whole == rows(of: pieces, as: table), "the rows depend on how the file is split")
        precondition(
            whole.rows.map(\.line) == whole.rows.map(\.line).sorted(), "the rows are not in the order of their lines")
        guard let table = table as? CSVTable else { return }
        precondition(
            table.recognizes(file[...]) || whole.rows.isEmpty, "a table read a file that it does not recognize")
        guard table.identifier == CSVTable.chrome.identifier else { return }
        for row in whole.rows {
            guard let login = row.login else { continue }
            precondition(login.sites.count <= 1, "a login has several sites")
            precondition(login.password.map { !$0.isEmpty } ?? true, "an empty password was not dropped")
            // An invalid site is a field, which the table has no column for.
            guard login.sites.count == 1, login.fields.isEmpty else { continue }
            let written = rows(of: [text(of: login)], as: table)
            precondition(written.rows.map(\.login) == [login], "a login changed when written and read")
        }
    }

    /// The preview of an import equals the import, and a second import changes nothing.
    private static func checkImport(_ file: [UInt8]) {
        do {
            var source = source(of: [file])
            let format = try ImportFormats.recognize(&source)
            guard tables.contains(where: { $0.identifier == format.identifier }) else { return }
            let found = rows(of: [file], as: format)
            guard found.error == nil, (1...importedRowLimit).contains(found.rows.count) else { return }
            let vault = try UnlockedVault.inMemory()
            let preview = try LoginImport.run(ByteSource(file), into: vault, mode: .previewing)
            let first = try LoginImport.run(ByteSource(file), into: vault)
            precondition(first == preview, "an import differs from its preview")
            let second = try LoginImport.run(ByteSource(file), into: vault)
            precondition(second.added == 0 && second.changed == 0, "the second import of a file changed the vault")
            precondition(second.same == first.added + first.same + first.changed, "the second import lost a row")
            precondition(second.refused == first.refused, "the second import rejected other rows")
        } catch is ExchangeError {
            return
        } catch {
            preconditionFailure("importing throws an unexpected error: \(error)")
        }
    }

    /// The rows of a file, up to the error that ended reading.
    private struct Reading: Equatable {
        var rows: [Row] = []
        var error: ExchangeError?
    }

    private struct Row: Equatable {
        let line: Int
        let login: Login?
        let refusal: RefusalReason?

        init(_ row: ImportedRow) {
            line = row.line
            switch row.content {
            case .login(let login): (self.login, refusal) = (login, nil)
            case .refused(let reason): (login, refusal) = (nil, reason)
            }
        }
    }

    private static func source(of pieces: [[UInt8]]) -> ByteSource {
        // An empty piece would be the end of the file.
        var rest = pieces.filter { !$0.isEmpty }[...]
        return ByteSource { rest.popFirst() ?? [] }
    }

    private struct Text: Equatable {
        var bytes: [UInt8] = []
        var encoding: TextEncoding?
    }

    private static func text(of pieces: [[UInt8]]) -> Text {
        var source = source(of: pieces)
        var text = Text()
        do {
            try source.decodeText()
            while let chunk = try source.next() { text.bytes += chunk }
        } catch {
            preconditionFailure("decoding throws an error: \(error)")
        }
        text.encoding = source.encoding
        return text
    }

    private static func rows(of pieces: [[UInt8]], as table: any ImportFormat) -> Reading {
        var reading = Reading()
        var source = source(of: pieces)
        do {
            try table.read(&source) { reading.rows.append(Row($0)) }
        } catch let error as ExchangeError {
            reading.error = error
        } catch {
            preconditionFailure("reading throws an unexpected error: \(error)")
        }
        return reading
    }

    /// A CSV file with one login (RFC 4180 §2).
    private static func text(of login: Login) -> [UInt8] {
        let fields =
            [Array(login.title.utf8), Array(login.user.utf8)] + login.sites.map { Array($0.text.utf8) }
            + [login.password, login.notes].map { unsafe $0?.withBytes { unsafe Array($0) } ?? [] }
        let quoted = fields.map { field in
            let quote = UInt8(ascii: "\"")
            return [quote] + field.flatMap { $0 == quote ? [quote, quote] : [$0] } + [quote]
        }
        return Array("name,username,url,password,note\r\n".utf8) + quoted.joined(separator: [UInt8(ascii: ",")])
    }
}
