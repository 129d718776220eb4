import Foundation
import GRDB

/// What lies in a vault's inbox.
///
/// Anybody who can write the file can put something in: the key for that lies in the open. Hence proposals only.
public struct Inbox: Sendable, Equatable {
    /// How many proposals an inbox holds.
    public static let limit = 1024
    /// How many there may be for one more report of an account to be taken.
    ///
    /// What is said of accounts comes by itself and can be said again; it leaves room for logins, which cannot.
    public static let reportLimit = 768

    public struct Entry: Sendable, Equatable, Identifiable {
        public let id: RecordIdentifier
        public let proposal: InboxProposal
    }

    /// In the order of their arrival.
    public internal(set) var entries: [Entry] = []
    /// Entries that do not open, which stay until they are discarded.
    public internal(set) var unreadable: [RecordIdentifier] = []

    static func read(from db: Database, vault: RecordIdentifier, keys: VaultKeys) throws -> Inbox {
        var inbox = Inbox()
        // A file may hold more than we would write; what is beyond twice the bound is not looked at.
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
    /// Seals a proposal to the vault and writes it durably; when this returns, it survives a loss of power.
    ///
    /// - Parameter entry: What the entry is called. One that is called so already makes room for it and is gone: this is
    ///   how the same thing waits once, though nobody can read what waits. It lies in the open, and must tell nothing.
    /// - Throws: ``VaultError/inboxFull(limit:)``, ``VaultError/tooLarge(bytes:limit:)`` or ``VaultError/tooManyMarks``;
    ///   then nothing was written.
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
                // It comes last, as what was said last.
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
    /// Opens the proposals that wait.
    public func inbox() throws(VaultError) -> Inbox {
        try read { db, _ in try Inbox.read(from: db, vault: identifier, keys: keys) }
    }

    /// Throws a proposal away, readable or not; one that is gone already is no error.
    public func discard(_ entry: RecordIdentifier) throws(VaultError) {
        try change { try $0.discard(entry) }
    }
}

extension VaultTransaction {
    /// Opens the proposals that wait.
    package func inbox() throws(VaultError) -> Inbox {
        try VaultError.translating { try Inbox.read(from: db, vault: header.identifier, keys: keys) }
    }

    /// Throws a proposal away together with what the transaction does about it.
    package func discard(_ entry: RecordIdentifier) throws(VaultError) {
        try VaultError.translating {
            try db.execute(sql: "DELETE FROM inbox WHERE identifier = ?", arguments: [Data(entry.bytes)])
        }
    }
}
