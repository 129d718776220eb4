import Crypto
import Foundation
import GRDB

/// Says which records an ``AccountKey`` may be about, in the transaction that it was made in.
///
/// The records are spread over a fixed number of buckets by a keyed hash, each bucket sealed. It says nothing that the
/// overviews do not say, so that one that is not there, or cannot be read, is made anew from them: by the next look-up
/// after a vault was upgraded, for instance, because an upgrade has no key.
///
/// **Invariants**
/// - Where the head is there, each login is in the bucket of each of its words, but for the changes that still wait.
/// - What is written is written in the transaction of the change itself.
struct AccountIndex {
    static let bucketCount: Int64 = 1024
    /// The row that says that the index is whole.
    static let head = bucketCount
    /// The most entries that a bucket has; where there are more, who looks there reads the whole list.
    static let entryLimit = 16_384
    /// The most changes that wait in memory, as those of an import do: each bucket is then written once and not a hundred times.
    static let waitingLimit = 65_536

    private let db: Database
    private let vault: RecordIdentifier
    private let keys: VaultKeys
    private var waiting: [Step] = []
    /// Whether the head is there; nothing as long as nobody has looked.
    private var isWhole: Bool?

    init(_ db: Database, vault: RecordIdentifier, keys: VaultKeys) {
        self.db = db
        self.vault = vault
        self.keys = keys
    }

    /// Where a word leads in one record.
    private struct Step {
        let bucket: Int64
        let entry: AccountBucket.Entry
        let isAdded: Bool
    }

    private enum Found {
        case records(Set<RecordIdentifier>)
        /// There are too many to have been noted.
        case anything
        case unreadable
    }

    // MARK: Changing

    /// Starts it for a vault without a login.
    mutating func begin() throws {
        try forget()
        try write(AccountBucket().encoded, to: Self.head)
        isWhole = true
    }

    /// Follows the change of a record; nothing stands for one that is not there, before or after.
    mutating func follow(from old: Overview?, to new: Overview?) throws {
        guard let record = (new ?? old)?.id, try isWholeNow() else { return }
        let before = old.map(AccountWord.words(of:)) ?? []
        let after = new.map(AccountWord.words(of:)) ?? []
        for word in before.subtracting(after) { waiting.append(step(word, record, isAdded: false)) }
        for word in after.subtracting(before) { waiting.append(step(word, record, isAdded: true)) }
        if waiting.count >= Self.waitingLimit { try write() }
    }

    /// Writes what waits; the last thing in each transaction.
    mutating func write() throws {
        let steps = Dictionary(grouping: waiting, by: \.bucket)
        waiting = []
        for (number, steps) in steps.sorted(by: { $0.key < $1.key }) {
            guard var bucket = try bucket(number) else { return try forget() }
            for step in steps {
                if step.isAdded { bucket.add(step.entry) } else { bucket.remove(step.entry) }
            }
            if bucket.isEmpty {
                try db.cachedStatement(sql: "DELETE FROM accounts WHERE bucket = ?").execute(arguments: [number])
            } else {
                try write(bucket.encoded, to: number)
            }
        }
    }

    private mutating func forget() throws {
        waiting = []
        isWhole = false
        try db.execute(sql: "DELETE FROM accounts")
    }

    // MARK: Looking

    /// Finds the records that the keys may be about; nothing where that can be any.
    ///
    /// - Parameter all: Goes through every overview, to make the index anew where that is needed.
    mutating func records(
        of keys: [AccountKey], all: ((Overview) throws -> Void) throws -> Void
    ) throws -> Set<RecordIdentifier>? {
        try write()
        if try isWholeNow() {
            switch try look(for: keys) {
            case .records(let records): return records
            case .anything: return nil
            case .unreadable: break
            }
        }
        try begin()
        try all { try follow(from: nil, to: $0) }
        try write()
        if case .records(let records) = try look(for: keys) { return records }
        return nil
    }

    private func look(for keys: [AccountKey]) throws -> Found {
        var records: Set<RecordIdentifier> = []
        for word in Set(keys.flatMap(AccountWord.words(for:))) {
            let (number, tag) = place(of: word)
            guard let bucket = try bucket(number) else { return .unreadable }
            guard !bucket.isFull else { return .anything }
            for entry in bucket.entries where entry.tag == tag { records.insert(entry.record) }
        }
        return .records(records)
    }

    // MARK: Buckets

    private mutating func isWholeNow() throws -> Bool {
        if let isWhole { return isWhole }
        let found = try sealed(Self.head) != nil && bucket(Self.head) != nil
        isWhole = found
        return found
    }

    private func step(_ word: AccountWord, _ record: RecordIdentifier, isAdded: Bool) -> Step {
        let (bucket, tag) = place(of: word)
        return Step(bucket: bucket, entry: AccountBucket.Entry(tag: tag, record: record), isAdded: isAdded)
    }

    func place(of word: AccountWord) -> (bucket: Int64, tag: UInt64) {
        let code = HMAC<SHA256>.authenticationCode(for: word.bytes, using: keys.accounts)
        var number: UInt64 = 0
        var tag: UInt64 = 0
        for (index, byte) in code.prefix(16).enumerated() {
            if index < 8 { number = number << 8 | UInt64(byte) } else { tag = tag << 8 | UInt64(byte) }
        }
        return (Int64(number % UInt64(Self.bucketCount)), tag)
    }

    /// Nothing for one that does not open; one that is not there is empty.
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
        var data = Array("latchkey vault accounts 2".utf8)
        vault.append(to: &data)
        data.appendBigEndian(number)
        return data
    }
}
