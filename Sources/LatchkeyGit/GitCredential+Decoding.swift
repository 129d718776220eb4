import LatchkeyCore

extension GitCredential {
    /// The maximum length of a credential in bytes; git's own have a few hundred.
    public static let byteLimit = 1 << 20

    /// Parses the lines that git writes to a helper, up to an empty line or the end.
    ///
    /// Unknown keys are ignored. If a key occurs twice, the last value counts (git-credential(1)).
    ///
    /// - Throws: ``GitCredentialError``, without any value of the credential.
    public init(reading bytes: [UInt8]) throws(GitCredentialError) {
        guard bytes.count <= Self.byteLimit else { throw .tooLong }
        var number = 0
        for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            number += 1
            if line.isEmpty { return }
            // git refuses to send either byte. A helper that splits lines at a carriage return reads one value as two
            // (CVE-2024-52006).
            if line.contains(where: { $0 == 0 || $0 == UInt8(ascii: "\r") }) { throw .forbiddenByte(line: number) }
            guard let equals = line.firstIndex(of: UInt8(ascii: "=")), equals > line.startIndex else {
                throw .malformedLine(number)
            }
            let value = line[line.index(after: equals)...]
            guard let key = String(validating: line[..<equals], as: UTF8.self) else { throw .notUTF8(line: number) }
            try set(key, to: value, line: number)
        }
    }

    private mutating func set(
        _ key: String, to value: ArraySlice<UInt8>, line: Int
    ) throws(GitCredentialError) {
        switch key {
        case "password": password = Secret(copying: value)
        case "credential": credential = Secret(copying: value)
        case "oauth_refresh_token": oauthRefreshToken = Secret(copying: value)
        case "capability[]", "protocol", "host", "path", "username", "password_expiry_utc", "authtype", "ephemeral",
            "wwwauth[]", "state[]":
            guard let text = String(validating: value, as: UTF8.self) else { throw .notUTF8(line: line) }
            set(key, to: text)
        default: break
        }
    }

    private mutating func set(_ key: String, to text: String) {
        switch key {
        case "capability[]":
            // In every list, an empty value removes the values before it.
            if text.isEmpty { capabilities = [] }
            if let (_, capability) = Capabilities.names.first(where: { $0.name == text }) {
                capabilities.insert(capability)
            }
        case "protocol": `protocol` = text
        case "host": host = text
        case "path": path = text
        case "username": username = text
        case "password_expiry_utc": passwordExpiry = Self.seconds(text)
        case "authtype": authenticationType = text
        case "ephemeral": isEphemeral = text == "1" || text == "true"
        case "wwwauth[]": challenges.appendOrClear(text)
        case "state[]": state.appendOrClear(text)
        default: break
        }
    }

    /// Seconds since 1970; `nil` unless the text is a decimal number without a sign.
    private static func seconds(_ text: String) -> Int64? {
        guard text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return nil }
        return Int64(text)
    }
}

extension [String] {
    /// Appends a value; an empty value removes all values instead.
    fileprivate mutating func appendOrClear(_ value: String) {
        if value.isEmpty { removeAll() } else { append(value) }
    }
}
