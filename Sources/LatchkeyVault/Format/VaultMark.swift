/// A point in a vault's history that a caller remembers outside of the file.
///
/// Whoever can write the file can put an old copy in its place, and nothing inside can show that. A mark kept elsewhere can.
public struct VaultMark: Hashable, Sendable {
    static let chainByteCount = 32
    private static let byteCount = RecordIdentifier.byteCount + 8 + chainByteCount

    public let vault: RecordIdentifier
    public let revision: UInt64
    let chain: [UInt8]

    init(vault: RecordIdentifier, revision: UInt64, chain: [UInt8]) {
        self.vault = vault
        self.revision = revision
        self.chain = chain
    }

    /// Reads the stored form.
    public init?(bytes: [UInt8]) {
        guard bytes.count == Self.byteCount, let vault = RecordIdentifier(bytes: bytes.prefix(16)) else { return nil }
        var rest = bytes.dropFirst(16)
        guard let revision = rest.popBigEndian(UInt64.self) else { return nil }
        self.init(vault: vault, revision: revision, chain: Array(rest))
    }

    /// 56 bytes, to be stored wherever the vault's file is not.
    public var bytes: [UInt8] {
        var bytes = vault.bytes
        bytes.appendBigEndian(revision)
        return bytes + chain
    }
}

/// How a vault stands to a mark.
public enum VaultComparison: Hashable, Sendable {
    case same
    /// The vault went on from the mark.
    case newer
    /// The revision is higher, but the links that would prove the descent are no longer kept.
    case newerWithoutProof
    /// The file is older than the mark: a copy was put back.
    case rolledBack
    /// The vault and the mark come from two copies that went on separately.
    case forked
    case anotherVault
}
