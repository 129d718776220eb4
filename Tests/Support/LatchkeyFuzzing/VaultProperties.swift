import LatchkeyVault

enum VaultProperties {
    /// What a vault reads it keeps; the first byte says what the others are.
    static func check(_ bytes: [UInt8]) {
        guard let choice = bytes.first else { return }
        let rest = Array(bytes.dropFirst())
        let outcome: ForeignBytes.Outcome
        if let place = ForeignBytes.Place(rawValue: choice) {
            outcome = ForeignBytes.decode(rest, as: place)
        } else {
            outcome = row(rest)
        }
        precondition(outcome != .changed, "a vault writes what it read as something else")
    }

    /// A row: a byte of flags, kind, revision, where the details begin, then overview and details.
    private static func row(_ bytes: [UInt8]) -> ForeignBytes.Outcome {
        guard bytes.count >= 5 else { return .refused }
        let content = bytes.dropFirst(5)
        let split = min(Int(bytes[3]) << 8 | Int(bytes[4]), content.count)
        do {
            return try ForeignBytes.open(
                kind: Int64(bytes[1]), revision: Int64(bytes[2]), overview: Array(content.prefix(split)),
                details: Array(content.dropFirst(split)), sealsOverview: bytes[0] & 1 == 0,
                sealsDetails: bytes[0] & 2 == 0)
        } catch {
            preconditionFailure("SQLite does not give a row back: \(error)")
        }
    }
}
