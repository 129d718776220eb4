import AuthenticationServices

// The calls on the slides of WWDC18 session 721.

/// A list with a Cancel button.
open class SlidesListProvider: ASCredentialProviderViewController {
    public private(set) var serviceIdentifiers = [ASCredentialServiceIdentifier]()

    open override func prepareCredentialList(
        for serviceIdentifiers:
            [ASCredentialServiceIdentifier]
    ) {
        self.serviceIdentifiers = serviceIdentifiers
    }

    public func didCancel() {
        self.extensionContext.cancelRequest(
            withError:
                NSError(
                    domain: ASExtensionErrorDomain,
                    code: ASExtensionError.userCanceled.rawValue))
    }

    public func didSelect(user: String, password: String) {
        let selectedCredential = ASPasswordCredential(user: user, password: password)
        self.extensionContext.completeRequest(
            withSelectedCredential: selectedCredential,
            completionHandler: nil)
    }
}

/// A suggestion that is filled immediately.
public class SlidesQuickTypeProvider: ASCredentialProviderViewController {
    public override func provideCredentialWithoutUserInteraction(for credentialIdentity: ASPasswordCredentialIdentity) {
        let credential: ASPasswordCredential =
            ASPasswordCredential(user: credentialIdentity.user, password: credentialIdentity.recordIdentifier ?? "")
        self.extensionContext.completeRequest(
            withSelectedCredential: credential,
            completionHandler: nil)
    }
}

/// A suggestion that needs the provider's own interface first.
public class SlidesAuthenticatingProvider: ASCredentialProviderViewController {
    private var chosenIdentity: ASPasswordCredentialIdentity?

    public override func provideCredentialWithoutUserInteraction(for credentialIdentity: ASPasswordCredentialIdentity) {
        self.extensionContext.cancelRequest(
            withError:
                NSError(
                    domain: ASExtensionErrorDomain,
                    code: ASExtensionError.userInteractionRequired.rawValue))
    }

    public override func prepareInterfaceToProvideCredential(for credentialIdentity: ASPasswordCredentialIdentity) {
        chosenIdentity = credentialIdentity
    }

    public func userDidAuthenticateForYourExtension() {
        let credential: ASPasswordCredential = ASPasswordCredential(
            user: chosenIdentity?.user ?? "", password: "unlocked")
        self.extensionContext.completeRequest(
            withSelectedCredential: credential,
            completionHandler: nil)
    }
}

/// Configuration in Settings.
public class SlidesConfigurationProvider: ASCredentialProviderViewController {
    public override func prepareInterfaceForExtensionConfiguration() {
        myWorkIsDone()
    }

    private func myWorkIsDone() {
        self.extensionContext.completeExtensionConfigurationRequest()
    }
}

/// The identity store of the app.
public class SlidesIdentities {
    let store = ASCredentialIdentityStore.shared

    public init() {}

    public func newIdentity(domain: String, user: String, record: String) -> ASPasswordCredentialIdentity {
        let serviceIdentifier = ASCredentialServiceIdentifier(identifier: domain, type: .domain)
        let identity = ASPasswordCredentialIdentity(
            serviceIdentifier: serviceIdentifier, user: user,
            recordIdentifier: record)
        identity.rank = 3
        return identity
    }

    /// Saves the changes if the store supports incremental updates, otherwise replaces all identities.
    public func update(changed: [ASPasswordCredentialIdentity], all: [ASPasswordCredentialIdentity]) {
        store.getState { state in
            guard state.isEnabled else { return }
            if state.supportsIncrementalUpdates {
                self.store.saveCredentialIdentities(changed, completion: nil)
            } else {
                self.store.replaceCredentialIdentities(with: all, completion: nil)
            }
        }
    }

    public func remove(_ identities: [ASPasswordCredentialIdentity], done: @escaping (Bool, Error?) -> Void) {
        store.removeCredentialIdentities(identities, completion: done)
    }

    public func removeAll(done: @escaping (Bool, Error?) -> Void) {
        store.removeAllCredentialIdentities(done)
    }
}
