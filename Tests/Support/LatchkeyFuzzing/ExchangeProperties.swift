import LatchkeyExchange
import LatchkeyCore
import LatchkeyVault

enum ExchangeProperties {
    /// More rows than this the same login may have had passwords that its history has forgotten.
    private static let importedRowLimit = 16

    private static let tables = ImportFormats.all.filter { $0 is CSVTable || $0 is EnpassCSV }

    /// A file gives the same text and the same rows whole as in pieces, in the order of their lines, to every table; a
    /// login is read as it is written; and the second import of a file changes nothing.
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
        precondition(whole == text(of: pieces), "the text depends on how the file is cut")
        // What is no text is marked, but in UTF-8, where bytes are passed on.
        guard whole.encoding != .utf8 else { return }
        let readable = whole.bytes.filter { $0 != 0xFF }
        precondition(String(validating: readable, as: UTF8.self) != nil, "a decoder writes what is no text")
    }

    private static func checkRows(_ file: [UInt8], _ pieces: [[UInt8]], of table: any ImportFormat) {
        let whole = rows(of: [file], as: table)
        precondition(whole == rows(of: pieces, as: table), "the rows depend on how the file is cut")
        precondition(whole.rows.map(\.line) == whole.rows.map(\.line).sorted(), "the lines run backwards")
        guard let table = table as? CSVTable else { return }
        precondition(table.recognizes(file[...]) || whole.rows.isEmpty, "a file is read that nobody recognizes")
        guard table.identifier == CSVTable.chrome.identifier else { return }
        for row in whole.rows {
            guard let login = row.login else { continue }
            precondition(login.sites.count == 1, "a login lacks what it must have")
            precondition(login.password.map { !$0.isEmpty } ?? true, "an empty password is kept as one")
            let written = rows(of: [text(of: login)], as: table)
            precondition(written.rows.map(\.login) == [login], "a login is read otherwise than it is written")
        }
    }

    /// A vault in memory takes a file in as it previews it, and has nothing to do the second time.
    private static func checkImport(_ file: [UInt8]) {
        do {
            var source = source(of: [file])
            let format = try ImportFormats.recognize(&source)
            guard tables.contains(where: { $0.identifier == format.identifier }) else { return }
            let found = rows(of: [file], as: format)
            guard found.error == nil, (1...importedRowLimit).contains(found.rows.count) else { return }
            let vault = try UnlockedVault.temporary()
            let preview = try LoginImport.run(ByteSource(file), into: vault, mode: .previewing)
            let first = try LoginImport.run(ByteSource(file), into: vault)
            precondition(first == preview, "an import does something else than its preview")
            let second = try LoginImport.run(ByteSource(file), into: vault)
            precondition(second.added == 0 && second.changed == 0, "a file that is in already changes the vault")
            precondition(second.same == first.added + first.same + first.changed, "a row is lost the second time")
            precondition(second.refused == first.refused, "a row is refused for no reason of its own")
        } catch is ExchangeError {
            return
        } catch {
            preconditionFailure("importing fails with a foreign error: \(error)")
        }
    }

    /// What was read of a file, up to the error that ended it.
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
        // An empty piece is the end of a file.
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
            preconditionFailure("decoding fails: \(error)")
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
            preconditionFailure("reading fails with a foreign error: \(error)")
        }
        return reading
    }

    /// A file of this one login (RFC 4180 §2).
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
