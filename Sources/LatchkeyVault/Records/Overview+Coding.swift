import Foundation

/// The encoding of the overview, the first part of a record, which lists need.
///
/// It begins with the authentication tag of the details, so that neither part can be replaced alone.
extension Overview {
    static let byteLimit = 64 * 1024
    static let padding = 32

    private enum Tag {
        static let title: UInt8 = 1
        static let user: UInt8 = 2
        static let site: UInt8 = 3
        static let contents: UInt8 = 4
        static let flags: UInt8 = 5
        static let created: UInt8 = 6
        static let changed: UInt8 = 7
        static let lastUsed: UInt8 = 8
        static let removed: UInt8 = 9
        static let passkey: UInt8 = 10
        static let passwordDigest: UInt8 = 11
        static let hiddenPasskey: UInt8 = 12
        static let passwordFilled: UInt8 = 13
        static let passkeyCreated: UInt8 = 14
        static let takenFrom: UInt8 = 15
        static let kind: UInt8 = 16
        static let excludedSite: UInt8 = 17
        static let replacedPasskey: UInt8 = 18
        static let passkeyAccount: UInt8 = 19
    }

    fileprivate enum PasskeyTag {
        static let relyingPartyIdentifier: UInt8 = 1
        static let credentialID: UInt8 = 2
        static let userHandle: UInt8 = 3
        static let userName: UInt8 = 4
    }

