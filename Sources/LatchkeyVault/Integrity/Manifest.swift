import Foundation

/// What a vault knows about itself as a whole; sealed, and written anew in every transaction.
struct Manifest: Equatable, Sendable {
    private static let version: UInt8 = 1
    private static let digestByteCount = 32

    /// The highest revision given so far; every write of a record takes the next one.
    var revision: UInt64 = 0
    /// How many rows the table of records has, the bin included.
    var recordCount: UInt64 = 0
    var records = MultisetHash()
    /// The head of the chain over all revisions.
    var chain: [UInt8]
    /// The revision and chain value before the oldest link that is still kept.
    var baseRevision: UInt64 = 0
    var baseChain: [UInt8]
    var linkCount: UInt32 = 0
    var slots: [UInt8]
    var created: Date

    init(chain: [UInt8], slots: [UInt8], created: Date) {
        self.chain = chain
        baseChain = chain
        self.slots = slots
        self.created = created.roundedToMilliseconds
    }

    func sealed(with keys: VaultKeys, for header: VaultHeader) -> [UInt8] {
        var bytes = [Self.version]
        bytes.appendBigEndian(revision)
        bytes.appendBigEndian(recordCount)
        bytes += records.bytes
        bytes += chain
        bytes.appendBigEndian(baseRevision)
        bytes += baseChain
        bytes.appendBigEndian(linkCount)
        bytes += slots
        bytes.appendBigEndian(created.milliseconds)
        return Sealing.seal(bytes, with: keys.manifest, for: header.associatedData)
    }

    /// Opens a manifest; nil if it, or anything in the header, is not as it was written.
    init?(sealed: [UInt8], with keys: VaultKeys, for header: VaultHeader) {
        guard let opened = Sealing.open(sealed, with: keys.manifest, for: header.associatedData) else { return nil }
        var rest = Array(opened)[...]
        func take(_ count: Int) -> [UInt8] {
            defer { rest = rest.dropFirst(count) }
            return Array(rest.prefix(count))
        }
        guard rest.popFirst() == Self.version, let revision = rest.popBigEndian(UInt64.self),
            let recordCount = rest.popBigEndian(UInt64.self),
            let records = MultisetHash(bytes: take(MultisetHash.byteCount)[...])
        else { return nil }
        chain = take(Self.digestByteCount)
        guard let baseRevision = rest.popBigEndian(UInt64.self) else { return nil }
        baseChain = take(Self.digestByteCount)
        guard let linkCount = rest.popBigEndian(UInt32.self) else { return nil }
        slots = take(Self.digestByteCount)
        guard let created = rest.popBigEndian(Int64.self), rest.isEmpty, Date.millisecondRange.contains(created) else {
            return nil
        }
        self.revision = revision
        self.recordCount = recordCount
        self.records = records
        self.baseRevision = baseRevision
        self.linkCount = linkCount
        self.created = Date(milliseconds: created)
    }
}
