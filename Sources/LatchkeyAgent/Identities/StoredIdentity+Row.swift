import Crypto
import Foundation
import GRDB
import LatchkeyCore
import LatchkeyMatching

/// Stored identities as rows of the database.
///
/// The fields of an identity are packed into one column, so that any text comes back byte for byte, NUL included. Two
/// digests go with them. `id` is computed from the fields that make identities equal: provider, kind, service, user,
/// record identifier, and for a passkey its credential ID. `seal` is computed from all columns, so that reading a row
/// detects a byte that the disk changed.
extension StoredIdentity {
    /// The columns, in the order of ``Columns``.
    static let columns = "id, provider, kind, site, host, rank, content, seal, credential"

    /// Reads a row; `nil` if its provider is not enabled.
    ///
    /// - Parameters:
    ///   - skipped: How many columns come before ``columns``.
    ///   - enabled: The providers by ``number(of:)``.
    /// - Throws: ``DamagedRow`` if the row is not what was written.
    init?(_ row: Row, skipping skipped: Int = 0, enabled: [Int64: ProviderIdentifier]) throws {
        let columns = try Columns(row, skipping: skipped)
        guard let provider = enabled[columns.provider] else { return nil }
        guard columns.seal == columns.computedSeal, let identity = columns.identity else { throw DamagedRow() }
        self.init(id: Hexadecimal.text(columns.id), provider: provider, identity: identity)
    }

    /// The values of a row.
    ///
    /// - Parameters:
    ///   - number: ``number(of:)`` of the provider, which callers compute once for many identities.
    ///   - id: ``placeholderID(of:provider:)`` for a placeholder; `nil` for the digest of the identity.
    static func arguments(
        for identity: CredentialIdentity, of provider: ProviderIdentifier, number: Int64, id: Data? = nil
    ) -> StatementArguments {
        Columns(identity, id: id ?? rowID(of: identity, provider: provider), provider: number).arguments
    }

    private static func rowID(of identity: CredentialIdentity, provider: ProviderIdentifier) -> Data {
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

    /// The row's identifier in the database.
    var rowID: Data? {
        Hexadecimal.bytes(id).flatMap { $0.count == Self.idLength ? Data($0) : nil }
    }

    /// A provider's number in the database: the first eight bytes of its identifier's SHA-256.
    static func number(of provider: ProviderIdentifier) -> Int64 {
        SHA256.hash(data: Array(provider.rawValue.utf8)).leadingInteger
    }

    /// A credential's number in the database: the first eight bytes of its SHA-256, which two may share.
    static func number(ofCredential credentialID: [UInt8]) -> Int64 {
        SHA256.hash(data: credentialID).leadingInteger
    }

    /// The kind's number in the database for an exclusion, which is a password in messages.
    ///
    /// Exclusions have their own number, so that they take no share of the passwords of a large site.
    static let exclusionCode: Int64 = 4

    /// The kind's number in the database for a hidden passkey, which is a passkey in messages.
    ///
    /// Hidden passkeys have their own number, so that they take no share of the passkeys of a large site. A look-up finds
    /// them there by the credential that the page names.
    static let hiddenPasskeyCode: Int64 = 5

    /// In bytes.
    private static let idLength = 16
}

private struct Columns {
    var id: Data
    var provider: Int64
    var kind: Int64
    /// Empty if no page can match the service.
    var site: String
    var host: String
    var rank: Int64
    var content: Data
    var seal: Int64
    /// The number of a passkey's credential, by which it is found; `nil` for other kinds.
    var credential: Int64?

    init(_ identity: CredentialIdentity, id: Data, provider: Int64) {
        var packed = PackedFields()
        packed.append(byte: identity.serviceIdentifier.type.code)
        packed.append(identity.serviceIdentifier.identifier)
        packed.append(identity.serviceIdentifier.displayName)
        packed.append(identity.user)
        packed.append(identity.recordIdentifier)
        packed.append(identity.credentialID)
        packed.append(identity.userHandle)
        packed.append(identity.detail)
        // Rows of older versions, and of identities without these values, end here.
        if identity.displayName != nil || identity.lastUse != nil {
            packed.append(identity.displayName)
            packed.append(integer: identity.lastUse ?? .min)
        }
        content = Data(packed.bytes)

        let keys = IdentityIndexKeys(of: identity)
        self.id = id
        self.provider = provider
        kind = identity.rowKind
        site = keys?.site ?? ""
        host = keys?.host ?? ""
        rank = Int64(identity.rank)
        credential =
            identity.kind == .passkey ? identity.credentialID.map(StoredIdentity.number(ofCredential:)) : nil
        seal = 0
        seal = computedSeal
    }

