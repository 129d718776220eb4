import Crypto
import Foundation
import LatchkeyWire

/// One row of the identity store, and how an identity becomes one.
///
/// The fields of an identity are packed into one column, so that any text comes back byte for byte, NUL and all. Two
/// digests go with them: `id` is made of what makes identities equal, and `seal` of everything, so that a byte that
/// the disk changed is noticed when the row is read.
struct IdentityRecord: Hashable, Sendable {
    /// The first 16 bytes of a SHA-256 over the provider and what makes identities equal (kind, service, user, record
    /// identifier, and for a passkey its credential identifier).
    var id: Data
    var provider: Int64
    var kind: Int64
    /// Empty for a service that no page can match.
    var site: String
    var host: String
    var rank: Int64
    var content: Data
    var seal: Int64
    /// By which a passkey is found: ``number(ofCredential:)`` of its credential; nothing for other kinds.
    var credential: Int64?

    /// - Parameters:
    ///   - number: ``number(of:)`` of the provider, which the caller has for many identities at once.
    ///   - id: ``placeholderID(of:provider:)`` for a placeholder; `nil` for what makes identities equal.
    init(
        _ identity: CredentialIdentity, of provider: ProviderIdentifier, number: Int64, keys: IdentityIndexKeys?,
        id: Data? = nil
    ) {
        self.id = id ?? Self.id(of: identity, provider: provider)

        var packed = PackedFields()
        packed.append(byte: identity.serviceIdentifier.type.code)
        packed.append(identity.serviceIdentifier.identifier)
        packed.append(identity.serviceIdentifier.displayName)
        packed.append(identity.user)
        packed.append(identity.recordIdentifier)
        packed.append(identity.credentialID)
        packed.append(identity.userHandle)
        content = Data(packed.bytes)

        self.provider = number
        kind = Int64(identity.kind.code)
        let keys = keys.flatMap { $0.site.utf8.contains(0) || $0.host.utf8.contains(0) ? nil : $0 }
        site = keys?.site ?? ""
        host = keys?.host ?? ""
        rank = Int64(identity.rank)
        credential = identity.kind == .passkey ? identity.credentialID.map(Self.number(ofCredential:)) : nil
        seal = 0
        seal = computedSeal
    }

    init(
        id: Data, provider: Int64, kind: Int64, site: String, host: String, rank: Int64, content: Data, seal: Int64,
        credential: Int64?
    ) {
        self.id = id
        self.provider = provider
        self.kind = kind
        self.site = site
        self.host = host
        self.rank = rank
        self.content = content
        self.seal = seal
        self.credential = credential
    }

    private static func id(of identity: CredentialIdentity, provider: ProviderIdentifier) -> Data {
        var equality = PackedFields()
        equality.append(provider.rawValue)
        equality.append(byte: identity.kind.code)
        equality.append(byte: identity.serviceIdentifier.type.code)
        equality.append(identity.serviceIdentifier.identifier)
        equality.append(identity.user)
        equality.append(identity.recordIdentifier)
        equality.append(identity.kind == .passkey ? identity.credentialID : nil)
        return Data(SHA256.hash(data: equality.bytes).prefix(idLength))
    }

    /// The identifier of the row that the agent writes for a new passkey until its provider saves it.
    ///
    /// It depends on the credential alone, so that the provider's own identity finds it whatever user and record
    /// identifier that has. `nil` for other kinds.
    static func placeholderID(of identity: CredentialIdentity, provider: ProviderIdentifier) -> Data? {
        guard identity.kind == .passkey, let credentialID = identity.credentialID, !credentialID.isEmpty else {
            return nil
        }
        var fields = PackedFields()
        fields.append(provider.rawValue)
        // No kind has this number.
        fields.append(byte: 0)
        fields.append(credentialID)
        return Data(SHA256.hash(data: fields.bytes).prefix(idLength))
    }

