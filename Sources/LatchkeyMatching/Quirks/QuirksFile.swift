/// The files of apple/password-manager-resources that are understood, by the names that they have there.
package enum QuirksFile: String, Hashable, Sendable, CaseIterable {
    case sharedCredentials = "shared-credentials.json"
    case appendsCode = "websites-that-append-2fa-to-password.json"
    case changePassword = "change-password-URLs.json"
    case passwordRules = "password-rules.json"

    /// Forty times the largest of them in 2026.
    package static let maximumSize = 4 << 20
    package static let maximumEntries = 20_000
    package static let maximumRuleLength = 2_000
}

/// What is wrong with a file of quirks; nothing of it is taken then.
package enum QuirksError: Error, Hashable, Sendable {
    case tooLarge(file: QuirksFile, count: Int)
    /// Neither JSON nor of the file's shape; the path leads to what is wrong, empty for the whole.
    case malformed(file: QuirksFile, path: String)
    case tooManyEntries(file: QuirksFile, count: Int)
    /// A set with neither `shared` nor both of `from` and `to`, with both of these kinds, or with an empty side.
    case unclearSet(file: QuirksFile, index: Int)
    case badHost(file: QuirksFile, entry: String, reason: HostError)
    /// A public suffix, an address or a single label: nobody's site.
    case notASite(file: QuirksFile, entry: String)
    case badAddress(file: QuirksFile, entry: String, reason: PageURLError)
    /// The page on which a password is changed must come over `https`.
    case insecureAddress(file: QuirksFile, entry: String)
    case ruleTooLong(file: QuirksFile, entry: String, count: Int)
}
