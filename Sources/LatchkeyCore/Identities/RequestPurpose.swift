/// What a credential is requested for, so that sheets can say it.
public enum RequestPurpose: String, Codable, CaseIterable, Sendable {
    /// To fill it into a field, or to pass it to the program that asks.
    case fill
    /// To copy it to the clipboard.
    case copy
    /// To show it to the user.
    case reveal
}
