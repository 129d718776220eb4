package import FoundationEssentials
package import LatchkeyPasswords
package import LatchkeyVault

extension UnlockedVault {
    /// Computes the current one-time code of a login.
    ///
    /// For counter-based codes, stores the next counter before it returns: a code must not be used twice
    /// (RFC 4226 §7.2). If the counter cannot be stored, it throws.
    ///
    /// - Returns: The code, and the change of the login; `nil` for a time-based code.
    /// - Throws: ``VaultError``, or ``OneTimeCodeError`` for a missing or invalid secret.
    @concurrent
    package func takeCode(
        of id: RecordIdentifier, at now: Date
    ) async throws -> (code: OneTimeCode, change: Change?) {
        try transaction { transaction in
            let login = try transaction.record(id).login
            guard login.kind == .login, let stored = login.oneTimeCode else {
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
