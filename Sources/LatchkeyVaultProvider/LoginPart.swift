import LatchkeyVault

/// What of a login is filled in.
package enum LoginPart: Hashable, Sendable {
    case password
    case code

    /// What an overview says of logins that have it.
    var contents: Overview.Contents {
        switch self {
        case .password: .password
        case .code: .oneTimeCode
        }
    }
}
