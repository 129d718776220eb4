/// What became of the rows of a file.
public struct ImportReport: Hashable, Sendable {
    /// How many refused rows are named; all are counted.
    public static let refusalLimit = 1000

    public struct Refusal: Hashable, Sendable {
        public let line: Int
        public let reason: RefusalReason

        public init(line: Int, reason: RefusalReason) {
            self.line = line
            self.reason = reason
        }
    }

    /// The format that was recognised.
    public let format: String
    public internal(set) var added = 0
    /// Rows whose site, user and password are in the vault already, or were further up in the file.
    public internal(set) var same = 0
    /// Rows that gave a login another password; the old one is in its history.
    public internal(set) var changed = 0
    public internal(set) var refusedCount = 0
    /// The first refused rows, in order.
    public internal(set) var refused: [Refusal] = []
    /// The vault's revision before; what came in is ``UnlockedVault/overviews(after:limit:)`` of it.
    public let revisionBefore: UInt64

    init(format: String, revisionBefore: UInt64) {
        self.format = format
        self.revisionBefore = revisionBefore
    }

    mutating func refuse(line: Int, _ reason: RefusalReason) {
        refusedCount += 1
        if refused.count < Self.refusalLimit { refused.append(Refusal(line: line, reason: reason)) }
    }
}
