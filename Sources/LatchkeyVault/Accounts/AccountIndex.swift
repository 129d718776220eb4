import Crypto
import Foundation
import GRDB
import LatchkeyCore

/// Finds the records that may match an ``AccountKey``, within one transaction.
///
/// A keyed hash distributes the records over a fixed number of sealed buckets. All information comes from the overviews, so
/// that a missing or unreadable index is rebuilt from them. The first look-up after an upgrade does that, because the
/// upgrade has no key.
///
/// **Invariants**
/// - If the head exists, each login is in the bucket of each of its words, except for pending changes.
/// - The transaction that changes a record also writes the index.
struct AccountIndex {
    static let bucketCount: Int64 = 1024
    /// The row whose presence means that the index is complete.
    static let head = bucketCount
    /// The largest number of entries in a bucket.
    ///
    /// A look-up in a fuller bucket reads all overviews.
    static let entryLimit = 16_384
    /// The largest number of changes kept in memory.
    ///
    /// An import writes each bucket once instead of hundreds of times.
    static let pendingLimit = 65_536

    private let db: Database
    private let vault: RecordIdentifier
    private let keys: VaultKeys
    private var pending: [PendingChange] = []
    /// Whether the index is complete; `nil` before the first check.
    private var isComplete: Bool?

    init(_ db: Database, vault: RecordIdentifier, keys: VaultKeys) {
        self.db = db
        self.vault = vault
        self.keys = keys
    }

    /// An entry to add to or remove from a bucket.
    private struct PendingChange {
        let bucket: Int64
        let entry: AccountBucket.Entry
        let isAdded: Bool
    }

    private enum LookUpResult {
        case records(Set<RecordIdentifier>)
        /// A bucket is full, so any record may match.
        case anyRecord
        case unreadable
    }

    // MARK: Changes

    /// Creates the index of a vault without logins.
    mutating func reset() throws {
        try discard()
        try write(AccountBucket().encoded, to: Self.head)
        isComplete = true
    }

    /// Updates the index for one record; `old` is `nil` for a new record, `new` for a deleted one.
    mutating func update(from old: Overview?, to new: Overview?) throws {
        guard let record = (new ?? old)?.id, try checkIsComplete() else { return }
        let before = old.map(AccountWord.words(of:)) ?? []
        let after = new.map(AccountWord.words(of:)) ?? []
        for word in before.subtracting(after) { pending.append(change(word, record, isAdded: false)) }
        for word in after.subtracting(before) { pending.append(change(word, record, isAdded: true)) }
        if pending.count >= Self.pendingLimit { try write() }
    }

    /// Writes the pending changes.
    ///
    /// Each transaction ends with it.
    mutating func write() throws {
        let changes = Dictionary(grouping: pending, by: \.bucket)
        pending = []
        for (number, changes) in changes.sorted(by: { $0.key < $1.key }) {
            guard var bucket = try bucket(number) else { return try discard() }
            for change in changes {
                if change.isAdded { bucket.add(change.entry) } else { bucket.remove(change.entry) }
            }
            if bucket.isEmpty {
                try db.cachedStatement(sql: "DELETE FROM accounts WHERE bucket = ?").execute(arguments: [number])
            } else {
                try write(bucket.encoded, to: number)
            }
        }
    }

    private mutating func discard() throws {
        pending = []
        isComplete = false
        try db.execute(sql: "DELETE FROM accounts")
    }

    // MARK: Look-up

    /// Finds the records that may match the keys; `nil` if any record may match.
    ///
    /// - Parameter forEachOverview: Visits every overview, to rebuild the index if necessary.
    mutating func records(
        matching keys: [AccountKey], forEachOverview: ((Overview) throws -> Void) throws -> Void
    ) throws -> Set<RecordIdentifier>? {
        try write()
        if try checkIsComplete() {
            switch try lookUp(keys) {
            case .records(let records): return records
            case .anyRecord: return nil
            case .unreadable: break
            }
        }
        try reset()
        try forEachOverview { try update(from: nil, to: $0) }
        try write()
        if case .records(let records) = try lookUp(keys) { return records }
        return nil
    }

    /// Finds the records that may match the keys without writing; `nil` if any record may match.
    ///
    /// An index that must be rebuilt may match any record.
    func recordsWithoutRebuilding(matching keys: [AccountKey]) throws -> Set<RecordIdentifier>? {
        guard try sealed(Self.head) != nil, try bucket(Self.head) != nil,
            case .records(let records) = try lookUp(keys)
        else { return nil }
        return records
    }

    private func lookUp(_ keys: [AccountKey]) throws -> LookUpResult {
        var records: Set<RecordIdentifier> = []
        for word in Set(keys.flatMap(AccountWord.words(for:))) {
            let (number, tag) = location(of: word)
            guard let bucket = try bucket(number) else { return .unreadable }
            guard !bucket.isFull else { return .anyRecord }
            for entry in bucket.entries where entry.tag == tag { records.insert(entry.record) }
        }
        return .records(records)
    }

    // MARK: Buckets

    private mutating func checkIsComplete() throws -> Bool {
        if let isComplete { return isComplete }
        let exists = try sealed(Self.head) != nil
        let opens = try exists && bucket(Self.head) != nil
        // A head that does not open is of another version, which would later trust its index without this change.
        if exists && !opens { try discard() }
        isComplete = opens
        return opens
    }

    private func change(_ word: AccountWord, _ record: RecordIdentifier, isAdded: Bool) -> PendingChange {
        let (bucket, tag) = location(of: word)
        return PendingChange(bucket: bucket, entry: AccountBucket.Entry(tag: tag, record: record), isAdded: isAdded)
    }

    func location(of word: AccountWord) -> (bucket: Int64, tag: UInt64) {
        let code = HMAC<SHA256>.authenticationCode(for: word.bytes, using: keys.accounts)
        var input = ByteReader(Array(code)[...])
        // Unreachable default: the code has 32 bytes.
        let (number, tag) = (input.read(UInt64.self) ?? 0, input.read(UInt64.self) ?? 0)
        return (Int64(number % UInt64(Self.bucketCount)), tag)
    }

    /// Reads a bucket; `nil` if it cannot be opened.
    ///
    /// A missing one is empty.
    func bucket(_ number: Int64) throws -> AccountBucket? {
        guard let sealed = try sealed(number) else { return AccountBucket() }
        return Sealing.open(sealed, with: keys.accountBuckets, for: associatedData(number)).flatMap {
            AccountBucket(decoding: Array($0)[...])
        }
    }

    private func sealed(_ number: Int64) throws -> [UInt8]? {
        let statement = try db.cachedStatement(sql: "SELECT sealed FROM accounts WHERE bucket = ?")
        return try Row.fetchOne(statement, arguments: [number]).map { $0.bytes(0) ?? [] }
    }

    func write(_ bytes: [UInt8], to number: Int64) throws {
        let sealed = Sealing.seal(bytes, with: keys.accountBuckets, for: associatedData(number))
        try db.cachedStatement(sql: "INSERT OR REPLACE INTO accounts (bucket, sealed) VALUES (?, ?)")
            .execute(arguments: [number, Data(sealed)])
    }

    private func associatedData(_ number: Int64) -> [UInt8] {
        // "2": the first index had no words for logins without a user name. Its buckets do not open, so it is rebuilt.
        var data = ByteWriter(Array("latchkey vault accounts 2".utf8))
        vault.write(to: &data)
        data.write(number)
        return data.bytes
    }
}
