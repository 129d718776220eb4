/// Splits a text file into lines, from chunks of any size and with bounded memory.
///
/// Lines end with LF, CRLF or CR; the last line needs no line end.
enum TextLines {
    /// In bytes; a login in the vault is smaller.
    static let lineByteLimit = 1024 * 1024

    /// Calls `body` with the number of each line, from one, and its bytes; they are `nil` if the line is too long.
    static func read(
        _ source: inout ByteSource, _ body: (_ number: Int, _ line: ArraySlice<UInt8>?) throws -> Void
    ) throws {
        var line: [UInt8] = []
        var isTooLong = false
        var number = 1
        var followsReturn = false
        func end() throws {
            try body(number, isTooLong ? nil : line[...])
            line.removeAll(keepingCapacity: true)
            isTooLong = false
            number += 1
        }
        while let chunk = try source.next() {
            for byte in chunk {
                defer { followsReturn = byte == UInt8(ascii: "\r") }
                switch byte {
                case UInt8(ascii: "\n") where followsReturn: continue
                case UInt8(ascii: "\n"), UInt8(ascii: "\r"): try end()
                case _ where line.count < lineByteLimit: line.append(byte)
                default: isTooLong = true
                }
            }
        }
        if !line.isEmpty || isTooLong { try end() }
    }
}
