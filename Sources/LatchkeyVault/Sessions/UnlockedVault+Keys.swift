public import LatchkeyCore

extension UnlockedVault {
    /// Puts a new passphrase in the place of the old one; wraps the vault key anew and leaves every record as it is.
    ///
    /// Whoever has an older copy of the file and the old passphrase can still open that copy.
    public func changePassphrase(to passphrase: Secret, cost: Argon2Cost = .standard) throws(VaultError) {
        let slot = try KeySlot.wrapping(keys.vaultKey, of: identifier, with: passphrase, cost: cost)
        try replaceSlots(of: KeySlot.Kind.passphrase, with: slot)
    }

    /// Puts a new recovery code in the place of the old one, which opens nothing any more.
    public func changeRecoveryCode() throws(VaultError) -> RecoveryCode {
        let code = RecoveryCode()
        let slot = KeySlot.wrapping(keys.vaultKey, of: identifier, with: code)
        try replaceSlots(of: KeySlot.Kind.recoveryCode, with: slot)
        return code
    }

    private func replaceSlots(of kind: Int64, with slot: KeySlot) throws(VaultError) {
        try change { transaction in
            let slots = try KeySlot.all(in: transaction.db, vault: identifier)
            guard KeySlot.digest(of: slots, with: keys) == transaction.manifest.slots else {
                throw VaultError.damaged(.keySlots)
            }
            try KeySlot.delete(kind: kind, in: transaction.db)
            try slot.insert(in: transaction.db, vault: identifier)
            transaction.manifest.slots = KeySlot.digest(of: slots.filter { $0.kind != kind } + [slot], with: keys)
            transaction.manifest.revision += 1
        }
    }

    /// Where the vault stands now, to be remembered outside of its file.
    public func mark() throws(VaultError) -> VaultMark {
        try read { _, manifest in mark(of: manifest) }
    }

    /// Tells whether the vault went on from a remembered mark, or was put back to an older copy.
    public func compare(with mark: VaultMark) throws(VaultError) -> VaultComparison {
        try read { db, manifest in
            try History.compare(mark, with: manifest, of: identifier, in: db, keys: keys)
        }
    }

    /// Checks every byte that is sealed or counted: slots, history, both parts of all records, and the inbox.
    ///
    /// Opens every overview, then both parts of every record, and so reads the whole file: its time grows with the number
    /// of logins and their bytes. One record at a time is in memory. Derives no key, and keeps the connection until done.
    public func verify() throws(VaultError) {
        try read { db, manifest in
            let slots = try KeySlot.all(in: db, vault: identifier)
            guard KeySlot.digest(of: slots, with: keys) == manifest.slots else { throw VaultError.damaged(.keySlots) }
            try History.check(manifest, in: db, keys: keys)
            try RecordReading(db, header: header, keys: keys, manifest: manifest).verify()
            guard try Inbox.read(from: db, vault: identifier, keys: keys).unreadable.isEmpty else {
                throw VaultError.damaged(.inbox)
            }
        }
    }
}
