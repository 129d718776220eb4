import Foundation
import GRDB
import LatchkeyCore

/// The proposals in a vault's inbox.
///
/// Every process that can write the file can add proposals, because the key for sealing them is public.
public struct Inbox: Sendable, Equatable {
    /// The largest number of proposals.
    public static let limit = 1024
    /// The largest number of proposals after an account report is added.
    ///
    /// Reports arrive without an act of the user and can be sent again. So they leave space for logins, which cannot.
    public static let reportLimit = 768

    public struct Entry: Sendable, Equatable, Identifiable {
        public let id: RecordIdentifier
        public let proposal: InboxProposal
        /// Whether the entry has a valid MAC.
        ///
        /// Its key is stored in the anchor, outside of the vault's file.
        ///
        /// `false` for an entry of another program or of an older version, and if the session has no such key.
        public let isAuthentic: Bool
    }

    /// Oldest first.
    public internal(set) var entries: [Entry] = []
    /// Entries that cannot be opened.
    ///
    /// They stay until they are discarded.
    public internal(set) var unreadable: [RecordIdentifier] = []

    /// - Parameter authentication: The key that authenticates entries; `nil` if it is unknown.
    static func read(
        from db: Database, vault: RecordIdentifier, keys: VaultKeys, authentication: Secret?
    ) throws -> Inbox {
        var inbox = Inbox()
        // Another program may have written more entries than the limit; those beyond twice the limit are not read.
        let rows = try Row.fetchCursor(
            db, sql: "SELECT identifier, sealed FROM inbox ORDER BY rowid LIMIT ?", arguments: [2 * limit])
        while let row = try rows.next() {
            guard let name = row.bytes(0), let id = RecordIdentifier(bytes: name), let sealed = row.bytes(1) else {
                throw VaultError.damaged(.inbox)
            }
            guard sealed.count <= InboxProposal.sealedByteLimit, let bytes = keys.inbox.open(sealed),
                let proposal = try? InboxProposal(decoding: bytes, vault: vault, entry: id), proposal.isStreamSafe
            else {
                inbox.unreadable.append(id)
                continue
            }
            let isAuthentic = authentication.map { InboxProposal.isAuthentic(bytes, vault: vault, entry: id, with: $0) }
            inbox.entries.append(Entry(id: id, proposal: proposal, isAuthentic: isAuthentic ?? false))
        }
        return inbox
    }
}

extension LockedVault {
    /// Seals a proposal to the vault and writes it durably: it survives a power failure after this returns.
    ///
    /// - Parameter entry: The entry's identifier. It replaces an entry with the same identifier, so that a repeated
    ///   proposal is stored once although the locked vault cannot read its inbox. It is stored unencrypted and must not
    ///   reveal anything about the proposal.
    /// - Parameter anchor: The anchor whose key authenticates the entry; `nil` if there is none. The entry is then not
    ///   authentic.
    /// - Throws: ``VaultError/inboxFull(limit:)``, ``VaultError/tooLarge(bytes:limit:)`` or ``VaultError/tooManyMarks``;
    ///   nothing is written then. ``VaultError/changedUnderneath(_:)`` if the file is another vault than the anchor's, and
    ///   ``VaultError/damaged(_:)`` if the inbox's public key was exchanged: its owner would read the proposal.
    @discardableResult
    package func deposit(
        _ proposal: InboxProposal, as entry: RecordIdentifier = RecordIdentifier(),
        anchoredBy anchor: VaultAnchor? = nil
    ) throws(VaultError) -> RecordIdentifier {
        guard proposal.isStreamSafe else { throw .tooManyMarks }
        return try VaultError.translating {
            try database.write { db in
                try Self.check(db)
                let header = try VaultHeader.read(from: db).header
                if let anchor {
                    guard header.identifier == anchor.mark.vault else {
                        throw VaultError.changedUnderneath(.anotherVault)
                    }
                    guard header.inboxKey == anchor.inboxKey || header.inboxKey == anchor.pendingInboxKey else {
                        throw VaultError.damaged(.header)
                    }
                }
                let bytes = proposal.encoded(
                    vault: header.identifier, entry: entry, authentication: anchor?.inboxAuthentication)
                guard bytes.count <= InboxProposal.byteLimit else {
                    throw VaultError.tooLarge(bytes: bytes.count, limit: InboxProposal.byteLimit)
                }
                // Deleting first makes the new entry the last one in the order of arrival.
                try db.execute(sql: "DELETE FROM inbox WHERE identifier = ?", arguments: [Data(entry.bytes)])
                let isReport = proposal.report != nil || proposal.reason == .gitRefusal
                let limit = isReport ? Inbox.reportLimit : Inbox.limit
                guard try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM inbox") ?? 0 < limit else {
                    throw VaultError.inboxFull(limit: limit)
                }
                guard let sealed = InboxKeyPair.seal(bytes, to: header.inboxKey) else {
                    throw VaultError.damaged(.header)
                }
                try db.execute(
                    sql: "INSERT INTO inbox (identifier, sealed) VALUES (?, ?)",
                    arguments: [Data(entry.bytes), Data(sealed)])
            }
            return entry
        }
    }
}

extension UnlockedVault {
    /// Opens all proposals.
    public func inbox() throws(VaultError) -> Inbox {
        try read { db, _ in
            try Inbox.read(from: db, vault: identifier, keys: keys, authentication: inboxAuthentication)
        }
    }

    /// Deletes a proposal, readable or not.
    ///
    /// A missing one is no error.
    public func discard(_ entry: RecordIdentifier) throws(VaultError) {
        try change { try $0.discard(entry) }
    }
}

extension VaultTransaction {
    /// Opens all proposals.
    package func inbox() throws(VaultError) -> Inbox {
        try VaultError.translating {
            try Inbox.read(from: db, vault: header.identifier, keys: keys, authentication: inboxAuthentication)
        }
    }

    /// Deletes a proposal, in the transaction that processes it.
    package func discard(_ entry: RecordIdentifier) throws(VaultError) {
        try VaultError.translating {
            try db.execute(sql: "DELETE FROM inbox WHERE identifier = ?", arguments: [Data(entry.bytes)])
        }
    }
}
