/// A file in pieces of any size, read from front to back once.
public struct ByteSource {
    private let readChunk: () throws -> [UInt8]
    private var pending: ArraySlice<UInt8> = []
    private var hasEnded = false
    private var decoder: TextDecoder?

    /// Takes a function that gives the next piece, and an empty one at the end.
    public init(_ readChunk: @escaping () throws -> [UInt8]) {
        self.readChunk = readChunk
    }

    /// Takes bytes that are in memory already.
    public init(_ bytes: [UInt8]) {
        var rest: [UInt8]? = bytes
        self.init {
            defer { rest = nil }
            return rest ?? []
        }
    }

    /// The encoding that the file is in, as far as it has been read; nil while bytes are given as they are.
    public var encoding: TextEncoding? { decoder?.encoding }

    /// Goes on as UTF-8 whatever the file's encoding is; does nothing the second time.
    ///
    /// What cannot be read comes out as the byte 0xFF, which no text in UTF-8 has.
    public mutating func decodeText() throws {
        guard decoder == nil else { return }
        let decoder = try TextDecoder(self)
        self = ByteSource { try decoder.next() }
        self.decoder = decoder
    }

    /// Looks ahead without taking anything; gives less only where the file ends.
    public mutating func peek(_ count: Int) throws -> ArraySlice<UInt8> {
        while pending.count < count, !hasEnded {
            let chunk = try readChunk()
            if chunk.isEmpty { hasEnded = true }
            pending += chunk
        }
        return pending.prefix(count)
    }

    /// Takes bytes without giving them; fewer only where the file ends.
    mutating func skip(_ count: Int) throws {
        _ = try peek(count)
        pending = pending.dropFirst(count)
    }

    /// Takes the next piece; nil at the end.
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
