/// The three kinds of credential that a provider can offer.
public enum CredentialKind: String, Codable, CaseIterable, Sendable {
    case password
    case passkey
    case code
}
