public import FoundationEssentials

/// A site's report about an account (Apple's `report…` methods).
public enum CredentialReport: Hashable, Sendable {
    /// - Parameter displayName: The account's new display name, which Apple's method does not have; `nil` if unknown.
    case publicKeyCredentialUpdate(
        relyingParty: String, userHandle: Data, newName: String, displayName: String? = nil)
    case unknownPublicKeyCredential(relyingParty: String, credentialID: Data)
    case allAcceptedPublicKeyCredentials(relyingParty: String, userHandle: Data, acceptedCredentialIDs: [Data])
    case unusedPasswordCredential(domain: String, user: String)
}

// A report is one flat object: `kind`, and the arguments of Apple's method under their names.
extension CredentialReport: Codable {
    private enum CodingKeys: String, CodingKey {
        case kind, relyingParty, userHandle, newName, displayName, credentialID, acceptedCredentialIDs, domain, userName
    }

    private enum Kind: String, Codable {
        case publicKeyCredentialUpdate, unknownPublicKeyCredential, allAcceptedPublicKeyCredentials
        case unusedPasswordCredential
    }

    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        switch try members.decode(Kind.self, forKey: .kind) {
        case .publicKeyCredentialUpdate:
            self = try .publicKeyCredentialUpdate(
                relyingParty: members.decode(String.self, forKey: .relyingParty),
                userHandle: members.decode(Data.self, forKey: .userHandle),
                newName: members.decode(String.self, forKey: .newName),
                displayName: members.decodeIfPresent(String.self, forKey: .displayName))
        case .unknownPublicKeyCredential:
            self = try .unknownPublicKeyCredential(
                relyingParty: members.decode(String.self, forKey: .relyingParty),
                credentialID: members.decode(Data.self, forKey: .credentialID))
        case .allAcceptedPublicKeyCredentials:
            self = try .allAcceptedPublicKeyCredentials(
                relyingParty: members.decode(String.self, forKey: .relyingParty),
                userHandle: members.decode(Data.self, forKey: .userHandle),
                acceptedCredentialIDs: members.decode([Data].self, forKey: .acceptedCredentialIDs))
        case .unusedPasswordCredential:
            self = try .unusedPasswordCredential(
                domain: members.decode(String.self, forKey: .domain),
                user: members.decode(String.self, forKey: .userName))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .publicKeyCredentialUpdate(let relyingParty, let userHandle, let newName, let displayName):
            try members.encode(Kind.publicKeyCredentialUpdate, forKey: .kind)
            try members.encode(relyingParty, forKey: .relyingParty)
            try members.encode(userHandle, forKey: .userHandle)
            try members.encode(newName, forKey: .newName)
            try members.encodeIfPresent(displayName, forKey: .displayName)
        case .unknownPublicKeyCredential(let relyingParty, let credentialID):
            try members.encode(Kind.unknownPublicKeyCredential, forKey: .kind)
            try members.encode(relyingParty, forKey: .relyingParty)
            try members.encode(credentialID, forKey: .credentialID)
        case .allAcceptedPublicKeyCredentials(let relyingParty, let userHandle, let credentialIDs):
            try members.encode(Kind.allAcceptedPublicKeyCredentials, forKey: .kind)
            try members.encode(relyingParty, forKey: .relyingParty)
            try members.encode(userHandle, forKey: .userHandle)
            try members.encode(credentialIDs, forKey: .acceptedCredentialIDs)
        case .unusedPasswordCredential(let domain, let user):
            try members.encode(Kind.unusedPasswordCredential, forKey: .kind)
            try members.encode(domain, forKey: .domain)
            try members.encode(user, forKey: .userName)
        }
    }
}
