public import Foundation
public import LatchkeySheet

/// The class that a credential provider subclasses: one instance, and one of its entry methods, for every request.
///
/// Each request ends with one call on ``extensionContext``. The methods here end it where a subclass does not: with
/// `userInteractionRequired` where nothing may be shown and a sheet can follow, otherwise with `failed`.
///
/// Of the two overloads of ``provideCredentialWithoutUserInteraction(for:)`` and
/// ``prepareInterfaceToProvideCredential(for:)`` the one that takes a request is called, and here it passes a password
/// on to the one that takes an identity. So a provider may override either. (Whether Apple's does so is not in its
/// reference; providers that override only the identity's work on its systems.)
@preconcurrency @MainActor
open class ASCredentialProviderViewController: ASViewController {
    private var attachedContext: ASCredentialProviderExtensionContext?
    private lazy var contextWithoutRequest = ASCredentialProviderExtensionContext()

    /// The context of the request; answers that are given before there is a request go nowhere.
    open var extensionContext: ASCredentialProviderExtensionContext {
        attachedContext ?? contextWithoutRequest
    }

    /// Gives the controller its request, before an entry method is called.
    package func attach(_ context: ASCredentialProviderExtensionContext) {
        attachedContext = context
    }

    // MARK: Lists

    /// Prepares the provider's list; the most specific service comes first, and without any all logins are shown.
    open func prepareCredentialList(for serviceIdentifiers: [ASCredentialServiceIdentifier]) {
        fail()
    }

    /// Prepares one list of passkeys and passwords; here that is the list of passwords.
    open func prepareCredentialList(
        for serviceIdentifiers: [ASCredentialServiceIdentifier],
        requestParameters: ASPasskeyCredentialRequestParameters
    ) {
        prepareCredentialList(for: serviceIdentifiers)
    }

    open func prepareOneTimeCodeCredentialList(for serviceIdentifiers: [ASCredentialServiceIdentifier]) {
        fail()
    }

    open func prepareInterfaceForUserChoosingTextToInsert() {
        fail()
    }

    // MARK: A chosen credential

    /// Provides a credential at once, with nothing on screen.
    open func provideCredentialWithoutUserInteraction(for credentialRequest: any ASCredentialRequest) {
        if let identity = credentialRequest.passwordIdentity {
            (self as any IdentityEntry).provideCredentialWithoutUserInteraction(for: identity)
        } else {
            fail(.userInteractionRequired)
        }
    }

    @available(*, deprecated, message: "Override the method that takes a request.")
    open func provideCredentialWithoutUserInteraction(for credentialIdentity: ASPasswordCredentialIdentity) {
        fail(.userInteractionRequired)
    }

    /// Prepares what is shown to provide one credential, mostly an unlock.
    open func prepareInterfaceToProvideCredential(for credentialRequest: any ASCredentialRequest) {
        if let identity = credentialRequest.passwordIdentity {
            (self as any IdentityEntry).prepareInterfaceToProvideCredential(for: identity)
        } else {
            fail()
        }
    }

    @available(*, deprecated, message: "Override the method that takes a request.")
    open func prepareInterfaceToProvideCredential(for credentialIdentity: ASPasswordCredentialIdentity) {
        fail()
    }

    // MARK: Passkeys

    open func prepareInterface(forPasskeyRegistration registrationRequest: any ASCredentialRequest) {
        fail()
    }

    /// Makes a passkey in the background if the provider sees fit; nothing is ever shown.
    open func performWithoutUserInteractionIfPossible(
        passkeyRegistration registrationRequest: ASPasskeyCredentialRequest
    ) {
        fail()
    }

    // MARK: Configuration

    open func prepareInterfaceForExtensionConfiguration() {
        fail()
    }

    // MARK: Reports, which have no answer

    open func reportPublicKeyCredentialUpdate(
        forRelyingParty relyingParty: String, userHandle: Data, newName: String
    ) {}

    open func reportUnknownPublicKeyCredential(forRelyingParty relyingParty: String, credentialID: Data) {}

    /// Reports every credential ID that is still good for an account; others of it are not.
    open func reportAllAcceptedPublicKeyCredentials(
        forRelyingParty relyingParty: String, userHandle: Data, acceptedCredentialIDs: [Data]
    ) {}

    open func reportUnusedPasswordCredential(forDomain domain: String, userName: String) {}

    // MARK: Saving and generating

    open func performWithoutUserInteractionIfPossible(savePasswordRequest: ASSavePasswordRequest) {
        fail(.userInteractionRequired)
    }

    open func prepareInterface(for savePasswordRequest: ASSavePasswordRequest) {
        fail()
    }

    open func performWithoutUserInteraction(generatePasswordsRequest: ASGeneratePasswordsRequest) {
        fail()
    }

    open func prepareInterface(for generatePasswordsRequest: ASGeneratePasswordsRequest) {
        fail()
    }

    private func fail(_ code: ASExtensionError.Code = .failed) {
        extensionContext.cancelRequest(withError: ASExtensionError(code))
    }
}

extension ASCredentialRequest {
    /// The identity of a password request, `nil` for every other kind.
    fileprivate var passwordIdentity: ASPasswordCredentialIdentity? {
        type == .password ? credentialIdentity as? ASPasswordCredentialIdentity : nil
    }
}

/// The two deprecated entry methods, called through here so that our own call does not count as a use of them.
@MainActor
private protocol IdentityEntry {
    func provideCredentialWithoutUserInteraction(for credentialIdentity: ASPasswordCredentialIdentity)
    func prepareInterfaceToProvideCredential(for credentialIdentity: ASPasswordCredentialIdentity)
}

extension ASCredentialProviderViewController: IdentityEntry {}
