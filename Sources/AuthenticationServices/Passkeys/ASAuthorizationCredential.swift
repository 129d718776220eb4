public import Foundation

/// What every credential of Apple's API has in common.
public protocol ASAuthorizationCredential: NSObjectProtocol, NSCopying, NSSecureCoding {}
