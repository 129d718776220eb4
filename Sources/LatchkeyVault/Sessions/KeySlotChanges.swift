public import LatchkeyCore

extension UnlockedVault {
    /// Replaces the passphrase.
    ///
    /// The vault key is wrapped again, and no record changes.
    ///
    /// The old passphrase still opens older copies of the file.
    public func changePassphrase(to passphrase: Secret, cost: Argon2Cost = .standard) throws(VaultError) {
        let slot = try KeySlot.wrapping(keys.vaultKey, of: identifier, with: passphrase, cost: cost)
        try replaceSlots(of: KeySlot.Kind.passphrase, with: slot)
    }

    /// Replaces the recovery code.
    ///
    /// The old one still opens older copies of the file.
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
}
