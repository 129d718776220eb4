enum SlotProperties {
    /// Key slots stay the same when they are written and read again.
    ///
    /// The bytes contain rows one after another.
    static func check(_ bytes: [UInt8]) {
        var rest = bytes[...]
        var rows: [DecoderFuzzing.SlotRow] = []
        while let row = row(&rest) { rows.append(row) }
        do {
            let outcome = try DecoderFuzzing.openSlots(rows)
            precondition(outcome != .changed, "a key slot changed when written and read")
        } catch {
            preconditionFailure("reading key slots throws an unexpected error: \(error)")
        }
    }

    /// A row: flags, kind, a byte of the identifier, two lengths of two bytes, then parameters and wrapped key.
    ///
    /// Bit 0 of the flags sets the correct checksum. Bits 1 to 3 select a column that contains a text instead. Bit 4 makes
    /// the identifier too short.
    private static func row(_ rest: inout ArraySlice<UInt8>) -> DecoderFuzzing.SlotRow? {
        let head = Array(rest.prefix(7))
        guard head.count == 7 else { return nil }
        rest = rest.dropFirst(7)
        let parameters = rest.prefix(Int(head[3]) << 8 | Int(head[4]))
        rest = rest.dropFirst(parameters.count)
        let wrapped = rest.prefix(Int(head[5]) << 8 | Int(head[6]))
        rest = rest.dropFirst(wrapped.count)
        return DecoderFuzzing.SlotRow(
            identifier: [UInt8](repeating: head[2], count: head[0] & 16 == 0 ? 16 : 15), kind: Int64(head[1]),
            parameters: Array(parameters), wrapped: Array(wrapped), hasRightChecksum: head[0] & 1 == 1,
            textColumn: Int(head[0] >> 1 & 7) - 1)
    }
}
