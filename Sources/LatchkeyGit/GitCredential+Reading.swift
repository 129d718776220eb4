import Foundation
import LatchkeyCore

extension GitCredential {
    /// What is read of one credential; git's own are a few hundred bytes.
    public static let byteLimit = 1 << 20

    /// Reads the lines that git writes to a helper, up to an empty one or the end.
    ///
    /// Keys that are not known are left out, and of a key that comes twice the last counts (git-credential(1)).
    ///
    /// - Throws: ``GitCredentialError``, with nothing of what the lines hold.
    public init(reading bytes: some Collection<UInt8>) throws(GitCredentialError) {
        guard bytes.count <= Self.byteLimit else { throw .tooLong }
        var number = 0
        for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            number += 1
            if line.isEmpty { return }
            // git refuses to send either. Where another helper cuts its lines at a carriage return, one value would be
            // two (CVE-2024-52006).
            if line.contains(where: { $0 == 0 || $0 == UInt8(ascii: "\r") }) { throw .forbiddenByte(line: number) }
            guard let equals = line.firstIndex(of: UInt8(ascii: "=")), equals > line.startIndex else {
                throw .malformedLine(number)
            }
            let value = line[line.index(after: equals)...]
            guard let key = String(validating: line[..<equals], as: UTF8.self) else { throw .notUTF8(line: number) }
            try take(key, value, line: number)
        }
    }

    private mutating func take(
        _ key: String, _ value: some Collection<UInt8>, line: Int
    ) throws(GitCredentialError) {
        switch key {
        case "password": password = Secret(copying: value)
        case "credential": credential = Secret(copying: value)
        case "oauth_refresh_token": oauthRefreshToken = Secret(copying: value)
        case "capability[]", "protocol", "host", "path", "username", "password_expiry_utc", "authtype", "ephemeral",
            "wwwauth[]", "state[]":
            guard let text = String(validating: value, as: UTF8.self) else { throw .notUTF8(line: line) }
            take(key, text)
        default: break
        }
    }

    private mutating func take(_ key: String, _ text: String) {
        switch key {
        case "capability[]":
            // An empty value takes back what was said before, here as in every list.
            if text.isEmpty { capabilities = [] }
            if let capability = Capability(rawValue: text) { capabilities.insert(capability) }
        case "protocol": `protocol` = text
        case "host": host = text
        case "path": path = text
        case "username": username = text
        case "password_expiry_utc": passwordExpiry = Self.time(text)
        case "authtype": authenticationType = text
        case "ephemeral": isEphemeral = text == "1" || text == "true"
        case "wwwauth[]": challenges.take(text)
        case "state[]": state.take(text)
        default: break
        }
    }

    /// Seconds since 1970; nothing for a number that is none, or that lies before then.
    private static func time(_ text: String) -> Date? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let seconds = Int64(text)
        else { return nil }
        return Date(timeIntervalSince1970: Double(seconds))
    }
}

extension [String] {
    /// Adds a value, or forgets all of them at an empty one.
    fileprivate mutating func take(_ value: String) {
        if value.isEmpty { removeAll() } else { append(value) }
    }
}
