import Foundation
import GRDB

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
    }

    /// Oldest first.
    public internal(set) var entries: [Entry] = []
    /// Entries that cannot be opened.
    ///
    /// They stay until they are discarded.
    public internal(set) var unreadable: [RecordIdentifier] = []

    static func read(from db: Database, vault: RecordIdentifier, keys: VaultKeys) throws -> Inbox {
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
            inbox.entries.append(Entry(id: id, proposal: proposal))
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
    /// - Throws: ``VaultError/inboxFull(limit:)``, ``VaultError/tooLarge(bytes:limit:)`` or ``VaultError/tooManyMarks``;
    ///   nothing is written then.
    @discardableResult
    public func deposit(
        _ proposal: InboxProposal, as entry: RecordIdentifier = RecordIdentifier()
    ) throws(VaultError) -> RecordIdentifier {
        guard proposal.isStreamSafe else { throw .tooManyMarks }
        return try VaultError.translating {
            try database.write { db in
                try Self.check(db)
                let header = try VaultHeader.read(from: db).header
                let bytes = proposal.encoded(vault: header.identifier, entry: entry)
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
        try read { db, _ in try Inbox.read(from: db, vault: identifier, keys: keys) }
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
        try VaultError.translating { try Inbox.read(from: db, vault: header.identifier, keys: keys) }
    }

    /// Deletes a proposal, in the transaction that processes it.
    package func discard(_ entry: RecordIdentifier) throws(VaultError) {
        try VaultError.translating {
            try db.execute(sql: "DELETE FROM inbox WHERE identifier = ?", arguments: [Data(entry.bytes)])
        }
    }
}
