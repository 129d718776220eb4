import Foundation
import LatchkeyCore

/// The encoding of the details, the second part of a record: its secrets.
extension Login {
    static let detailsByteLimit = 4 * 1024 * 1024
    static let detailsPadding = 64

    private enum Tag {
        static let password: UInt8 = 1
        static let oneTimeCode: UInt8 = 2
        static let passkey: UInt8 = 3
        static let notes: UInt8 = 4
        static let pastPassword: UInt8 = 5
        static let field: UInt8 = 6
        static let passwordExpiry: UInt8 = 7
        static let oauthRefreshToken: UInt8 = 8
        static let authenticationType: UInt8 = 9
        static let passwordChanged: UInt8 = 10
        // 11, 12 and 14 belong to `GitUse`.
        static let passkeyExtensions: UInt8 = 13
    }

    package func encodedDetails() -> [UInt8] {
        var writer = FieldWriter(keeping: unknownDetailsFields)
        writer.write(Tag.password, password)
        writer.write(Tag.oneTimeCode, oneTimeCode)
        // In the order of their descriptions in the overview.
        for passkey in passkeys { writer.write(Tag.passkey, passkey.privateKey) }
        writer.write(Tag.notes, notes)
        for past in history {
            writer.writeNested(Tag.pastPassword) { nested in
                nested.write(1, past.replaced)
                nested.write(2, past.password)
            }
        }
        for field in fields {
            writer.writeNested(Tag.field) { nested in
                nested.write(1, field.name)
                nested.write(2, field.value)
                if field.isConcealed { nested.write(3, CollectionOfOne(1)) }
            }
        }
        if let passwordExpiry { writer.write(Tag.passwordExpiry, passwordExpiry) }
        writer.write(Tag.oauthRefreshToken, oauthRefreshToken)
        if let authenticationType { writer.write(Tag.authenticationType, authenticationType) }
        if let passwordChanged { writer.write(Tag.passwordChanged, passwordChanged) }
        gitUse.write(to: &writer)
        passkeys.writeExtensions(to: &writer, as: Tag.passkeyExtensions)
        return writer.finish(padding: Self.detailsPadding)
    }

    /// Decodes the details and combines them with the record's overview.
    package init(_ overview: Overview, decodingDetails bytes: ArraySlice<UInt8>) throws(MalformedFields) {
        self.init(
            kind: overview.kind, title: overview.title, user: overview.user, sites: overview.sites,
            isFavorite: overview.isFavorite, asksEveryTime: overview.asksEveryTime)
        unknownOverviewFields = overview.unknownFields
        hiddenPasskeys = overview.hiddenPasskeys
        replacedPasskeys = overview.replacedPasskeys
        var privateKeys: [Secret] = []
        var extensions: [ArraySlice<UInt8>] = []
        var reader = try FieldReader(bytes)
        while let field = try reader.next() {
            switch field.tag {
            case Tag.password: try password.setOnce(field.secret())
            case Tag.oneTimeCode: try oneTimeCode.setOnce(field.secret())
            case Tag.passkey: privateKeys.append(field.secret())
            case Tag.notes: try notes.setOnce(field.secret())
            case Tag.pastPassword: history.append(try PastPassword(decoding: field.bytes))
            case Tag.field: fields.append(try CustomField(decoding: field.bytes))
            case Tag.passwordExpiry: try passwordExpiry.setOnce(field.date())
            case Tag.oauthRefreshToken: try oauthRefreshToken.setOnce(field.secret())
            case Tag.authenticationType: try authenticationType.setOnce(field.text())
            case Tag.passwordChanged: try passwordChanged.setOnce(field.date())
            case Tag.passkeyExtensions: extensions.append(field.bytes)
            case let tag where GitUse.isTag(tag): try gitUse.take(field)
            default: unknownDetailsFields.append(UnknownField(tag: field.tag, bytes: Array(field.bytes)))
            }
        }
        guard privateKeys.count == overview.passkeys.count else { throw MalformedFields() }
        passkeys = zip(overview.passkeys, privateKeys).map { Passkey(description: $0, privateKey: $1) }
        try passkeys.decodeExtensions(extensions)
    }
}

extension PastPassword {
    fileprivate init(decoding bytes: ArraySlice<UInt8>) throws(MalformedFields) {
        var replaced: Date?
        var password: Secret?
        var reader = FieldReader(nested: bytes)
        while let field = try reader.next() {
            switch field.tag {
            case 1: try replaced.setOnce(field.date())
            case 2: try password.setOnce(field.secret())
            default: throw MalformedFields()
            }
        }
        guard let replaced, let password else { throw MalformedFields() }
        self.init(password: password, replaced: replaced)
    }
}

extension CustomField {
    fileprivate init(decoding bytes: ArraySlice<UInt8>) throws(MalformedFields) {
        var name: String?
        var value: Secret?
        var flag: UInt8?
        var reader = FieldReader(nested: bytes)
        while let field = try reader.next() {
            switch field.tag {
            case 1: try name.setOnce(field.text())
            case 2: try value.setOnce(field.secret())
            case 3: try flag.setOnce(field.byte())
            default: throw MalformedFields()
            }
        }
        guard let value else { throw MalformedFields() }
        self.init(name: name ?? "", value: value, isConcealed: flag == 1)
    }
}
