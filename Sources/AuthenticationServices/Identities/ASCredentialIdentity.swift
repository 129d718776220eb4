public import Foundation

/// What a provider tells the system about one credential: enough to suggest it, never its secret.
public protocol ASCredentialIdentity: NSObjectProtocol {
    var serviceIdentifier: ASCredentialServiceIdentifier { get }
    /// What the suggestion shows as the user's name.
    var user: String { get }
    /// The provider's key into its own database, opaque to the system and returned unchanged.
    var recordIdentifier: String? { get }
    /// Compared among identities of equal service identifiers only; the larger goes first.
    var rank: Int { get set }
}
