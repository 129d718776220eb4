extension UnlockedVault {
    /// Opens one record; reads one row, however many the vault has.
    public func record(_ id: RecordIdentifier) throws(VaultError) -> Record {
        try read { db, manifest in
            try RecordReading(db, header: header, keys: keys, manifest: manifest).stored(id)
                .open(vault: identifier, keys: keys)
        }
    }

    /// Adds a login, which gets a new identifier.
    @discardableResult
    public func add(_ login: Login) throws(VaultError) -> Change {
        try change { .added(try $0.add(login)) }
    }

    /// Changes a login; see ``VaultTransaction/edit(_:expecting:passwordSince:_:)``.
    @discardableResult
    public func edit(
        _ id: RecordIdentifier, expecting revision: UInt64? = nil, _ body: (inout Login) -> Void
    ) throws(VaultError) -> Change? {
        try change { try $0.edit(id, expecting: revision, body) }
    }

    /// Notes that a login was used just now.
    @discardableResult
    public func markUsed(_ id: RecordIdentifier) throws(VaultError) -> Change {
        try change { try $0.markUsed(id) }
    }

    /// Puts a record into the bin.
    @discardableResult
    public func remove(_ id: RecordIdentifier) throws(VaultError) -> Change {
        try change { try $0.remove(id) }
    }

    /// Takes a record out of the bin; see ``VaultTransaction/restore(_:)``.
    @discardableResult
    public func restore(_ id: RecordIdentifier) throws(VaultError) -> Change {
        try change { try $0.restore(id) }
    }

    /// Deletes a record of the bin for good.
    @discardableResult
    public func purge(_ id: RecordIdentifier) throws(VaultError) -> Change {
        try change { try $0.purge(id) }
    }
}
