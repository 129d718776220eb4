import Foundation
import LatchkeyCore

/// The sealed description of a vault's whole state, rewritten in each transaction that changes more than the inbox.
package struct Manifest: Equatable, Sendable {
    private static let version: UInt8 = 1
    private static let digestByteCount = 32

    /// The highest revision so far.
    ///
    /// Each write of a record takes the next one.
    var revision: UInt64 = 0
    /// The number of rows in the table `records`, including the bin.
    var recordCount: UInt64 = 0
    var records = MultisetHash()
    /// The head of the history's chain.
    var chain: [UInt8]
    /// The revision before the oldest stored link; ``baseChain`` is the chain's value then.
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

    package func sealed(with keys: VaultKeys, for header: VaultHeader) -> [UInt8] {
        var output = ByteWriter([Self.version])
        output.write(revision)
        output.write(recordCount)
        output.write(records.bytes)
        output.write(chain)
        output.write(baseRevision)
        output.write(baseChain)
        output.write(linkCount)
        output.write(slots)
        output.write(created.milliseconds)
        return Sealing.seal(output.bytes, with: keys.manifest, for: header.associatedData)
    }

    /// Opens a manifest; `nil` if it or the header differs from what was written.
    package init?(sealed: [UInt8], with keys: VaultKeys, for header: VaultHeader) {
        guard let opened = Sealing.open(sealed, with: keys.manifest, for: header.associatedData) else { return nil }
        var input = ByteReader(Array(opened)[...])
        guard input.readByte() == Self.version, let revision = input.read(UInt64.self),
            let recordCount = input.read(UInt64.self),
            let records = input.read(count: MultisetHash.byteCount).flatMap(MultisetHash.init(bytes:)),
            let chain = input.read(count: Self.digestByteCount), let baseRevision = input.read(UInt64.self),
            let baseChain = input.read(count: Self.digestByteCount), let linkCount = input.read(UInt32.self),
            let slots = input.read(count: Self.digestByteCount), let created = input.read(Int64.self), input.isAtEnd,
            Date.millisecondRange.contains(created)
        else { return nil }
        self.chain = Array(chain)
        self.baseChain = Array(baseChain)
        self.slots = Array(slots)
        self.revision = revision
        self.recordCount = recordCount
        self.records = records
        self.baseRevision = baseRevision
        self.linkCount = linkCount
        self.created = Date(milliseconds: created)
    }
}
