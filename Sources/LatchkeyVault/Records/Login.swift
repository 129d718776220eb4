public import Foundation
public import LatchkeyCore

/// A login, note or card as the user edits it, without its place in the vault.
public struct Login: Sendable, Equatable {
    /// The largest number of old passwords.
    ///
    /// The oldest are dropped.
    public static let historyLimit = 20

    /// What the entry is.
    ///
    /// A note or card has a title, notes and fields only.
    public var kind: EntryKind
    public var title: String
    public var user: String
    /// The password; `nil` if the account has none, for example only passkeys.
    public var password: Secret?
    public var sites: [Site]
    /// The secret of one-time codes, as an `otpauth` address or in Base32.
    public var oneTimeCode: Secret?
    public var passkeys: [Passkey]
    public var notes: Secret?
    /// Old passwords, newest first.
    public var history: [PastPassword]
    public var fields: [CustomField]
    public var isFavorite: Bool
    /// Whether the user must confirm every use, also while the vault is unlocked.
    public var asksEveryTime: Bool
    /// When the password expires, if its issuer says so, to the millisecond.
    public var passwordExpiry: Date?
    /// The token for a new password after this one has expired (RFC 6749 §1.5).
    public var oauthRefreshToken: Secret?
    /// The scheme of HTTP authentication that the password is for, such as `Bearer` (RFC 9110 §11).
    public var authenticationType: String?
    /// When the password was set, if neither the history nor the creation time shows it, to the millisecond.
    public internal(set) var passwordChanged: Date?

    /// The credential IDs of passkeys that are kept but not offered, because their site does not accept them.
    public var hiddenPasskeys: Set<Data> = []
    /// The hidden passkeys that a newer passkey of their account has replaced, by credential ID.
    ///
    /// Their site may still accept them, so they are offered again if it reports the newer passkey as unknown.
    public var replacedPasskeys: Set<Data> = []

    /// What git did with the login.
    package var gitUse = GitUse()

    /// Fields that a later version wrote.
    ///
    /// An edit writes them back.
    package var unknownOverviewFields: [UnknownField] = []
    package var unknownDetailsFields: [UnknownField] = []

    public init(
        kind: EntryKind = .login, title: String, user: String = "", password: Secret? = nil, sites: [Site] = [],
        oneTimeCode: Secret? = nil, passkeys: [Passkey] = [], notes: Secret? = nil, history: [PastPassword] = [],
        fields: [CustomField] = [], isFavorite: Bool = false, asksEveryTime: Bool = false
    ) {
        self.kind = kind
        self.title = title
        self.user = user
        self.password = password
        self.sites = sites
        self.oneTimeCode = oneTimeCode
        self.passkeys = passkeys
        self.notes = notes
        self.history = history
        self.fields = fields
        self.isFavorite = isFavorite
        self.asksEveryTime = asksEveryTime
    }
}

extension Login {
    /// The name of the custom fields whose addresses name hosts where the login is never suggested.
    public static let excludedAddressField = "Address (never matched)"

    /// The sites in fields of that name; concealed values are secrets, so they are not among them.
    public var excludedSites: [Site] {
        guard kind == .login else { return [] }
        return fields.filter { $0.name == Self.excludedAddressField && !$0.isConcealed }
            .compactMap { Site($0.value.reveal()) }
    }

    /// When the password was set, as far as is known.
    public func passwordSince(created: Date) -> Date {
        [history.first?.replaced, passwordChanged].compactMap(\.self).max() ?? created
    }

    /// Inserts an older password into the history by its date.
    ///
    /// - Parameters:
    ///   - date: The latest known time at which it was the password.
    ///   - since: The result of ``passwordSince(created:)``, which stays the same.
    package mutating func addToHistory(_ password: Secret, asOf date: Date, currentSince since: Date) {
        passwordChanged = since.roundedToMilliseconds
        let place = history.firstIndex { $0.replaced <= date } ?? history.endIndex
        history.insert(PastPassword(password: password, replaced: date), at: place)
    }

    /// Inserts old passwords that are not in the history yet, up to ``historyLimit``.
    ///
    /// - Parameters:
    ///   - past: Neither the current password, nor one that is about to be added to the history.
    ///   - since: The result of ``passwordSince(created:)``, which stays the same unless one of them was replaced later.
    package mutating func addToHistory(_ past: [PastPassword], currentSince since: Date) {
        let countBefore = history.count
        for past in past where !history.contains(where: { $0.password == past.password }) && past.password != password {
            guard !past.password.isEmpty else { continue }
            let place = history.firstIndex { $0.replaced < past.replaced } ?? history.endIndex
            if place < Self.historyLimit { history.insert(past, at: place) }
        }
        guard history.count > countBefore else { return }
        history.removeLast(max(history.count - Self.historyLimit, 0))
        if password != nil { passwordChanged = max(passwordChanged ?? since, since).roundedToMilliseconds }
    }

    /// Sets an empty password to `nil`.
    ///
    /// A password that git stored stays: with an empty user and password git makes curl use Kerberos.
    mutating func dropEmptyPassword() {
        if password?.isEmpty == true, gitUse.stored == nil { password = nil }
    }
}

extension Login {
    /// Whether every text can be compared and sent in a message.
    ///
    /// Comparing a text with very many combining marks on one letter takes minutes, so messages reject it. Secrets that are
    /// not UTF-8 are not texts.
    package var isStreamSafe: Bool {
        let texts =
            [title, user] + sites.map(\.text) + fields.map(\.name) + [authenticationType].compactMap(\.self)
            + passkeys.flatMap { [$0.description.relyingPartyIdentifier, $0.description.userName] }
        let secrets = [password, notes, oneTimeCode, oauthRefreshToken].compactMap(\.self) + fields.map(\.value)
        return texts.allSatisfy(StreamSafeText.allows) && secrets.allSatisfy(\.isStreamSafe)
    }
}

extension Secret {
    /// Almost every secret is ASCII, and checking that needs no copy of it.
    fileprivate var isStreamSafe: Bool {
        let isASCII = unsafe withBytes { bytes in unsafe bytes.allSatisfy { $0 < 0x80 } }
        return isASCII || StreamSafeText.allows(reveal())
    }
}

/// A password that was replaced.
public struct PastPassword: Sendable, Equatable {
    public let password: Secret
    /// When it was replaced, or the latest known time at which it was the password, to the millisecond.
    public let replaced: Date

    public init(password: Secret, replaced: Date) {
        self.password = password
        self.replaced = replaced.roundedToMilliseconds
    }
}

/// A field that the user added.
public struct CustomField: Sendable, Equatable {
    public var name: String
    public var value: Secret
    /// Whether the value is hidden until the user reveals it.
    public var isConcealed: Bool

    public init(name: String, value: Secret, isConcealed: Bool) {
        self.name = name
        self.value = value
        self.isConcealed = isConcealed
    }
}

/// A field that this version does not know.
package struct UnknownField: Sendable, Hashable {
    package let tag: UInt8
    package let bytes: [UInt8]

    package init(tag: UInt8, bytes: [UInt8]) {
        self.tag = tag
        self.bytes = bytes
    }
}