    /// A provider's number in the database: the first eight bytes of its identifier's SHA-256.
    static func number(of provider: ProviderIdentifier) -> Int64 {
        leadingInteger(of: SHA256.hash(data: Array(provider.rawValue.utf8)))
    }

    /// A credential's number in the database: the first eight bytes of its SHA-256, which two may share.
    static func number(ofCredential credentialID: Data) -> Int64 {
        leadingInteger(of: SHA256.hash(data: credentialID))
    }

    /// The identity, if not a byte of the row has changed since it was written.
    ///
    /// - Parameter provider: The one with the row's number.
    func stored(by provider: ProviderIdentifier) -> StoredIdentity? {
        guard seal == computedSeal else { return nil }
        guard let kind = CredentialKind(code: kind), let rank = Int(exactly: rank) else { return nil }
        var fields = PackedFields.Reader(content)
        guard let typeCode = fields.readByte(), let type = ServiceIdentifier.Kind(code: typeCode),
            let service = fields.readString(), let service,
            let displayName = fields.readString(), let user = fields.readString(), let user,
            let recordIdentifier = fields.readString(), let credentialID = fields.readData(),
            let userHandle = fields.readData(), fields.isAtEnd
        else { return nil }
        let identity = CredentialIdentity(
            kind: kind,
            serviceIdentifier: ServiceIdentifier(type: type, identifier: service, displayName: displayName),
            user: user, recordIdentifier: recordIdentifier, rank: rank, credentialID: credentialID,
            userHandle: userHandle)
        let keys = site.isEmpty ? nil : IdentityIndexKeys(site: site, host: host)
        return StoredIdentity(id: Self.name(ofID: id), provider: provider, identity: identity, keys: keys)
    }

    private var computedSeal: Int64 {
        var all = PackedFields()
        all.append(id)
        all.append(site)
        all.append(host)
        all.append(content)
        all.append(integer: provider)
        all.append(integer: kind)
        all.append(integer: rank)
        if let credential { all.append(integer: credential) }
        return Self.leadingInteger(of: SHA256.hash(data: all.bytes))
    }

    private static func leadingInteger(of digest: SHA256.Digest) -> Int64 {
        Int64(bitPattern: digest.prefix(8).reduce(0) { $0 << 8 | UInt64($1) })
    }

    // MARK: Names of identifiers

    static let idLength = 16

    /// The identifier in lower-case hexadecimal.
    static func name(ofID id: Data) -> String {
        var text: [UInt8] = []
        text.reserveCapacity(id.count * 2)
        for byte in id {
            text.append(hexadecimalDigits[Int(byte >> 4)])
            text.append(hexadecimalDigits[Int(byte & 0xf)])
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The identifier that ``name(ofID:)`` wrote.
    static func id(ofName name: String) -> Data? {
        let digits = name.utf8.map { hexadecimalDigits.firstIndex(of: $0) }
        guard digits.count == idLength * 2 else { return nil }
        var id = Data(capacity: idLength)
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let high = digits[index], let low = digits[index + 1] else { return nil }
            id.append(UInt8(high << 4 | low))
        }
        return id
    }

    private static let hexadecimalDigits = Array("0123456789abcdef".utf8)
}

extension CredentialKind {
    /// The number in the database; append only.
    var code: UInt8 {
        switch self {
        case .password: 1
        case .passkey: 2
        case .code: 3
        }
    }

    init?(code: Int64) {
        guard let kind = Self.allCases.first(where: { Int64($0.code) == code }) else { return nil }
        self = kind
    }
}

extension ServiceIdentifier.Kind {
    /// The number in the database; append only.
    var code: UInt8 {
        switch self {
        case .domain: 1
        case .url: 2
        case .app: 3
        }
    }

    init?(code: UInt8) {
        switch code {
        case 1: self = .domain
        case 2: self = .url
        case 3: self = .app
        default: return nil
        }
    }
}
