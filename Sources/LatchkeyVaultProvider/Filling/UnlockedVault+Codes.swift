package import FoundationEssentials
package import LatchkeyPasswords
package import LatchkeyVault

extension UnlockedVault {
    /// Computes the code of a login as it is handed over.
    ///
    /// Where a counter moves the codes, the next one is stored before this one is given: none may be used twice
    /// (RFC 4226 §7.2). When that cannot be stored there is no code.
    ///
    /// - Returns: The code, and what its counter changed.
    /// - Throws: ``VaultError``, or ``OneTimeCodeError`` for a secret that gives no code.
    @concurrent
    package func takeCode(
        of id: RecordIdentifier, at now: Date
    ) async throws -> (code: OneTimeCode, change: Change?) {
        try transaction { transaction in
            guard let stored = try transaction.record(id).login.oneTimeCode else {
                throw OneTimeCodeError.missingSecret
            }
            let secret = try OneTimeCodeSecret(parsing: stored)
            let code = try secret.code(at: now)
            guard case .counter = secret.movingFactor else { return (code, nil) }
            let next = try secret.advanced().address
            return (code, try transaction.edit(id) { $0.oneTimeCode = next })
        }
    }
}
