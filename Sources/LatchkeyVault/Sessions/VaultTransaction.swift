public import Foundation
import GRDB
package import LatchkeyCore

/// Several changes that happen together or not at all.
///
/// Valid inside the body of ``UnlockedVault/transaction(_:)`` only. What it has done is seen by its own reads at once, and
/// by others when the body has returned.
public final class VaultTransaction {
    let db: Database
    let header: VaultHeader
    let keys: VaultKeys
    var manifest: Manifest
    var accounts: AccountIndex
    private let clock: VaultClock

    init(_ db: Database, header: VaultHeader, keys: VaultKeys, manifest: Manifest, clock: VaultClock) {
        self.db = db
        self.header = header
        self.keys = keys
        self.manifest = manifest
        accounts = AccountIndex(db, vault: header.identifier, keys: keys)
        self.clock = clock
    }

    /// The vault's revision, with what this transaction has done so far.
    public var revision: UInt64 { manifest.revision }

    /// The vault's time.
    package var now: Date { clock.now() }

    /// The digest that overviews have of equal passwords.
    package func digest(of password: Secret) -> PasswordDigest? { keys.digest(of: password) }

    /// Adds a login under a new identifier.
    ///
    /// - Parameters:
    ///   - created: when the account was made, where another program knows it; now otherwise.
    ///   - lastUsed: when it was used last, where another program knows it.
    ///   - passwordSince: since when the password has been one, where another program knows it.
    /// - Throws: ``VaultError/tooManyMarks`` for a text that no message could carry, ``VaultError/tooLarge(bytes:limit:)``.
    @discardableResult
    public func add(
        _ login: Login, created: Date? = nil, lastUsed: Date? = nil, passwordSince: Date? = nil
    ) throws(VaultError) -> Overview {
        var login = login
        guard login.isStreamSafe else { throw .tooManyMarks }
        let now = clock.now()
        login.dropEmptyPassword()
        if let since = passwordSince.map({ min($0, now).roundedToMilliseconds }), login.password != nil,
            since != login.passwordSince(created: (created ?? now).roundedToMilliseconds)
        {
            login.passwordChanged = since
        }
        var overview = Overview(
            id: RecordIdentifier(), revision: manifest.revision + 1, login: login,
            digest: login.password.flatMap(keys.digest), created: created ?? now, changed: now)
        overview.lastUsed = lastUsed?.roundedToMilliseconds
        let stored = try StoredRecord(overview, login, vault: header.identifier, keys: keys)
        try VaultError.translating {
            try db.cachedStatement(
                sql: "INSERT INTO records (identifier, kind, revision, overview, details) VALUES (?, ?, ?, ?, ?)"
            ).execute(arguments: [
                Data(stored.identifier.bytes), stored.kind, try stored.revision.stored, Data(stored.overview),
                stored.details.map { Data($0) },
            ])
        }
        manifest.revision += 1
        manifest.recordCount += 1
        manifest.records.add(stored.element(with: keys))
        try VaultError.translating { try accounts.follow(from: nil, to: overview) }
        return overview
    }

    /// Changes a login; a password that is replaced goes into the history.
    ///
    /// Nothing is written when the login comes back as it was. An empty password is none.
    ///
    /// - Parameters:
    ///   - expected: the revision that the caller has seen; another one is ``VaultError/recordChanged(_:)``.
    ///   - passwordSince: since when a new password has been one, where another program knows it; now otherwise.
    /// - Returns: the overview before and after, or nil when nothing changed.
    @discardableResult
    public func edit(
        _ id: RecordIdentifier, expecting expected: UInt64? = nil, passwordSince: Date? = nil,
        _ change: (inout Login) -> Void
    ) throws(VaultError) -> Change? {
        let stored = try stored(id)
        let old = try stored.open(vault: header.identifier, keys: keys)
        if old.overview.isRemoved { throw .recordRemoved(id) }
        if let expected, expected != stored.revision { throw .recordChanged(id) }
        var login = old.login
        change(&login)
        login.dropEmptyPassword()
        guard !login.isWritten(like: old.login, overview: old.overview) else { return nil }
        // What an earlier version took in can still be edited.
        guard login.isStreamSafe || !old.login.isStreamSafe else { throw .tooManyMarks }
        let now = clock.now()
        if old.login.password != login.password {
            let since = min(passwordSince ?? now, now).roundedToMilliseconds
            if let password = old.login.password, !password.isEmpty {
                login.history.insert(PastPassword(password: password, replaced: since), at: 0)
                login.passwordChanged = nil
            } else {
                login.passwordChanged = login.password == nil ? nil : since
            }
        }
        login.history = Array(login.history.prefix(Login.historyLimit))
        var overview = Overview(
            id: id, revision: manifest.revision + 1, login: login, digest: login.password.flatMap(keys.digest),
            created: old.overview.created, changed: now)
        overview.lastUsed = old.overview.lastUsed
        if old.login.password == login.password { overview.passwordFilled = old.overview.passwordFilled }
        try replace(stored, with: overview, login)
        try VaultError.translating { try accounts.follow(from: old.overview, to: overview) }
        return .changed(from: old.overview, to: overview)
    }

