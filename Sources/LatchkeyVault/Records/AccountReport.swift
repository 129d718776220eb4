public import Foundation
import LatchkeyCore

/// A report of a site or an app about one of its accounts.
///
/// The user does not confirm a report, so it never deletes data.
public enum AccountReport: Hashable, Sendable {
    /// The account's user name changed to `name`; `displayName` is `nil` if the report has none.
    case renamed(relyingParty: String, userHandle: Data, name: String, displayName: String? = nil)
    /// The site has no such passkey.
    case unknownPasskey(relyingParty: String, credentialID: Data)
    /// The complete list of the account's passkeys that the site accepts.
    case acceptedPasskeys(relyingParty: String, userHandle: Data, credentialIDs: [Data])
    /// The account no longer uses its password.
    case unusedPassword(domain: String, user: String)
}

extension AccountReport {
    private enum Tag {
        static let kind: UInt8 = 1
        static let site: UInt8 = 2
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
        func write(_ kind: UInt8, _ site: String, _ name: String, _ handle: Data?, _ credentials: [Data]) {
            writer.write(Tag.kind, CollectionOfOne(kind))
            writer.write(Tag.site, site)
            writer.write(Tag.name, name)
            if let handle { writer.write(Tag.userHandle, handle) }
            for credential in credentials { writer.write(Tag.credentialID, credential) }
        }
        switch self {
        // The display name is a field of the proposal, since a nested value has a fixed set of tags.
        case .renamed(let site, let handle, let name, _): write(Kind.renamed, site, name, handle, [])
        case .unknownPasskey(let site, let credential): write(Kind.unknownPasskey, site, "", nil, [credential])
        case .acceptedPasskeys(let site, let handle, let credentials):
            write(Kind.acceptedPasskeys, site, "", handle, credentials)
        case .unusedPassword(let domain, let user): write(Kind.unusedPassword, domain, user, nil, [])
        }
    }

    init(decoding bytes: ArraySlice<UInt8>) throws(MalformedFields) {
        var kind: UInt8?
        var site: String?
        var name: String?
        var handle: Data?
        var credentials: [Data] = []
        var reader = FieldReader(nested: bytes)
        while let field = try reader.next() {
            switch field.tag {
            case Tag.kind: try kind.setOnce(field.byte())
            case Tag.site: try site.setOnce(field.text())
            case Tag.name: try name.setOnce(field.text())
            case Tag.userHandle: try handle.setOnce(Data(field.bytes))
            case Tag.credentialID: credentials.append(Data(field.bytes))
            default: throw MalformedFields()
            }
        }
        guard let site else { throw MalformedFields() }
        switch (kind, handle, credentials.first) {
        case (Kind.renamed, let handle?, nil):
            self = .renamed(relyingParty: site, userHandle: handle, name: name ?? "")
        case (Kind.unknownPasskey, nil, let credential?) where credentials.count == 1:
            self = .unknownPasskey(relyingParty: site, credentialID: credential)
        case (Kind.acceptedPasskeys, let handle?, _):
            self = .acceptedPasskeys(relyingParty: site, userHandle: handle, credentialIDs: credentials)
        case (Kind.unusedPassword, nil, nil): self = .unusedPassword(domain: site, user: name ?? "")
        default: throw MalformedFields()
        }
    }
}

extension AccountReport {
    /// The new display name of a renamed account.
    var displayName: String? {
        if case .renamed(_, _, _, let displayName) = self { displayName } else { nil }
    }

    /// The report with a display name, if it renames an account.
    func withDisplayName(_ displayName: String?) -> AccountReport {
        guard case .renamed(let site, let handle, let name, _) = self else { return self }
        return .renamed(relyingParty: site, userHandle: handle, name: name, displayName: displayName)
    }
}

extension InboxProposal {
    /// A report that arrived while the vault was locked.
    ///
    /// Only the unlocked vault can find its login.
    public init(_ report: AccountReport, at time: Date) {
        self.init(reason: .accountReport, user: "", password: Secret(""), sites: [], proposed: time)
        self.report = report
    }
}
