import Foundation
import LatchkeyExchange
import LatchkeyCore
import LatchkeyVault

extension ImportedRow {
    /// The values of a row in one line: empty values are omitted, `⏎` is a line end, `*` marks a concealed field.
    var everything: String {
        switch content {
        case .refused(let reason): return "\(line) refused: \(reason)"
        case .login(let login):
            var parts = ["\(line) \(login.title)"]
            if login.kind != .login { parts.append("kind=\(login.kind.word ?? "\(login.kind.rawValue)")") }
            parts.append("user=\(login.user)")
            if let password = login.password { parts.append("password=\(password.reveal())") }
            parts += login.sites.map { "site=\($0.text)" }
            if let code = login.oneTimeCode { parts.append("code=\(code.reveal())") }
            if let notes = login.notes { parts.append("notes=\(notes.reveal())") }
            parts += login.fields.map { "\($0.isConcealed ? "*" : "")\($0.name)=\($0.value.reveal())" }
            if login.isFavorite { parts.append("favorite") }
            if login.asksEveryTime { parts.append("asks") }
            if let created { parts.append("created=\(created.timeIntervalSince1970)") }
            if let lastUsed { parts.append("used=\(lastUsed.timeIntervalSince1970)") }
            parts += notices.map { "(\($0))" }
            return parts.joined(separator: " | ").replacing("\n", with: "⏎")
        }
    }
}

/// A file of `Tests/Vectors/csv`.
enum ProgramTable {
    static func bytes(_ name: String) throws -> [UInt8] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        return Array(try Data(contentsOf: folder.appending(path: "Vectors/csv/\(name).csv")))
    }

    /// The recognized format, and the rows that it reads.
    static func read(_ bytes: [UInt8], inPiecesOf size: Int = 4096) throws -> (format: String, rows: [String]) {
        var rest = bytes[...]
        var source = ByteSource {
            defer { rest = rest.dropFirst(size) }
            return Array(rest.prefix(size))
        }
        let format = try ImportFormats.recognize(&source)
        var rows: [String] = []
        try format.read(&source) { rows.append($0.everything) }
        return (format.identifier, rows)
    }
}
