import Foundation
import LatchkeyGit
import LatchkeyCore
import LatchkeyWire

// git's words as the agent's messages, and back.
extension GitCredential {
    /// Where the credential is for; nothing without a scheme and a host.
    var target: GitTarget? {
        guard let `protocol`, !`protocol`.isEmpty, let host, !host.isEmpty else { return nil }
        return GitTarget(
            protocol: `protocol`, host: host, path: path, username: username, challenges: challenges,
            takesAuthenticationTypes: capabilities.contains(.authtype))
    }

    /// What there is to save; nothing where a part is missing.
    var stored: (password: Secret, details: GitCredentialDetails)? {
        var details = GitCredentialDetails(
            passwordExpiry: passwordExpiry.flatMap { Int64(exactly: $0.timeIntervalSince1970) },
            oauthRefreshToken: oauthRefreshToken?.reveal())
        if let authenticationType, let credential {
            details.authenticationType = authenticationType
            return (credential, details)
        }
        guard username != nil, let password else { return nil }
        return (password, details)
    }

    /// The agent's answer in git's words.
    init(answer: GetGitCredential.Result, to question: GitCredential, at now: Date) {
        self.init()
        capabilities = question.capabilities
        passwordExpiry = answer.details.passwordExpiry.map { Date(timeIntervalSince1970: Double($0)) }
        oauthRefreshToken = answer.details.oauthRefreshToken.map { Secret($0) }
        state = ["latchkey.given=" + answer.state]
        // An old git does not know that a password can expire, and would try it.
        let password = passwordExpiry.map { $0 <= now } ?? false ? nil : Secret(answer.password)
        if let type = answer.details.authenticationType {
            authenticationType = password == nil ? nil : type
            credential = password
            // As git-credential-cache does; git hands it back, by which two tokens of one host are told apart.
            username = answer.user.isEmpty ? nil : answer.user
        } else {
            username = answer.user
            self.password = password
        }
    }
}

extension RemoteError {
    /// git then asks the person by itself, and wants to hear nothing of it.
    var meansNothingIsThere: Bool {
        [.nothingFound, .credentialIdentityNotFound, .userCanceled, .invalidURL, .noProviders].contains(reason)
    }
}
