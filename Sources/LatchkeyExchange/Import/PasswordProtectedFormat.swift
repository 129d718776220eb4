public import LatchkeyCore

/// A format whose files open with a password of their own, which is not the vault's.
///
/// Reading one without it throws ``ExchangeError/passwordNeeded``.
public protocol PasswordProtectedFormat: ImportFormat {
    /// The same format, which can be read now.
    func opened(with password: Secret) -> any ImportFormat
}
