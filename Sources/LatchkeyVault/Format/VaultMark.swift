/// A point in a vault's history.
///
/// A session remembers the latest one that it has seen. An attacker who can write the file can replace it with an older
/// copy, and only a mark from outside of the file shows that.
package struct VaultMark: Hashable, Sendable {
    package let vault: RecordIdentifier
    package let revision: UInt64
    package let chain: [UInt8]

    package init(vault: RecordIdentifier, revision: UInt64, chain: [UInt8]) {
        self.vault = vault
        self.revision = revision
        self.chain = chain
    }
}

/// The state of a vault compared with a mark.
enum VaultComparison: Hashable, Sendable {
    case same
    /// The vault descends from the mark.
    case newer
    /// The revision is higher, but the links that would prove the descent are no longer stored.
    case newerWithoutProof
    /// The revision is lower: an older copy replaced the file.
    case rolledBack
    /// The vault and the mark belong to different branches of one vault.
    case forked
    case anotherVault
}
