import LatchkeyCore
import LatchkeyVault

/// Who gets a login's password.
enum PasswordAudience: Hashable {
    case everyone
    /// git only: it stored the password, and no page sent it.
    case git
    /// git only, with an HTTP authentication scheme such as Bearer.
    case authenticationScheme
}

extension Overview {
    var audience: PasswordAudience {
        if contents.contains(.authenticationType) { return .authenticationScheme }
        return contents.contains(.onlyForGit) ? .git : .everyone
    }
}

extension ImportedRow {
    var audience: PasswordAudience {
        guard case .login(let login) = content else { return .everyone }
        if login.authenticationType != nil { return .authenticationScheme }
        let hasPassword = login.password.map { !$0.isEmpty } ?? false
        return isOnlyForGit && hasPassword ? .git : .everyone
    }
}
