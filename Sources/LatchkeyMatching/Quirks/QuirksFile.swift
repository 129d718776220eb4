/// The supported files of apple/password-manager-resources, by their names.
package enum QuirksFile: String, Hashable, Sendable, CaseIterable {
    case sharedCredentials = "shared-credentials.json"
    case appendsCode = "websites-that-append-2fa-to-password.json"
    case changePassword = "change-password-URLs.json"
    case passwordRules = "password-rules.json"

    /// In bytes; forty times the size of the largest file in 2026.
    package static let maximumSize = 4 << 20
    package static let maximumEntries = 20_000
    package static let maximumRuleLength = 2_000
}

/// Why a file of quirks is rejected as a whole.
package enum QuirksError: Error, Hashable, Sendable {
    case tooLarge(file: QuirksFile, count: Int)
    /// Not JSON, or of another structure; `path` names the value, and is empty for the whole file.
    case malformed(file: QuirksFile, path: String)
    case tooManyEntries(file: QuirksFile, count: Int)
    /// A set with neither `shared` nor `from` and `to`, with all of them, or with an empty side.
    case unclearSet(file: QuirksFile, index: Int)
    case badHost(file: QuirksFile, entry: String, reason: HostError)
    /// A public suffix, an IP address or a single label.
    case notASite(file: QuirksFile, entry: String)
    case badAddress(file: QuirksFile, entry: String, reason: PageURLError)
    /// The page on which a password is changed must be `https`.
    case insecureAddress(file: QuirksFile, entry: String)
    case ruleTooLong(file: QuirksFile, entry: String, count: Int)
}
