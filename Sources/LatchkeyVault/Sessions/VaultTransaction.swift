public import Foundation
import GRDB
package import LatchkeyCore

/// Several changes that are written together or not at all.
///
/// It is valid only inside the body of ``UnlockedVault/transaction(_:)``. Its own reads see its changes at once; other
/// sessions see them after the body has returned.
public final class VaultTransaction {
    let db: Database
    let header: VaultHeader
    let keys: VaultKeys
    var manifest: Manifest
    var accounts: AccountIndex
    var inboxAuthentication: Secret?
    private let clock: VaultClock

    init(_ db: Database, header: VaultHeader, keys: VaultKeys, manifest: Manifest, clock: VaultClock) {
        self.db = db
        self.header = header
        self.keys = keys
        self.manifest = manifest
        accounts = AccountIndex(db, vault: header.identifier, keys: keys)
        self.clock = clock
    }

    /// The vault's revision, including this transaction's changes so far.
    public var revision: UInt64 { manifest.revision }

    /// The keyed digest of a password, as in ``Overview/passwordDigest``.
    package func digest(of password: Secret) -> PasswordDigest? { keys.digest(of: password) }

    /// Adds a login under a new identifier.
    ///
    /// - Parameters:
    ///   - created: When the login was created, as another program recorded it; `nil` means now.
    ///   - changed: When it was last changed, as another program recorded it; `nil` means now.
    ///   - lastUsed: When it was last used, as another program recorded it.
    ///   - passwordSince: When its password was set, as another program recorded it.
    /// - Throws: ``VaultError/tooManyMarks``, ``VaultError/tooLarge(bytes:limit:)``.
    @discardableResult
    public func add(
        _ login: Login, created: Date? = nil, changed: Date? = nil, lastUsed: Date? = nil, passwordSince: Date? = nil
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
            digest: login.password.flatMap(keys.digest), created: created ?? now,
            changed: changed.map { min($0, now) } ?? now)
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
        try VaultError.translating { try accounts.update(from: nil, to: overview) }
        return overview
    }

    /// Changes a login.
    ///
    /// A replaced password is added to the history, and an empty one becomes `nil`.
    ///
    /// - Parameters:
    ///   - expected: The revision that the caller has read; another one throws ``VaultError/recordChanged(_:)``.
    ///   - passwordSince: When a new password was set, as another program recorded it; `nil` means now.
    /// - Returns: The change; `nil` if the login is unchanged, and nothing is written then.
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
        guard !login.hasSameEncoding(as: old.login, overview: old.overview) else { return nil }
        // A text that an older version accepted does not prevent editing.
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
        try VaultError.translating { try accounts.update(from: old.overview, to: overview) }
        return .changed(from: old.overview, to: overview)
    }

    /// Sets the login's time of last use.
    ///
    /// - Parameters:
    ///   - fillingPassword: Whether its password was filled into a page.
    ///   - credentialID: The passkey that signed in; `nil` if another part of the login was used.
    @discardableResult
    public func markUsed(
        _ id: RecordIdentifier, fillingPassword: Bool = false, passkey credentialID: Data? = nil
    ) throws(VaultError) -> Change {
        let now = clock.now().roundedToMilliseconds
        let (old, new) = try rewrite(id) { overview throws(VaultError) in
            if overview.isRemoved { throw .recordRemoved(id) }
            overview.lastUsed = now
            if fillingPassword { overview.passwordFilled = now }
            for index in overview.passkeys.indices where overview.passkeys[index].credentialID == credentialID {
                overview.passkeys[index].lastUsed = now
            }
        }
        return .changed(from: old, to: new)
    }

    /// Moves a record to the bin, where it stays until it is restored or purged.
    @discardableResult
    public func remove(_ id: RecordIdentifier) throws(VaultError) -> Change {
        try remove(id, takenFrom: nil)
    }

    /// Moves a record to the bin that was created from a part of another one.
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

    /// Restores a record from the bin.
    ///
    /// A passkey that was removed from a login is added to it again, if the login still exists and belongs to the same
    /// account. Its record in the bin is deleted then, and the returned change is the login's.
    @discardableResult
    public func restore(_ id: RecordIdentifier) throws(VaultError) -> Change {
        if let change = try restorePasskey(id) { return change }
        let (_, new) = try rewrite(id) { overview throws(VaultError) in
            guard overview.isRemoved else { throw .recordNotRemoved(id) }
            overview.removed = nil
            overview.takenFrom = nil
        }
        return .added(new)
    }

    /// Permanently deletes a record of the bin and overwrites its bytes in the file.
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
        try VaultError.translating { try accounts.update(from: overview, to: nil) }
        return .removed(overview)
    }

    /// Opens one record, in the bin or not.
    public func record(_ id: RecordIdentifier) throws(VaultError) -> Record {
        try stored(id).open(vault: header.identifier, keys: keys)
    }

    /// Visits all overviews, including the bin, one at a time, and checks that the set of records is complete.
    public func forEachOverview(_ body: (Overview) throws -> Void) throws {
        try RecordReading(db, header: header, keys: keys, manifest: manifest).forEachOverview(body)
    }

    /// Visits the logins that may match the keys, including the bin, in the order of all records, without opening others.
    ///
    /// Every matching login is among them, but others may be, so the caller checks each. The time does not depend on the
    /// vault's size, except for the first call after an upgrade of the format.
    package func forEachOverview(matching keys: [AccountKey], _ body: (Overview) throws -> Void) throws {
        func visit(_ overview: Overview) throws { if overview.kind == .login { try body(overview) } }
        guard let found = try accounts.records(matching: keys, forEachOverview: forEachOverview) else {
            return try forEachOverview(visit)
        }
        let reading = RecordReading(db, header: header, keys: self.keys, manifest: manifest)
        for stored in try reading.storedOverviews(found) {
            try visit(try stored.openOverview(vault: header.identifier, keys: self.keys))
        }
    }

    private func stored(_ id: RecordIdentifier) throws(VaultError) -> StoredRecord {
        try RecordReading(db, header: header, keys: keys, manifest: manifest).stored(id)
    }

    /// Changes the overview only.
    ///
    /// Both parts are sealed again, because the revision is part of their associated data.
    private func rewrite(
        _ id: RecordIdentifier, _ change: (inout Overview) throws(VaultError) -> Void
    ) throws(VaultError) -> (old: Overview, new: Overview) {
        let stored = try stored(id)
        let old = try stored.open(vault: header.identifier, keys: keys)
        var overview = old.overview
        // Older versions did not write this bit.
        if old.login.gitUse.isOnlyForGit(overview.passwordDigest) { overview.contents.insert(.onlyForGit) }
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
    /// Compares the encodings, because `==` ignores different spellings of a character.
    fileprivate func hasSameEncoding(as other: Login, overview: Overview) -> Bool {
        func bytes(_ login: Login) -> [UInt8] {
            Overview(
                id: overview.id, revision: 0, login: login, digest: nil, created: overview.created,
                changed: overview.changed
            ).encoded(detailsTag: [])
        }
        return bytes(self) == bytes(other) && encodedDetails() == other.encodedDetails()
    }
}
