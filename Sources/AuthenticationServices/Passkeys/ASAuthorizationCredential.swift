public import Foundation

/// The common protocol of all credentials; they can be copied and archived.
public protocol ASAuthorizationCredential: NSObjectProtocol, NSCopying, NSSecureCoding {}
