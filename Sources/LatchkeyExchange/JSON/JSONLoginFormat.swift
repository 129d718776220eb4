import LatchkeyVault

/// A JSON format whose logins are all at one path.
package protocol JSONLoginFormat: ImportFormat {
    /// Values that several rows need, such as the names of folders.
    associatedtype Context

    static var path: [JSONStep] { get }

    /// Reads the context, before the first row.
    static func context(of bytes: [UInt8]) throws -> Context

    /// Makes a row of one item; `nil` for an item that the report leaves out.
    static func row(of item: JSONValue, at place: JSONItem, in context: Context) -> ImportedRow?
}

extension JSONLoginFormat {
    public var countsEntries: Bool { true }

    public func read(_ source: inout ByteSource, _ body: (ImportedRow) throws -> Void) throws {
        try source.decodeText()
        try Self.read(try source.readAll(), body)
    }

    static func read(_ bytes: [UInt8], _ body: (ImportedRow) throws -> Void) throws {
        let context = try Self.context(of: bytes)
        try JSONReader.forEach(at: Self.path, in: bytes) { item in
            switch item.value {
            case .success(let value):
                if let row = Self.row(of: value, at: item, in: context) { try body(row) }
            case .failure(let reason): try body(ImportedRow(line: item.number, content: .refused(reason)))
            }
        }
    }
}

extension JSONLoginFormat where Context == Void {
    package static func context(of bytes: [UInt8]) {}
}

extension ImportedRow {
    static func refused(_ reason: RefusalReason, _ place: JSONItem) -> ImportedRow {
        ImportedRow(line: place.number, content: .refused(reason))
    }
}

extension ByteSource {
    /// The largest file that is read into memory as a whole, in bytes.
    package static let wholeFileLimit = 512 * 1024 * 1024

    /// Reads the rest of the file.
    ///
    /// - Throws: ``ExchangeError/tooLarge(limit:)`` as soon as more than `limit` bytes are read.
    package mutating func readAll(limit: Int = ByteSource.wholeFileLimit) throws -> [UInt8] {
        var bytes: [UInt8] = []
        while let piece = try next() {
            guard piece.count <= limit - bytes.count else { throw ExchangeError.tooLarge(limit: limit) }
            bytes += piece
        }
        return bytes
    }
}
