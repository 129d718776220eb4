import CZlib

/// Decompresses DEFLATE data (RFC 1951) up to a limit.
enum Inflater {
    /// - Parameter limit: The maximum length of the output in bytes.
    /// - Throws: ``ExchangeError/archive(_:)`` for invalid data, trailing bytes, and output above the limit.
    static func inflate(_ packed: ArraySlice<UInt8>, limit: Int) throws -> [UInt8] {
        var stream = unsafe z_stream()
        // Negative window bits: no zlib header and checksum; the archive has its own.
        let size = unsafe Int32(MemoryLayout<z_stream>.size)
        guard unsafe inflateInit2_(&stream, -MAX_WBITS, zlibVersion(), size) == Z_OK else {
            throw ExchangeError.archive(.broken)
        }
        defer { unsafe inflateEnd(&stream) }
        var output: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 256 * 1024)
        var input = Array(packed)
        return try unsafe input.withUnsafeMutableBufferPointer { bytes in
            unsafe stream.next_in = bytes.baseAddress
            unsafe stream.avail_in = UInt32(clamping: bytes.count)
            while true {
                let (status, count) = unsafe step(&stream, &piece)
                guard count <= limit - output.count else { throw ExchangeError.archive(.expandsTooMuch) }
                output += piece[..<count]
                if status == Z_STREAM_END { break }
                guard status == Z_OK, count > 0 else { throw ExchangeError.archive(.broken) }
            }
            guard unsafe stream.avail_in == 0 else { throw ExchangeError.archive(.broken) }
            return output
        }
    }

    private static func step(_ stream: inout z_stream, _ piece: inout [UInt8]) -> (status: Int32, count: Int) {
        unsafe piece.withUnsafeMutableBufferPointer { target in
            unsafe stream.next_out = target.baseAddress
            unsafe stream.avail_out = UInt32(target.count)
            let status = unsafe CZlib.inflate(&stream, Z_NO_FLUSH)
            return (status, target.count - Int(unsafe stream.avail_out))
        }
    }

    /// The CRC-32 of zip archives (ISO 3309).
    static func checksum(_ bytes: [UInt8]) -> UInt32 {
        UInt32(truncatingIfNeeded: unsafe bytes.withUnsafeBufferPointer { unsafe crc32_z(0, $0.baseAddress, $0.count) })
    }
}
