import LatchkeyVault

enum SlotProperties {
    /// What is read of a table of key slots is kept; rows follow one another until the bytes end.
    static func check(_ bytes: [UInt8]) {
        var rest = bytes[...]
        var rows: [ForeignBytes.SlotRow] = []
        while let row = row(&rest) { rows.append(row) }
        do {
            let outcome = try ForeignBytes.openSlots(rows)
            precondition(outcome != .changed, "a slot is read otherwise than it is written")
        } catch {
            preconditionFailure("reading slots fails with a foreign error: \(error)")
        }
    }

    /// Flags, kind, a byte of the identifier, two lengths of two bytes, then parameters and wrapped key.
    ///
    /// The lowest flag puts the checksum right; the next three name a column that is a text instead.
    private static func row(_ rest: inout ArraySlice<UInt8>) -> ForeignBytes.SlotRow? {
        let head = Array(rest.prefix(7))
        guard head.count == 7 else { return nil }
        rest = rest.dropFirst(7)
        let parameters = rest.prefix(Int(head[3]) << 8 | Int(head[4]))
        rest = rest.dropFirst(parameters.count)
        let wrapped = rest.prefix(Int(head[5]) << 8 | Int(head[6]))
        rest = rest.dropFirst(wrapped.count)
        return ForeignBytes.SlotRow(
            // The fifth flag makes an identifier too short.
            identifier: [UInt8](repeating: head[2], count: head[0] & 16 == 0 ? 16 : 15), kind: Int64(head[1]),
            parameters: Array(parameters), wrapped: Array(wrapped), hasRightChecksum: head[0] & 1 == 1,
            textColumn: Int(head[0] >> 1 & 7) - 1)
    }
}
