import LatchkeyVault

/// A JSON format whose logins are all at one path.
package protocol JSONLoginFormat: ImportFormat {
    /// Values that several rows need, such as the names of folders.
    associatedtype Context

    static var path: [JSONStep] { get }

    /// Reads the context, before the first row.
    static func context(of bytes: [UInt8]) throws -> Context

    /// The names of members without data of the user, such as identifiers, and of members that ``row(of:at:in:)``
    /// imports or reports completely.
    ///
    /// Each text of an item that is neither in the login nor below such a member is reported; `nil` turns this off.
    static var completeMembers: Set<String>? { get }

    /// Makes a row of one item; `nil` for an item that the report leaves out.
    static func row(of item: JSONValue, at place: JSONItem, in context: Context) -> ImportedRow?
}

extension JSONLoginFormat {
    package static var completeMembers: Set<String>? { nil }

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
                guard var row = Self.row(of: value, at: item, in: context) else { return }
                if let completeMembers { row.reportRest(of: value, except: completeMembers) }
                try body(row)
            case .failure(let reason): try body(ImportedRow(line: item.number, content: .refused(reason)))
            }
        }
    }
}

extension JSONLoginFormat where Context == Void {
    package static func context(of bytes: [UInt8]) {}
}

extension ImportedRow {
    /// - Parameters:
    ///   - title: The item's name.
    ///   - kind: What the item is, for an item that is not a login.
    static func refused(
        _ reason: RefusalReason, _ place: JSONItem, title: JSONValue? = nil, kind: String? = nil
    ) -> ImportedRow {
        .refused(reason, line: place.number, title: title?.string ?? "", kind: kind)
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
