import Crypto
import Foundation
import GRDB
import LatchkeyCore

/// The hash chain over a vault's transactions, and its newest links.
///
/// Each transaction adds one link: chain = HMAC(previous chain ‖ revision ‖ digest of the vault's state). The links are not
/// encrypted; the chain's head in the manifest authenticates them.
enum History {
    /// The number of stored links.
    ///
    /// The descent from an older mark cannot be proved.
    static let linkLimit: UInt32 = 1024

    static func start(with keys: VaultKeys, vault: RecordIdentifier) -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: vault.bytes, using: keys.chain))
    }

    /// Adds a transaction's link, and deletes the oldest one beyond the limit.
    static func append(to manifest: inout Manifest, in db: Database, with keys: VaultKeys) throws {
        let digest = digest(of: manifest, with: keys)
        try db.cachedStatement(sql: "INSERT INTO history (revision, digest) VALUES (?, ?)").execute(
            arguments: [try manifest.revision.stored, Data(digest)])
        manifest.chain = next(after: manifest.chain, revision: manifest.revision, digest: digest, with: keys)
        manifest.linkCount += 1
        guard manifest.linkCount > linkLimit else { return }
        let oldest = try Row.fetchOne(db, sql: "SELECT revision, digest FROM history ORDER BY revision LIMIT 1")
        guard let number = oldest?.integer(0), let revision = UInt64(exactly: number), let old = oldest?.bytes(1) else {
            throw VaultError.damaged(.history)
        }
        manifest.baseChain = next(after: manifest.baseChain, revision: revision, digest: old, with: keys)
        manifest.baseRevision = revision
        manifest.linkCount -= 1
        try db.execute(sql: "DELETE FROM history WHERE revision = ?", arguments: [number])
    }

    /// Compares a mark with the history that ends in the manifest.
    static func compare(
        _ mark: VaultMark, with manifest: Manifest, of vault: RecordIdentifier, in db: Database, keys: VaultKeys
    ) throws -> VaultComparison {
        guard mark.vault == vault else { return .anotherVault }
        if mark.revision > manifest.revision { return .rolledBack }
        if mark.revision == manifest.revision { return mark.chain == manifest.chain ? .same : .forked }
        if mark.revision < manifest.baseRevision { return .newerWithoutProof }
        if try walk(from: mark.revision, chain: mark.chain, in: db, keys: keys) == manifest.chain { return .newer }
        // Either the mark belongs to another branch, or the links are damaged.
        try check(manifest, in: db, keys: keys)
        return .forked
    }

    /// Checks that the links connect the base to the head.
    static func check(_ manifest: Manifest, in db: Database, keys: VaultKeys) throws {
        let count = try Int64.fetchOne(db, sql: "SELECT COUNT(*) FROM history")
        let head = try walk(from: manifest.baseRevision, chain: manifest.baseChain, in: db, keys: keys)
        guard count == Int64(manifest.linkCount), head == manifest.chain else { throw VaultError.damaged(.history) }
    }

    private static func walk(
        from revision: UInt64, chain: [UInt8], in db: Database, keys: VaultKeys
    ) throws -> [UInt8] {
        var chain = chain
        let rows = try Row.fetchCursor(
            db.cachedStatement(sql: "SELECT revision, digest FROM history WHERE revision > ? ORDER BY revision"),
            arguments: [try revision.stored])
        while let row = try rows.next() {
            guard let number = row.integer(0), let revision = UInt64(exactly: number), let digest = row.bytes(1) else {
                throw VaultError.damaged(.history)
            }
            chain = next(after: chain, revision: revision, digest: digest, with: keys)
        }
        return chain
    }

    private static func next(
        after chain: [UInt8], revision: UInt64, digest: [UInt8], with keys: VaultKeys
    ) -> [UInt8] {
        var data = ByteWriter(chain)
        data.write(revision)
        data.write(digest)
        return Array(HMAC<SHA256>.authenticationCode(for: data.bytes, using: keys.chain))
    }

    /// The digest of the vault's state.
    ///
    /// The set hash itself must stay secret; a keyed digest of it reveals nothing.
    private static func digest(of manifest: Manifest, with keys: VaultKeys) -> [UInt8] {
        var data = ByteWriter(Array("state".utf8))
        data.write(manifest.recordCount)
        data.write(manifest.records.bytes)
        data.write(manifest.slots)
        return Array(HMAC<SHA256>.authenticationCode(for: data.bytes, using: keys.chain))
    }
}

extension UInt64 {
    /// The number as SQLite stores it; throws if it exceeds `Int64.max`.
    var stored: Int64 {
        get throws {
            guard let number = Int64(exactly: self) else { throw VaultError.damaged(.manifest) }
            return number
        }
    }
}
