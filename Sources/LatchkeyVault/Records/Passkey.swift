public import Foundation
public import LatchkeyCore

/// A passkey: its description and its secrets.
public struct Passkey: Sendable, Equatable {
    /// The largest size of ``largeBlob``, in bytes.
    public static let largeBlobByteLimit = 64 * 1024

    public var description: PasskeyDescription
    /// The private key in PKCS #8.
    ///
    /// The vault does not parse it.
    public var privateKey: Secret
    /// `nil` for a passkey that another program created without them.
    public var prfSecrets: PasskeyPRFSecrets?
    /// The data that the site stored with the passkey (WebAuthn's `largeBlob` extension).
    public var largeBlob: Secret?

    public init(
        description: PasskeyDescription, privateKey: Secret, prfSecrets: PasskeyPRFSecrets? = nil,
        largeBlob: Secret? = nil
    ) {
        self.description = description
        self.privateKey = privateKey
        self.prfSecrets = prfSecrets
        self.largeBlob = largeBlob
    }
}

/// The part of a passkey that suggestions need, without a secret.
public struct PasskeyDescription: Hashable, Sendable {
    public var relyingPartyIdentifier: String
    public var credentialID: Data
    public var userHandle: Data
    public var userName: String
    /// The site's name for the user (WebAuthn's `user.displayName`); `nil` if it is unknown or equals the user name.
    public private(set) var displayName: String?
    /// When it was created, if known, to the millisecond.
    public var created: Date?
    /// When this vault last signed in with it, to the millisecond; `nil` if it never did.
    public var lastUsed: Date?

    /// - Parameter displayName: Ignored if it is empty or equals the user name.
    public init(
        relyingPartyIdentifier: String, credentialID: Data, userHandle: Data, userName: String,
        displayName: String? = nil, created: Date? = nil, lastUsed: Date? = nil
    ) {
        self.relyingPartyIdentifier = relyingPartyIdentifier
        self.credentialID = credentialID
        self.userHandle = userHandle
        self.userName = userName
        self.created = created?.roundedToMilliseconds
        self.lastUsed = lastUsed?.roundedToMilliseconds
        rename(to: userName, displayName: displayName)
    }

    /// The largest size of ``displayName`` in bytes of UTF-8; an authenticator may shorten names to 64 (WebAuthn L3 §6.4.1).
    static let displayNameByteLimit = 256

    /// Sets the user name and the display name.
    ///
    /// - Parameter displayName: Ignored if it is empty or equals the user name; shortened if it is longer than 256
    ///   bytes.
    public mutating func rename(to userName: String, displayName: String?) {
        self.userName = userName
        let name = displayName.map { $0.shortened(toByteCount: Self.displayNameByteLimit) }
        // Compares bytes: either name can have so many combining marks that `==` takes minutes.
        let isUseful = name.map { name in
            !name.isEmpty && !name.utf8.elementsEqual(userName.utf8) && StreamSafeText.allows(name)
        }
        self.displayName = isUseful == true ? name : nil
    }
}

extension String {
    /// The whole text, or its beginning with `…` at the end.
    package func shortened(toByteCount limit: Int) -> String {
        guard utf8.count > limit else { return self }
        var end = startIndex
        while end < endIndex, utf8.distance(from: startIndex, to: index(after: end)) <= limit - 3 {
            end = index(after: end)
        }
        return String(self[..<end]) + "…"
    }
}

/// The secrets of a passkey's pseudo-random functions, with and without user verification (CTAP 2.2 §12.7,
/// "CredRandomWithUV" and "CredRandomWithoutUV").
public struct PasskeyPRFSecrets: Sendable, Equatable {
    public static let byteCount = 32

    public let verified: Secret
    public let unverified: Secret

    /// `nil` unless both have ``byteCount`` bytes.
    public init?(verified: Secret, unverified: Secret) {
        guard verified.count == Self.byteCount, unverified.count == Self.byteCount else { return nil }
        self.verified = verified
        self.unverified = unverified
    }
}
