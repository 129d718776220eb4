public import Foundation

/// What a list shows of a record: everything but its secrets.
public struct Overview: Sendable, Hashable, Identifiable {
    /// Which secrets a record has.
    public struct Contents: OptionSet, Hashable, Sendable {
        public let rawValue: UInt8
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        public static let password = Contents(rawValue: 1)
        public static let oneTimeCode = Contents(rawValue: 2)
        public static let passkey = Contents(rawValue: 4)
        public static let notes = Contents(rawValue: 8)
        /// The password is none that a form takes; see ``Login/authenticationType``.
        public static let authenticationType = Contents(rawValue: 16)
        /// The password was rejected somewhere when git came with it; see ``Record/gitRejections``.
        package static let rejectedByGit = Contents(rawValue: 32)
    }

    public let id: RecordIdentifier
    /// The vault's revision at which the record was last written.
    public internal(set) var revision: UInt64
    public internal(set) var title: String
    public internal(set) var user: String
    public internal(set) var sites: [Site]
    public internal(set) var contents: Contents
    public internal(set) var passkeys: [PasskeyDescription]
    /// Which of the passkeys are not offered; see ``Login/hiddenPasskeys``.
    public internal(set) var hiddenPasskeys: Set<Data>
    public internal(set) var isFavorite: Bool
    public internal(set) var asksEveryTime: Bool
    public internal(set) var created: Date
    public internal(set) var changed: Date
    public internal(set) var lastUsed: Date?
    /// When the password that it has now was last filled into a page, as the vault itself noted; of another's notes, such as
    /// those of an import, it knows nothing.
    public internal(set) var passwordFilled: Date?
    /// When the record was put into the bin, or nil if it does not lie there.
    public internal(set) var removed: Date?
    /// The login that a passkey of the bin was taken out of, and goes back into.
    public internal(set) var takenFrom: RecordIdentifier?

    /// A keyed digest of the password, by which equal passwords are found without opening them.
    package var passwordDigest: PasswordDigest?
    package var unknownFields: [UnknownField] = []

    public var isRemoved: Bool { removed != nil }
    /// The passkeys that may be offered.
    public var offeredPasskeys: [PasskeyDescription] { passkeys.filter { !hiddenPasskeys.contains($0.credentialID) } }

    init(id: RecordIdentifier, revision: UInt64, login: Login, digest: PasswordDigest?, created: Date, changed: Date) {
        self.id = id
        self.revision = revision
        title = login.title
        user = login.user
        sites = login.sites
        contents = login.contents
        if login.gitUse.isRejected(digest) { contents.insert(.rejectedByGit) }
        passkeys = login.passkeys.map(\.description)
        // What names no passkey of the login is left behind with the passkey.
        hiddenPasskeys = login.hiddenPasskeys.intersection(login.passkeys.map(\.description.credentialID))
        isFavorite = login.isFavorite
        asksEveryTime = login.asksEveryTime
        self.created = created.roundedToMilliseconds
        self.changed = changed.roundedToMilliseconds
        passwordDigest = digest
        unknownFields = login.unknownOverviewFields
    }
}

/// A record as it is read and edited: its overview, and its login with the secrets.
public struct Record: Sendable, Equatable, Identifiable {
    public let overview: Overview
    public let login: Login

    public var id: RecordIdentifier { overview.id }

    /// Where the password was rejected when git came with it, so that git is not given it: scheme, host and port, and the
    /// path where git tells paths apart.
    package var gitRejections: [String] {
        login.gitUse.refusals.filter { $0.password == overview.passwordDigest }.map(\.place)
    }
}

/// What a change did to the records that suggestions are made of, so that the identity store can follow step by step.
public enum Change: Sendable, Hashable {
    /// A record is new, or came back out of the bin.
    case added(Overview)
    case changed(from: Overview, to: Overview)
    /// A record went into the bin, or was purged from it.
    case removed(Overview)
}

/// Sixteen bytes of a keyed hash; useless without the vault's key.
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
