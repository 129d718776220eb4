/// A decoder of bytes from outside, and what must be true of it for any bytes.
///
/// The fuzzers of `Fuzz` and the tests that replay their finds call it. A property that does not hold is a trap.
public enum FuzzTarget: String, CaseIterable, Sendable {
    /// Secrets of one-time codes: `otpauth` addresses and Base32.
    case codes
    /// Exports of browsers.
    case csv
    /// Exports of password managers: JSON, XML and archives.
    case exports
    case frames
    /// What git writes to a helper.
    case git
    case json
    /// What a terminal sends.
    case keys
    case messages
    /// What Google Authenticator hands over.
    case migrations
    /// Decrypted files of `pass`, and where they lie.
    case pass
    /// What authenticators write, and keys.
    case passkeys
    /// What pinentry answers.
    case pinentry
    /// The `Info.plist` of bundles.
    case plists
    /// The files of quirks; the first byte says which.
    case quirks
    /// A relying party's list of its other sites.
    case relatedOrigins
    /// Apple's rules for passwords.
    case rules
    /// The rows of a vault's table of key slots.
    case slots
    case urls
    /// The records of a vault, and what else lies in one.
    case vault

    /// Puts bytes through the decoder.
    public func run(_ bytes: [UInt8]) {
        switch self {
        case .codes: OneTimeCodeProperties.checkAddress(bytes)
        case .csv: ExchangeProperties.check(bytes)
        case .exports: ExportProperties.check(bytes)
        case .frames: FrameProperties.check(bytes)
        case .git: GitProperties.check(bytes)
        case .json: JSONProperties.check(bytes)
        case .keys: TerminalProperties.checkKeys(bytes)
        case .messages: MessageProperties.check(bytes)
        case .migrations: OneTimeCodeProperties.checkMigration(bytes)
        case .pass: PassProperties.check(bytes)
        case .passkeys: PasskeyProperties.check(bytes)
        case .pinentry: TerminalProperties.checkAnswer(bytes)
        case .plists: BundleProperties.check(bytes)
        case .quirks: QuirksProperties.check(bytes)
        case .relatedOrigins: PasskeyProperties.checkRelatedOrigins(bytes)
        case .rules: PasswordRulesProperties.check(bytes)
        case .slots: SlotProperties.check(bytes)
        case .urls: AddressProperties.check(bytes)
        case .vault: VaultProperties.check(bytes)
        }
    }
}