    package func encoded(detailsTag: [UInt8]) -> [UInt8] {
        var writer = FieldWriter(keeping: unknownFields, prefix: detailsTag)
        writer.write(Tag.title, title)
        writer.write(Tag.user, user)
        for site in sites { writer.write(Tag.site, site.text.utf8) }
        writer.write(Tag.contents, CollectionOfOne(contents.rawValue))
        let flags: UInt8 = (isFavorite ? 1 : 0) | (asksEveryTime ? 2 : 0)
        if flags != 0 { writer.write(Tag.flags, CollectionOfOne(flags)) }
        writer.write(Tag.created, created)
        writer.write(Tag.changed, changed)
        writer.write(Tag.lastUsed, lastUsed)
        writer.write(Tag.removed, removed)
        for passkey in passkeys {
            writer.writeNested(Tag.passkey) { nested in
                nested.write(PasskeyTag.relyingPartyIdentifier, passkey.relyingPartyIdentifier)
                nested.write(PasskeyTag.credentialID, passkey.credentialID)
                nested.write(PasskeyTag.userHandle, passkey.userHandle)
                nested.write(PasskeyTag.userName, passkey.userName)
            }
        }
        if let passwordDigest { writer.write(Tag.passwordDigest, passwordDigest.bytes) }
        for credentialID in hiddenPasskeys.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
            writer.write(Tag.hiddenPasskey, credentialID)
        }
        writer.write(Tag.passwordFilled, passwordFilled)
        passkeys.writeCreationTimes(to: &writer, as: Tag.passkeyCreated)
        if let takenFrom { writer.write(Tag.takenFrom, takenFrom.bytes) }
        if kind != .login { writer.write(Tag.kind, CollectionOfOne(kind.rawValue)) }
        for site in excludedSites { writer.write(Tag.excludedSite, site.text.utf8) }
        for credentialID in replacedPasskeys.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
            writer.write(Tag.replacedPasskey, credentialID)
        }
        passkeys.writeAccounts(to: &writer, as: Tag.passkeyAccount)
        return writer.finish(padding: Self.padding)
    }

    package init(id: RecordIdentifier, revision: UInt64, decoding bytes: ArraySlice<UInt8>) throws(MalformedFields) {
        var fields = OverviewFields()
        var reader = try FieldReader(bytes, prefixCount: Sealing.tagByteCount)
        while let field = try reader.next() { try fields.take(field) }
        guard let created = fields.created, let changed = fields.changed, let contents = fields.contents else {
            throw MalformedFields()
        }
        self.init(id: id, revision: revision, login: Login(title: ""), digest: nil, created: created, changed: changed)
        kind = fields.kind ?? .login
        title = fields.title ?? ""
        user = fields.user ?? ""
        sites = fields.sites
        excludedSites = fields.excludedSites
        self.contents = contents
        passkeys = fields.passkeys
        try passkeys.decodeCreationTimes(fields.passkeyCreations)
        try passkeys.decodeAccounts(fields.passkeyAccounts)
        hiddenPasskeys = fields.hiddenPasskeys
        // Older versions offer a hidden passkey again without removing this mark.
        replacedPasskeys = fields.replacedPasskeys.intersection(hiddenPasskeys)
        isFavorite = (fields.flags ?? 0) & 1 != 0
        asksEveryTime = (fields.flags ?? 0) & 2 != 0
        lastUsed = fields.lastUsed
        removed = fields.removed
        passwordDigest = fields.passwordDigest
        passwordFilled = fields.passwordFilled
        takenFrom = fields.takenFrom
        unknownFields = fields.unknown
    }

    /// The fields that were read so far.
    private struct OverviewFields {
        var title: String?
        var user: String?
        var sites: [Site] = []
        var contents: Contents?
        var flags: UInt8?
        var created: Date?
        var changed: Date?
        var lastUsed: Date?
        var removed: Date?
        var passkeys: [PasskeyDescription] = []
        var passwordDigest: PasswordDigest?
        var hiddenPasskeys: Set<Data> = []
        var replacedPasskeys: Set<Data> = []
        var passwordFilled: Date?
        var passkeyCreations: [ArraySlice<UInt8>] = []
        var passkeyAccounts: [ArraySlice<UInt8>] = []
        var takenFrom: RecordIdentifier?
        var kind: EntryKind?
        var excludedSites: [Site] = []
        var unknown: [UnknownField] = []

        mutating func take(_ field: FieldReader.Field) throws(MalformedFields) {
            switch field.tag {
            case Tag.title: try title.setOnce(field.text())
            case Tag.user: try user.setOnce(field.text())
            case Tag.site:
                guard let site = Site(try field.text()) else { throw MalformedFields() }
                sites.append(site)
            case Tag.contents: try contents.setOnce(Contents(rawValue: field.byte()))
            case Tag.flags: try flags.setOnce(field.byte())
            case Tag.created: try created.setOnce(field.date())
            case Tag.changed: try changed.setOnce(field.date())
            case Tag.lastUsed: try lastUsed.setOnce(field.date())
            case Tag.removed: try removed.setOnce(field.date())
            case Tag.passkey: passkeys.append(try PasskeyDescription(decoding: field.bytes))
            case Tag.passwordDigest:
                guard let digest = PasswordDigest(bytes: field.bytes) else { throw MalformedFields() }
                try passwordDigest.setOnce(digest)
            case Tag.hiddenPasskey: hiddenPasskeys.insert(Data(field.bytes))
            case Tag.replacedPasskey: replacedPasskeys.insert(Data(field.bytes))
            case Tag.passwordFilled: try passwordFilled.setOnce(field.date())
            case Tag.passkeyCreated: passkeyCreations.append(field.bytes)
            case Tag.passkeyAccount: passkeyAccounts.append(field.bytes)
            case Tag.takenFrom:
                guard let origin = RecordIdentifier(bytes: field.bytes) else { throw MalformedFields() }
                try takenFrom.setOnce(origin)
            case Tag.kind: try kind.setOnce(EntryKind(rawValue: field.byte()))
            case Tag.excludedSite:
                guard let site = Site(try field.text()) else { throw MalformedFields() }
                excludedSites.append(site)
            default: unknown.append(UnknownField(tag: field.tag, bytes: Array(field.bytes)))
            }
        }
    }
}

extension PasskeyDescription {
    fileprivate init(decoding bytes: ArraySlice<UInt8>) throws(MalformedFields) {
        var relyingPartyIdentifier: String?
        var credentialID: Data?
        var userHandle: Data?
        var userName: String?
        var reader = FieldReader(nested: bytes)
        while let field = try reader.next() {
            switch field.tag {
            case Overview.PasskeyTag.relyingPartyIdentifier: try relyingPartyIdentifier.setOnce(field.text())
            case Overview.PasskeyTag.credentialID: try credentialID.setOnce(Data(field.bytes))
            case Overview.PasskeyTag.userHandle: try userHandle.setOnce(Data(field.bytes))
            case Overview.PasskeyTag.userName: try userName.setOnce(field.text())
            // Nested values have a fixed set of tags. A later version adds top-level fields instead.
            default: throw MalformedFields()
            }
        }
        self.init(
            relyingPartyIdentifier: relyingPartyIdentifier ?? "", credentialID: credentialID ?? Data(),
            userHandle: userHandle ?? Data(), userName: userName ?? "")
    }
}
