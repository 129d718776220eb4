public import Foundation
public import LatchkeyCore

/// A passkey: what identifies it, and what only its maker can read.
public struct Passkey: Sendable, Equatable {
    /// How many bytes of its site's own a passkey keeps.
    public static let largeBlobByteLimit = 64 * 1024

    public var description: PasskeyDescription
    /// The private key in PKCS #8, as passkeys are exchanged; the vault does not look into it.
    public var privateKey: Secret
    /// Nothing for a passkey that was made elsewhere without them.
    public var prfSecrets: PasskeyPRFSecrets?
    /// What its site had kept beside it.
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
    /// When it was made, where that is known; to the millisecond.
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

/// The secrets of a passkey's pseudo-random functions: one for a person who was verified, one for anybody
/// (CTAP 2.2 §12.7, "CredRandomWithUV" and "CredRandomWithoutUV").
public struct PasskeyPRFSecrets: Sendable, Equatable {
    public static let byteCount = 32

    public let verified: Secret
    public let unverified: Secret

    /// Nothing unless both have ``byteCount`` bytes.
    public init?(verified: Secret, unverified: Secret) {
        guard verified.count == Self.byteCount, unverified.count == Self.byteCount else { return nil }
        self.verified = verified
        self.unverified = unverified
    }
}