    /// - Throws: ``DamagedRow`` if a column has another type than was written.
    init(_ row: Row, skipping skipped: Int) throws {
        var values = row.databaseValues.dropFirst(skipped).makeIterator()
        func next() -> DatabaseValue? { values.next() }
        guard let id = next()?.bytes, let provider = next()?.integer, let kind = next()?.integer,
            let site = next()?.text, let host = next()?.text, let rank = next()?.integer,
            let content = next()?.bytes, let seal = next()?.integer, let credential = next(),
            credential.isNull || credential.integer != nil
        else { throw DamagedRow() }
        self.id = id
        self.provider = provider
        self.kind = kind
        self.site = site
        self.host = host
        self.rank = rank
        self.content = content
        self.seal = seal
        self.credential = credential.integer
    }

    var arguments: StatementArguments {
        [id, provider, kind, site, host, rank, content, seal, credential]
    }

    var identity: CredentialIdentity? {
        guard let kind = CredentialKind(rowKind: self.kind), let rank = Int(exactly: rank) else { return nil }
        var fields = PackedFields.Reader(content)
        guard let typeCode = fields.readByte(), let type = ServiceIdentifier.Kind(code: typeCode),
            let service = fields.readString(), let service,
            let displayName = fields.readString(), let user = fields.readString(), let user,
            let recordIdentifier = fields.readString(), let credentialID = fields.readBytes(),
            let userHandle = fields.readBytes(), let detail = fields.readString()
        else { return nil }
        var userDisplayName: String?
        var lastUse: Int64?
        if !fields.isAtEnd {
            guard let name = fields.readString(), let time = fields.readInteger(), fields.isAtEnd else { return nil }
            (userDisplayName, lastUse) = (name, time == .min ? nil : time)
        }
        return CredentialIdentity(
            kind: kind,
            serviceIdentifier: ServiceIdentifier(type: type, identifier: service, displayName: displayName),
            user: user, recordIdentifier: recordIdentifier, rank: rank, credentialID: credentialID,
            userHandle: userHandle, detail: detail, isHidden: self.kind == StoredIdentity.hiddenPasskeyCode,
            displayName: userDisplayName, lastUse: lastUse)
    }

    var computedSeal: Int64 {
        var all = PackedFields()
        all.append(id)
        all.append(site)
        all.append(host)
        all.append(content)
        all.append(integer: provider)
        all.append(integer: kind)
        all.append(integer: rank)
        if let credential { all.append(integer: credential) }
        return SHA256.hash(data: all.bytes).leadingInteger
    }
}

extension CredentialIdentity {
    /// Whether it only keeps its record from being suggested on a host.
    private var isExclusion: Bool { kind == .password && serviceIdentifier.excludedPlace != nil }

    /// The kind's number in the database.
    fileprivate var rowKind: Int64 {
        if isExclusion { return StoredIdentity.exclusionCode }
        if kind == .passkey && isHidden { return StoredIdentity.hiddenPasskeyCode }
        return Int64(kind.code)
    }
}

extension SHA256.Digest {
    fileprivate var leadingInteger: Int64 {
        Int64(bitPattern: prefix(8).reduce(0) { $0 << 8 | UInt64($1) })
    }
}

extension CredentialKind {
    /// The number in the database; append only, and never ``StoredIdentity/exclusionCode`` or
    /// ``StoredIdentity/hiddenPasskeyCode``.
    var code: UInt8 {
        switch self {
        case .password: 1
        case .passkey: 2
        case .code: 3
        }
    }

    /// Reads the kind's number in the database; `nil` for an unknown number.
    fileprivate init?(rowKind: Int64) {
        switch rowKind {
        case StoredIdentity.exclusionCode: self = .password
        case StoredIdentity.hiddenPasskeyCode: self = .passkey
        default:
            guard let kind = Self.allCases.first(where: { Int64($0.code) == rowKind }) else { return nil }
            self = kind
        }
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
