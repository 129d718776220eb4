/// A decoder of untrusted bytes, with properties that must hold for any bytes.
///
/// The fuzzers in `Fuzz` and the tests that replay their findings run it. It traps if a property does not hold.
public enum FuzzTarget: String, CaseIterable, Sendable {
    /// Secrets of one-time codes: `otpauth` addresses and Base32.
    case codes
    /// Exports of browsers.
    case csv
    /// Exports of password managers: JSON, XML and archives.
    case exports
    case frames
    /// Credential requests that git writes to a helper.
    case git
    case json
    /// Keys that a terminal sends.
    case keys
    case messages
    /// Exports of Google Authenticator.
    case migrations
    /// Decrypted files of `pass` and their paths.
    case pass
    /// Data of authenticators, and keys.
    case passkeys
    /// Responses of pinentry.
    case pinentry
    /// The `Info.plist` of bundles.
    case plists
    /// Quirks files; the first byte selects which one.
    case quirks
    /// A relying party's list of related origins.
    case relatedOrigins
    /// Password rules in Apple's syntax.
    case rules
    /// Rows of a vault's table of key slots.
    case slots
    case urls
    /// Records and other values of a vault.
    case vault

    /// Decodes bytes and checks the properties.
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
