/// A file that is read once from start to end, in chunks of any size.
public struct ByteSource {
    private let readChunk: () throws -> [UInt8]
    private var pending: ArraySlice<UInt8> = []
    private var hasEnded = false
    private var decoder: TextDecoder?
    /// Whether a reader found that the file ends inside a value, as a file that was cut off does.
    var mayBeCutOff = false

    /// Creates a source from a function that returns the next chunk, and an empty array at the end.
    public init(_ readChunk: @escaping () throws -> [UInt8]) {
        self.readChunk = readChunk
    }

    /// Creates a source from bytes in memory.
    public init(_ bytes: [UInt8]) {
        var rest: [UInt8]? = bytes
        self.init {
            defer { rest = nil }
            return rest ?? []
        }
    }

    /// The encoding, as far as the bytes read so far determine it; `nil` before ``decodeText()``.
    public var encoding: TextEncoding? { decoder?.encoding }

    /// Converts the rest of the file to UTF-8.
    ///
    /// A second call has no effect.
    ///
    /// A byte sequence that cannot be decoded becomes the byte 0xFF, which never occurs in UTF-8.
    public mutating func decodeText() throws {
        guard decoder == nil else { return }
        let decoder = try TextDecoder(self)
        self = ByteSource { try decoder.next() }
        self.decoder = decoder
    }

    /// Returns the next `count` bytes without consuming them; fewer at the end of the file.
    public mutating func peek(_ count: Int) throws -> ArraySlice<UInt8> {
        while pending.count < count, !hasEnded {
            let chunk = try readChunk()
            if chunk.isEmpty { hasEnded = true }
            pending += chunk
        }
        return pending.prefix(count)
    }

    /// Discards the next `count` bytes; fewer at the end of the file.
    mutating func skip(_ count: Int) throws {
        _ = try peek(count)
        pending = pending.dropFirst(count)
    }

    /// Returns the next chunk; `nil` at the end.
    public mutating func next() throws -> ArraySlice<UInt8>? {
        if !pending.isEmpty {
            defer { pending = [] }
            return pending
        }
        if hasEnded { return nil }
        let chunk = try readChunk()
        if chunk.isEmpty {
            hasEnded = true
            return nil
        }
        return chunk[...]
    }
}
