public import LatchkeyCore

extension GitCredential {
    /// Encodes a helper's answer to git.
    ///
    /// Protocol, host and path are not repeated.
    ///
    /// - Throws: ``GitCredentialError/unwritable(key:)`` for a value with a newline, a carriage return or a NUL. The
    ///   caller must then send nothing: git would read the rest of the value as another line (CVE-2020-5260).
    public func answer() throws(GitCredentialError) -> Secret {
        var lines = AnswerLines()
        // First, because git ignores lines that need a capability before it (git-credential(1)).
        for (name, capability) in Capabilities.names where capabilities.contains(capability) {
            try lines.add("capability[]", name)
        }
        if let username { try lines.add("username", username) }
        if let password { try lines.add("password", password) }
        if let authenticationType, capabilities.contains(.authtype) {
            try lines.add("authtype", authenticationType)
            if let credential { try lines.add("credential", credential) }
            if isEphemeral { try lines.add("ephemeral", "1") }
        }
        if let passwordExpiry, passwordExpiry >= 0 { try lines.add("password_expiry_utc", String(passwordExpiry)) }
        if let oauthRefreshToken { try lines.add("oauth_refresh_token", oauthRefreshToken) }
        if capabilities.contains(.state) {
            for line in state { try lines.add("state[]", line) }
        }
        return lines.text
    }
}

/// The lines of an answer, in memory that is overwritten when it is freed.
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
