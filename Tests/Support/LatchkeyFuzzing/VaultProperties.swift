enum VaultProperties {
    /// A decoded value stays the same when it is encoded and decoded again.
    ///
    /// The first byte selects the encoding.
    static func check(_ bytes: [UInt8]) {
        guard let choice = bytes.first else { return }
        let rest = Array(bytes.dropFirst())
        let outcome: DecoderFuzzing.Outcome
        if let encoding = DecoderFuzzing.Encoding(rawValue: choice) {
            outcome = DecoderFuzzing.decode(rest, as: encoding)
        } else {
            outcome = row(rest)
        }
        precondition(outcome != .changed, "a value of the vault changed when encoded and decoded")
    }

    /// A row: a byte of flags, kind, revision, the length of the overview (2), then overview and details.
    private static func row(_ bytes: [UInt8]) -> DecoderFuzzing.Outcome {
        guard bytes.count >= 5 else { return .rejected }
        let content = bytes.dropFirst(5)
        let split = min(Int(bytes[3]) << 8 | Int(bytes[4]), content.count)
        do {
            return try DecoderFuzzing.open(
                kind: Int64(bytes[1]), revision: Int64(bytes[2]), overview: Array(content.prefix(split)),
                details: Array(content.dropFirst(split)), sealsOverview: bytes[0] & 1 == 0,
                sealsDetails: bytes[0] & 2 == 0)
        } catch {
            preconditionFailure("SQLite failed to return a row: \(error)")
        }
    }
}
