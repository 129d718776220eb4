import LatchkeyExchange
import LatchkeySecret
import LatchkeyVault

enum ExchangeProperties {
    /// A file gives the same rows whole as in pieces, in the order of their lines; a login is read as it is written.
    static func check(_ bytes: [UInt8]) {
        guard let width = bytes.first.map({ Int($0) % 16 + 1 }) else { return }
        let file = Array(bytes.dropFirst())
        let whole = rows(of: [file])
        let pieces = rows(
            of: stride(from: 0, to: file.count, by: width).map { Array(file[$0..<min($0 + width, file.count)]) })
        precondition(whole == pieces, "the rows depend on how the file is cut")
        precondition(whole.rows.map(\.line) == whole.rows.map(\.line).sorted(), "the lines run backwards")
        let isRecognized = CSVTable.chrome.recognizes(file[...])
        precondition(isRecognized || whole.rows.isEmpty, "a file is read that nobody recognizes")
        for row in whole.rows {
            guard let login = row.login else { continue }
            precondition(login.password?.count ?? 0 > 0 && login.sites.count == 1, "a login lacks what it must have")
            let written = rows(of: [text(of: login)])
            precondition(written.rows.map(\.login) == [login], "a login is read otherwise than it is written")
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

    private static func rows(of pieces: [[UInt8]]) -> Reading {
        var reading = Reading()
        // An empty piece is the end of a file.
        var rest = pieces.filter { !$0.isEmpty }[...]
        var source = ByteSource { rest.popFirst() ?? [] }
        do {
            try CSVTable.chrome.read(&source) { reading.rows.append(Row($0)) }
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
