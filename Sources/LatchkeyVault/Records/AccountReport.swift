public import Foundation
import LatchkeyCore

/// What a site or an app says about an account of its own, so that a vault can follow.
///
/// Nobody has to answer for it, so that nothing is ever destroyed because of it.
public enum AccountReport: Hashable, Sendable {
    /// The account is called something else now.
    case renamed(relyingParty: String, userHandle: Data, name: String)
    /// The site does not know this passkey.
    case unknownPasskey(relyingParty: String, credentialID: Data)
    /// These are all passkeys of the account that the site accepts.
    case acceptedPasskeys(relyingParty: String, userHandle: Data, credentialIDs: [Data])
    /// The account needs its password no longer.
    case unusedPassword(domain: String, user: String)
}

extension AccountReport {
    private enum Tag {
        static let kind: UInt8 = 1
        static let place: UInt8 = 2
        static let name: UInt8 = 3
        static let userHandle: UInt8 = 4
        static let credentialID: UInt8 = 5
    }

    private enum Kind {
        static let renamed: UInt8 = 1
        static let unknownPasskey: UInt8 = 2
        static let acceptedPasskeys: UInt8 = 3
        static let unusedPassword: UInt8 = 4
    }

    func write(to writer: inout FieldWriter) {
        func write(_ kind: UInt8, _ place: String, _ name: String, _ handle: Data?, _ credentials: [Data]) {
            writer.write(Tag.kind, CollectionOfOne(kind))
            writer.write(Tag.place, place)
            writer.write(Tag.name, name)
            if let handle { writer.write(Tag.userHandle, handle) }
            for credential in credentials { writer.write(Tag.credentialID, credential) }
        }
        switch self {
        case .renamed(let place, let handle, let name): write(Kind.renamed, place, name, handle, [])
        case .unknownPasskey(let place, let credential): write(Kind.unknownPasskey, place, "", nil, [credential])
        case .acceptedPasskeys(let place, let handle, let credentials):
            write(Kind.acceptedPasskeys, place, "", handle, credentials)
        case .unusedPassword(let domain, let user): write(Kind.unusedPassword, domain, user, nil, [])
        }
    }

    init(decoding bytes: ArraySlice<UInt8>) throws(MalformedFields) {
        var kind: UInt8?
        var place: String?
        var name: String?
        var handle: Data?
        var credentials: [Data] = []
        var reader = FieldReader(nested: bytes)
        while let field = try reader.next() {
            switch field.tag {
            case Tag.kind: try kind.setOnce(field.byte())
            case Tag.place: try place.setOnce(field.text())
            case Tag.name: try name.setOnce(field.text())
            case Tag.userHandle: try handle.setOnce(Data(field.bytes))
            case Tag.credentialID: credentials.append(Data(field.bytes))
            default: throw MalformedFields()
            }
        }
        guard let place else { throw MalformedFields() }
        switch (kind, handle, credentials.first) {
        case (Kind.renamed, let handle?, nil):
            self = .renamed(relyingParty: place, userHandle: handle, name: name ?? "")
        case (Kind.unknownPasskey, nil, let credential?) where credentials.count == 1:
            self = .unknownPasskey(relyingParty: place, credentialID: credential)
        case (Kind.acceptedPasskeys, let handle?, _):
            self = .acceptedPasskeys(relyingParty: place, userHandle: handle, credentialIDs: credentials)
        case (Kind.unusedPassword, nil, nil): self = .unusedPassword(domain: place, user: name ?? "")
        default: throw MalformedFields()
        }
    }
}

extension InboxProposal {
    /// A report that came while the vault was locked; it names no login, which only the unlocked vault can find.
    public init(_ report: AccountReport, at time: Date) {
        self.init(reason: .accountReport, user: "", password: Secret(""), sites: [], proposed: time)
        self.report = report
    }
}
