public import Foundation
public import LatchkeyCore

/// A login as a person knows it: everything that they entered, and nothing about where it is stored.
public struct Login: Sendable, Equatable {
    /// How many old passwords a login keeps; the oldest go first.
    public static let historyLimit = 20

    public var title: String
    public var user: String
    /// The password, or nil where there is none, as for an account with passkeys alone.
    public var password: Secret?
    public var sites: [Site]
    /// The secret of one-time codes, as an `otpauth` address or in Base32; stored here, computed elsewhere.
    public var oneTimeCode: Secret?
    public var passkeys: [Passkey]
    public var notes: Secret?
    /// Old passwords, newest first.
    public var history: [PastPassword]
    public var fields: [CustomField]
    public var isFavorite: Bool
    /// Whether every use needs the person's presence, also while the vault is unlocked.
    public var asksEveryTime: Bool
    /// When the password stops being good, where whoever made it says so; to the millisecond.
    public var passwordExpiry: Date?
    /// What a new password is fetched with, once this one has expired (RFC 6749 §1.5).
    public var oauthRefreshToken: Secret?
    /// The scheme of HTTP authentication that the password is the credential of, such as `Bearer` (RFC 9110 §11).
    public var authenticationType: String?
    /// Since when the password has been one, where neither history nor creation say so; to the millisecond.
    public internal(set) var passwordChanged: Date?

    /// The passkeys that are kept and not offered, by their credentials' identifiers: their site does not accept them.
    public var hiddenPasskeys: Set<Data> = []

    /// What git did with the login.
    package var gitUse = GitUse()

    /// Members that a later version wrote; kept, and written back with an edit.
    package var unknownOverviewFields: [UnknownField] = []
    package var unknownDetailsFields: [UnknownField] = []

    public init(
        title: String, user: String = "", password: Secret? = nil, sites: [Site] = [], oneTimeCode: Secret? = nil,
        passkeys: [Passkey] = [], notes: Secret? = nil, history: [PastPassword] = [], fields: [CustomField] = [],
        isFavorite: Bool = false, asksEveryTime: Bool = false
    ) {
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
    /// Since when the password has been one, as far as is known.
    public func passwordSince(created: Date) -> Date {
        [history.first?.replaced, passwordChanged].compactMap(\.self).max() ?? created
    }

    /// Puts a password that is older than the present one where it belongs in the history.
    ///
    /// - Parameters:
    ///   - date: When it was the password, for all that is known.
    ///   - since: What ``passwordSince(created:)`` is, and stays.
    package mutating func remember(_ password: Secret, asOf date: Date, presentSince since: Date) {
        passwordChanged = since.roundedToMilliseconds
        let place = history.firstIndex { $0.replaced <= date } ?? history.endIndex
        history.insert(PastPassword(password: password, replaced: date), at: place)
    }

    /// Puts old passwords that are not known yet where they belong in the history, as far as it has room for them.
    ///
    /// - Parameters:
    ///   - past: Not the present password, nor one that is about to go into the history.
    ///   - since: What ``passwordSince(created:)`` is, and stays, unless one of them was replaced after that.
    package mutating func remember(_ past: [PastPassword], presentSince since: Date) {
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

    /// Makes an empty password none: there is nothing to fill in with it.
    ///
    /// What git has stored stays: no user and no password is how it has curl sign in by Kerberos.
    mutating func dropEmptyPassword() {
        if password?.isEmpty == true, gitUse.stored == nil { password = nil }
    }
}

/// A password that was replaced.
public struct PastPassword: Sendable, Equatable {
    public let password: Secret
    /// When it was replaced, or was last known to be the password; to the millisecond.
    public let replaced: Date

    public init(password: Secret, replaced: Date) {
        self.password = password
        self.replaced = replaced.roundedToMilliseconds
    }
}

/// A field that the person added.
public struct CustomField: Sendable, Equatable {
    public var name: String
    public var value: Secret
    /// Whether the value is shown as dots until asked for.
    public var isConcealed: Bool

    public init(name: String, value: Secret, isConcealed: Bool) {
        self.name = name
        self.value = value
        self.isConcealed = isConcealed
    }
}

/// A member that this version does not know.
package struct UnknownField: Sendable, Hashable {
    package let tag: UInt8
    package let bytes: [UInt8]

    package init(tag: UInt8, bytes: [UInt8]) {
        self.tag = tag
        self.bytes = bytes
    }
}
