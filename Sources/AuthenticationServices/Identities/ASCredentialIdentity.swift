public import Foundation

/// The description of one credential that a provider gives the system, without its secret.
///
/// The agent stores identities and suggests them, also while the provider is locked.
public protocol ASCredentialIdentity: NSObjectProtocol {
    /// The service to which the credential belongs.
    var serviceIdentifier: ASCredentialServiceIdentifier { get }
    /// The user name that a suggestion shows.
    var user: String { get }

    /// The provider's own identifier of the record; the system returns it unchanged.
    ///
    /// `nil` if the provider finds the record by service and user.
    var recordIdentifier: String? { get }
    /// The preference among identities of the same service; larger ranks come first.
    var rank: Int { get set }
}

/// An identity of one of Apple's classes, with a text that Apple's API does not have.
package protocol DetailedCredentialIdentity: ASCredentialIdentity {
    /// A text that distinguishes the credential from others of the same service and user, such as its login's title.
    ///
    /// The agent stores it in clear text. `nil` if no other credential of its kind has the same service and user.
    var detail: String? { get set }
}
