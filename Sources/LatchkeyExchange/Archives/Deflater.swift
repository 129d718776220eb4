import CZlib

/// Compresses bytes with DEFLATE (RFC 1951).
enum Deflater {
    /// - Throws: ``ExchangeError/archive(_:)`` if zlib is out of memory.
    static func deflate(_ bytes: [UInt8]) throws -> [UInt8] {
        var stream = unsafe z_stream()
        let size = unsafe Int32(MemoryLayout<z_stream>.size)
        // Negative window bits: no zlib header and checksum, as CTAP stores large blobs.
        guard
            unsafe deflateInit2_(
                &stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, -MAX_WBITS, defaultMemoryLevel, Z_DEFAULT_STRATEGY,
                zlibVersion(), size) == Z_OK
        else { throw ExchangeError.archive(.broken) }
        defer { unsafe deflateEnd(&stream) }
        // `deflateBound` is sufficient for compression in a single call.
        var output = [UInt8](repeating: 0, count: unsafe Int(deflateBound(&stream, UInt(bytes.count))))
        var input = bytes
        let status = unsafe input.withUnsafeMutableBufferPointer { source in
            unsafe output.withUnsafeMutableBufferPointer { target in
                unsafe stream.next_in = source.baseAddress
                unsafe stream.avail_in = UInt32(clamping: source.count)
                unsafe stream.next_out = target.baseAddress
                unsafe stream.avail_out = UInt32(clamping: target.count)
                return unsafe CZlib.deflate(&stream, Z_FINISH)
            }
        }
        guard status == Z_STREAM_END else { throw ExchangeError.archive(.broken) }
        return Array(output.dropLast(Int(unsafe stream.avail_out)))
    }

    private static let defaultMemoryLevel: Int32 = 8
}
