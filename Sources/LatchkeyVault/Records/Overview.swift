public import Foundation

/// A record without its secrets, as lists show it.
public struct Overview: Sendable, Hashable, Identifiable {
    /// The kinds of secret that a record has.
    public struct Contents: OptionSet, Hashable, Sendable {
        public let rawValue: UInt8
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        public static let password = Contents(rawValue: 1)
        public static let oneTimeCode = Contents(rawValue: 2)
        public static let passkey = Contents(rawValue: 4)
        public static let notes = Contents(rawValue: 8)
        /// The password is for an HTTP authentication scheme, not for forms; see ``Login/authenticationType``.
        public static let authenticationType = Contents(rawValue: 16)
        /// A server rejected the password when git used it; see ``Record/gitRejections``.
        package static let rejectedByGit = Contents(rawValue: 32)
        /// Git stored the password and no page sent it, so that pages are not offered it.
        package static let onlyForGit = Contents(rawValue: 64)
    }

    public let id: RecordIdentifier
    /// The vault's revision at which the record was last written.
    public internal(set) var revision: UInt64
    public internal(set) var kind: EntryKind
    public internal(set) var title: String
    public internal(set) var user: String
    public internal(set) var sites: [Site]
    /// The sites on whose hosts the login is never suggested; see ``Login/excludedSites``.
    public internal(set) var excludedSites: [Site]
    public internal(set) var contents: Contents
    public internal(set) var passkeys: [PasskeyDescription]
    /// The credential IDs of passkeys that are not offered; see ``Login/hiddenPasskeys``.
    public internal(set) var hiddenPasskeys: Set<Data>
    /// The credential IDs of hidden passkeys that a newer one has replaced; see ``Login/replacedPasskeys``.
    public internal(set) var replacedPasskeys: Set<Data>
    public internal(set) var isFavorite: Bool
    public internal(set) var asksEveryTime: Bool
    public internal(set) var created: Date
    public internal(set) var changed: Date
    public internal(set) var lastUsed: Date?
    /// When the current password was last filled into a page.
    ///
    /// Only this vault sets it; imports do not.
    public internal(set) var passwordFilled: Date?
    /// When the record was moved to the bin; `nil` if it is not there.
    public internal(set) var removed: Date?
    /// For a passkey in the bin: the login that it was removed from and is restored to.
    public internal(set) var takenFrom: RecordIdentifier?

    /// A keyed digest of the password, for finding equal passwords without opening the details.
    package var passwordDigest: PasswordDigest?
    package var unknownFields: [UnknownField] = []

    public var isRemoved: Bool { removed != nil }
    /// The passkeys that are not hidden.
    public var offeredPasskeys: [PasskeyDescription] { passkeys.filter { !hiddenPasskeys.contains($0.credentialID) } }

    package init(
        id: RecordIdentifier, revision: UInt64, login: Login, digest: PasswordDigest?, created: Date, changed: Date
    ) {
        self.id = id
        self.revision = revision
        kind = login.kind
        title = login.title
        user = login.user
        sites = login.sites
        excludedSites = login.excludedSites
        contents = login.contents
        if login.gitUse.isRejected(digest) { contents.insert(.rejectedByGit) }
        if login.gitUse.isOnlyForGit(digest) { contents.insert(.onlyForGit) }
        passkeys = login.passkeys.map(\.description)
        // Identifiers of passkeys that the login no longer has are dropped.
        hiddenPasskeys = login.hiddenPasskeys.intersection(login.passkeys.map(\.description.credentialID))
        replacedPasskeys = login.replacedPasskeys.intersection(hiddenPasskeys)
        isFavorite = login.isFavorite
        asksEveryTime = login.asksEveryTime
        self.created = created.roundedToMilliseconds
        self.changed = changed.roundedToMilliseconds
        passwordDigest = digest
        unknownFields = login.unknownOverviewFields
    }
}

/// A whole record: its overview, and its login with the secrets.
public struct Record: Sendable, Equatable, Identifiable {
    public let overview: Overview
    public let login: Login

    public var id: RecordIdentifier { overview.id }

    /// The URLs whose server rejected the password, so that git does not receive it there: scheme, host and port, and the
    /// path if git distinguishes paths.
    package var gitRejections: [String] {
        login.gitUse.rejections.filter { $0.password == overview.passwordDigest }.map(\.url)
    }
}

/// A change of one record.
///
/// The identity store is updated with it.
public enum Change: Sendable, Hashable {
    /// A record is new, or was restored from the bin.
    case added(Overview)
    case changed(from: Overview, to: Overview)
    /// A record was moved to the bin, or purged from it.
    case removed(Overview)
}

/// The first 16 bytes of a password's HMAC under a key of the vault.
package struct PasswordDigest: Hashable, Sendable {
    package static let byteCount = 16
    package let bytes: [UInt8]

    package init?(bytes: some Collection<UInt8>) {
        guard bytes.count == Self.byteCount else { return nil }
        self.bytes = Array(bytes)
    }
}

extension Login {
    var contents: Overview.Contents {
        var contents: Overview.Contents = []
        if password != nil { contents.insert(.password) }
        if oneTimeCode != nil { contents.insert(.oneTimeCode) }
        if !passkeys.isEmpty { contents.insert(.passkey) }
        if notes != nil { contents.insert(.notes) }
        if authenticationType != nil { contents.insert(.authenticationType) }
        return contents
    }
}
