import Foundation
public import LatchkeyCore

extension GitCredential {
    /// The lines that a helper answers with.
    ///
    /// Only what an answer has: protocol, host and path are git's own words and are not repeated.
    ///
    /// - Throws: ``GitCredentialError/unwritable(key:)`` for a value with a newline, a carriage return or a NUL. Nothing
    ///   of the credential may be used then: a part of it could be the whole of another (CVE-2020-5260).
    public func answer() throws(GitCredentialError) -> Secret {
        var lines = AnswerLines()
        // First of all, since the lines that need them are ignored before (git-credential(1)).
        for capability in Capability.allCases where capabilities.contains(capability) {
            try lines.add("capability[]", capability.rawValue)
        }
        if let username { try lines.add("username", username) }
        if let password { try lines.add("password", password) }
        if let authenticationType, capabilities.contains(.authtype) {
            try lines.add("authtype", authenticationType)
            if let credential { try lines.add("credential", credential) }
            if isEphemeral { try lines.add("ephemeral", "1") }
        }
        if let passwordExpiry, passwordExpiry.timeIntervalSince1970 >= 0,
            let seconds = Int64(exactly: passwordExpiry.timeIntervalSince1970.rounded(.down))
        {
            try lines.add("password_expiry_utc", String(seconds))
        }
        if let oauthRefreshToken { try lines.add("oauth_refresh_token", oauthRefreshToken) }
        if capabilities.contains(.state) {
            for line in state { try lines.add("state[]", line) }
        }
        return lines.text
    }
}

/// Lines of an answer, in memory that is overwritten.
private struct AnswerLines {
    private var parts: [Secret] = []

    mutating func add(_ key: String, _ value: String) throws(GitCredentialError) {
        try add(key, Secret(value))
    }

    mutating func add(_ key: String, _ value: Secret) throws(GitCredentialError) {
        let isWritable = unsafe value.withBytes { bytes in
            unsafe !bytes.contains { $0 == 0 || $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
        }
        guard isWritable else { throw .unwritable(key: key) }
        parts += [Secret(key + "="), value, Secret("\n")]
    }

    var text: Secret { Secret(joining: parts) }
}
