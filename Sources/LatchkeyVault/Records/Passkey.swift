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
    /// When it was created, if known, to the millisecond.
    public var created: Date?

    public init(
        relyingPartyIdentifier: String, credentialID: Data, userHandle: Data, userName: String, created: Date? = nil
    ) {
        self.relyingPartyIdentifier = relyingPartyIdentifier
        self.credentialID = credentialID
        self.userHandle = userHandle
        self.userName = userName
        self.created = created?.roundedToMilliseconds
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
