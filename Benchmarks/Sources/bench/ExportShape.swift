import Foundation

/// A generator of one program's export: head, rows, separator and tail.
struct ExportShape: Sendable {
    /// The identifier of the import format.
    let format: String
    var fileName: String { "\(format).export" }
    fileprivate let head: String
    fileprivate let separator: String
    fileprivate let tail: String
    fileprivate let row: @Sendable (SampleLogin) -> String
    /// The container of the text.
    fileprivate var wrapping: Wrapping = .none
    /// The password of an encrypted file; `nil` for others.
    var password: String? { wrapping == .encrypted ? BitwardenFile.password : nil }

    fileprivate enum Wrapping: Equatable, Sendable {
        case none
        /// A zip archive that contains the text in a file with this name.
        case zip(String)
        case encrypted
    }

    init(
        _ format: String, head: String, separator: String = "", tail: String = "",
        row: @escaping @Sendable (SampleLogin) -> String
    ) {
        (self.format, self.head, self.separator, self.tail, self.row) = (format, head, separator, tail, row)
    }

    /// The same export in a zip archive, in a file with this name.
    func zipped(as name: String) -> ExportShape {
        var shape = self
        shape.wrapping = .zip(name)
        return shape
    }

    /// The same export, encrypted with a password.
    func encrypted(as format: String) -> ExportShape {
        var shape = ExportShape(format, head: head, separator: separator, tail: tail, row: row)
        shape.wrapping = .encrypted
        return shape
    }

    /// Writes an export with this number of logins into a folder; returns the file.
    func write(_ count: Int, into folder: URL) throws -> URL {
        let file = folder.appending(path: fileName)
        switch wrapping {
        case .none: try writeText(count, to: file)
        case .encrypted:
            let plain = folder.appending(path: "plain")
            try writeText(count, to: plain)
            try BitwardenFile.encrypt(Data(contentsOf: plain)).write(to: file)
            try FileManager.default.removeItem(at: plain)
        case .zip(let name):
            try writeText(count, to: folder.appending(path: name))
            // Python is a build dependency; its module compresses like the programs.
            try TimedProgram("/usr/bin/python3", ["-m", "zipfile", "-c", file.path, name], folder: folder).run()
            try FileManager.default.removeItem(at: folder.appending(path: name))
        }
        return file
    }

    private func writeText(_ count: Int, to file: URL) throws {
        _ = FileManager.default.createFile(atPath: file.path, contents: nil, attributes: [.posixPermissions: 0o600])
        let handle = try FileHandle(forWritingTo: file)
        defer { try? handle.close() }
        var text = head
        for index in 0..<count {
            if index > 0 { text += separator }
            text += row(SampleLogin(index: index))
            if text.utf8.count > 1 << 20 {
                try handle.write(contentsOf: Data(text.utf8))
                text = ""
            }
        }
        try handle.write(contentsOf: Data((text + tail).utf8))
    }
}
