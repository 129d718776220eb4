import AuthenticationServices

// An app's own extensions of Apple's classes.

public struct StoredPassword {
    public let user: String
    public let secret: String
    public init(user: String, secret: String) {
        self.user = user
        self.secret = secret
    }
}

extension ASPasswordCredential {
    static func from(_ password: StoredPassword) -> ASPasswordCredential {
        ASPasswordCredential(user: password.user, password: password.secret)
    }
}

extension ASPasskeyCredentialIdentity {
    public convenience init(site: String, account: String) {
        self.init(
            relyingPartyIdentifier: site, userName: account, credentialID: Data(account.utf8), userHandle: Data([1]),
            recordIdentifier: nil)
    }
}

public class ConvenienceProvider: ASCredentialProviderViewController {
    public var log = [String]()

    public override func provideCredentialWithoutUserInteraction(for credentialRequest: ASCredentialRequest) {
        log.append(credentialRequest.credentialIdentity.description)
        let stored = StoredPassword(user: credentialRequest.credentialIdentity.user, secret: "kept")
        extensionContext.completeRequest(withSelectedCredential: .from(stored))
    }
}
