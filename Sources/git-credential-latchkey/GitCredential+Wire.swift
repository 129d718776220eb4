import LatchkeyCore
import LatchkeyGit
import LatchkeyWire

// Conversions between git's lines and the agent's messages.
extension GitCredential {
    /// The prefix of our text in git's `state[]`.
    private static let statePrefix = "latchkey.given="

    /// The place of the credential; `nil` without a scheme, or with neither host nor path.
    ///
    /// The passphrase of a certificate's key (`http.sslCert`) has a path and an empty host.
    var target: GitTarget? {
        guard let `protocol`, !`protocol`.isEmpty, [host, path].contains(where: { $0.map { !$0.isEmpty } ?? false })
        else { return nil }
        return GitTarget(
            protocol: `protocol`, host: host ?? "", path: path, username: username, challenges: challenges,
            takesAuthenticationTypes: capabilities.contains(.authtype))
    }

    /// The password to save and its details; `nil` if git sent no complete credential.
    var stored: (password: Secret, details: GitCredentialDetails)? {
        var details = GitCredentialDetails(
            passwordExpiry: passwordExpiry, oauthRefreshToken: oauthRefreshToken?.reveal())
        if let authenticationType, let credential {
            details.authenticationType = authenticationType
            return (credential, details)
        }
        guard username != nil, let password else { return nil }
        return (password, details)
    }

    /// Makes the answer to git from the agent's answer.
    ///
    /// - Parameter now: Seconds since 1970.
    init(answer: GetGitCredential.Result, to question: GitCredential, at now: Int64) {
        self.init()
        capabilities = question.capabilities
        passwordExpiry = answer.details.passwordExpiry
        oauthRefreshToken = answer.details.oauthRefreshToken.map { Secret($0) }
        state = [Self.statePrefix + answer.state]
        // Old versions of git ignore the expiry and would use an expired password.
        let password = passwordExpiry.map { $0 <= now } ?? false ? nil : Secret(answer.password)
        if let type = answer.details.authenticationType {
            authenticationType = password == nil ? nil : type
            credential = password
            // As git-credential-cache does: git returns the name with `store` and `erase`, which tells apart two tokens
            // of one host.
            username = answer.user.isEmpty ? nil : answer.user
        } else {
            username = answer.user
            self.password = password
        }
    }
}

extension RemoteError {
    /// Whether the agent has no credential for git, which then asks the user itself.
    var meansNoCredential: Bool {
        [.nothingFound, .credentialIdentityNotFound, .userCanceled, .invalidURL, .noProviders].contains(reason)
    }
}
