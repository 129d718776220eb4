import LatchkeyWire

/// What a provider could not show, because the client has no screen.
enum MissingScreen: String {
    case list
    case settings
    /// A question of the provider; it is not known whether the provider is locked, or asks each time.
    case question

    /// The member of the error's details that names it.
    static let key = "missingScreen"

    init?(_ error: RemoteError) {
        guard error.reason == .locked, let name = error.details?[Self.key] else { return nil }
        self.init(rawValue: name)
    }

    /// The outcome in the log.
    ///
    /// A question of a locked provider is its unlock sheet, so that outcome is `locked`.
    func outcome(isUnlocked: Bool) -> String {
        switch self {
        case .list: ScreenOutcome.noScreenForList.rawValue
        case .settings: ScreenOutcome.noScreenForSettings.rawValue
        case .question:
            isUnlocked ? ScreenOutcome.noScreenForQuestion.rawValue : RemoteError.Reason.locked.rawValue
        }
    }
}

extension RemoteError {
    /// The outcome of a failed request in the log.
    ///
    /// - Parameter isUnlocked: Whether the provider has items in its keychain.
    func logOutcome(isUnlocked: Bool) -> String {
        if let missing = MissingScreen(self) { return missing.outcome(isUnlocked: isUnlocked) }
        return details?["screenFailure"] == nil ? reason.rawValue : ScreenOutcome.screenFailed.rawValue
    }

    /// Rewrites the error of a question without a screen: either the provider is locked, or it asks before it fills.
    mutating func explainMissingScreen(of provider: ProviderIdentifier, named name: String, isUnlocked: Bool) {
        guard MissingScreen(self) == .question else { return }
        if isUnlocked {
            message = "\(name) asks before it fills this login, and there is no terminal or window to ask on"
            hint = "run this on a terminal"
        } else if provider.rawValue == ProviderDirectory.ownProvider {
            message = "the vault is locked"
            hint = "run \"latchkey-vault unlock\", or run this on a terminal"
        }
    }
}