    /// Notes that a login was used just now.
    ///
    /// - Parameter fillingPassword: Whether its password went into a page.
    @discardableResult
    public func markUsed(
        _ id: RecordIdentifier, fillingPassword: Bool = false
    ) throws(VaultError) -> Change {
        let now = clock.now().roundedToMilliseconds
        let (old, new) = try rewrite(id) { overview throws(VaultError) in
            if overview.isRemoved { throw .recordRemoved(id) }
            overview.lastUsed = now
            if fillingPassword { overview.passwordFilled = now }
        }
        return .changed(from: old, to: new)
    }

    /// Puts a record into the bin, where it stays until it is restored or purged.
    @discardableResult
    public func remove(_ id: RecordIdentifier) throws(VaultError) -> Change {
        try remove(id, takenFrom: nil)
    }

    /// Puts a record into the bin that was made of a part of another one.
    @discardableResult
    func remove(_ id: RecordIdentifier, takenFrom origin: RecordIdentifier?) throws(VaultError) -> Change {
        let now = clock.now()
        let (_, new) = try rewrite(id) { overview throws(VaultError) in
            if overview.isRemoved { throw .recordRemoved(id) }
            overview.removed = now.roundedToMilliseconds
            overview.takenFrom = origin
        }
        return .removed(new)
    }

    /// Takes a record out of the bin.
    ///
    /// A passkey that was taken out of a login goes back into it, where the login is still there and of the same account; its
    /// record is gone then, and the change is the login's.
    @discardableResult
    public func restore(_ id: RecordIdentifier) throws(VaultError) -> Change {
        if let change = try putPasskeyBack(id) { return change }
        let (_, new) = try rewrite(id) { overview throws(VaultError) in
            guard overview.isRemoved else { throw .recordNotRemoved(id) }
            overview.removed = nil
            overview.takenFrom = nil
        }
        return .added(new)
    }

    /// Deletes a record for good, from the bin only; its bytes are overwritten in the file.
    @discardableResult
    public func purge(_ id: RecordIdentifier) throws(VaultError) -> Change {
        let stored = try stored(id)
        let overview = try stored.openOverview(vault: header.identifier, keys: keys)
        guard overview.isRemoved else { throw .recordNotRemoved(id) }
        try VaultError.translating {
            try db.execute(sql: "DELETE FROM records WHERE identifier = ?", arguments: [Data(id.bytes)])
        }
        guard manifest.recordCount > 0 else { throw .damaged(.recordSet) }
        manifest.revision += 1
        manifest.recordCount -= 1
        manifest.records.remove(stored.element(with: keys))
        try VaultError.translating { try accounts.follow(from: overview, to: nil) }
        return .removed(overview)
    }

    /// Opens one record, in the bin or not.
    public func record(_ id: RecordIdentifier) throws(VaultError) -> Record {
        try stored(id).open(vault: header.identifier, keys: keys)
    }

    /// Goes through all overviews, the bin included, one at a time, and checks that the set of records is complete.
    public func forEachOverview(_ body: (Overview) throws -> Void) throws {
        try RecordReading(db, header: header, keys: keys, manifest: manifest).forEachOverview(body)
    }

    /// Goes through the logins that the keys may be about, the bin included, in the list's order; opens no others.
    ///
    /// What a key asks for is among them; others may be, so that the caller looks at what each login says. Costs the same in a
    /// large vault as in a small one, but for the first time after an upgrade of the format.
    package func forEachOverview(of keys: [AccountKey], _ body: (Overview) throws -> Void) throws {
        guard let found = try accounts.records(of: keys, all: forEachOverview) else { return try forEachOverview(body) }
        let reading = RecordReading(db, header: header, keys: self.keys, manifest: manifest)
        for stored in try reading.storedOverviews(found) {
            try body(try stored.openOverview(vault: header.identifier, keys: self.keys))
        }
    }

    private func stored(_ id: RecordIdentifier) throws(VaultError) -> StoredRecord {
        try RecordReading(db, header: header, keys: keys, manifest: manifest).stored(id)
    }

    /// Changes what only the overview says; both parts are sealed anew, because both are bound to the revision.
    private func rewrite(
        _ id: RecordIdentifier, _ change: (inout Overview) throws(VaultError) -> Void
    ) throws(VaultError) -> (old: Overview, new: Overview) {
        let stored = try stored(id)
        let old = try stored.open(vault: header.identifier, keys: keys)
        var overview = old.overview
        try change(&overview)
        overview.revision = manifest.revision + 1
        try replace(stored, with: overview, old.login)
        return (old.overview, overview)
    }

    private func replace(_ old: StoredRecord, with overview: Overview, _ login: Login) throws(VaultError) {
        let new = try StoredRecord(overview, login, vault: header.identifier, keys: keys)
        try VaultError.translating {
            try db.cachedStatement(
                sql: "UPDATE records SET revision = ?, overview = ?, details = ? WHERE identifier = ?"
            ).execute(arguments: [
                try new.revision.stored, Data(new.overview), new.details.map { Data($0) }, Data(new.identifier.bytes),
            ])
        }
        manifest.revision += 1
        manifest.records.remove(old.element(with: keys))
        manifest.records.add(new.element(with: keys))
    }
}

extension Login {
    /// Compares byte by byte, where `==` holds two spellings of one character for the same text.
    fileprivate func isWritten(like other: Login, overview: Overview) -> Bool {
        func bytes(_ login: Login) -> [UInt8] {
            Overview(
                id: overview.id, revision: 0, login: login, digest: nil, created: overview.created,
                changed: overview.changed
            ).encoded(detailsTag: [])
        }
        return bytes(self) == bytes(other) && encodedDetails() == other.encodedDetails()
    }
}
