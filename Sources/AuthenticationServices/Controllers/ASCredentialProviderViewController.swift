public import Foundation

/// The base class of a credential provider; each request gets one instance and one call of an entry method.
///
/// An entry method ends its request with one call on ``extensionContext``. The base class cancels every request: with
/// `userInteractionRequired` if nothing may be shown and a request with an interface can follow, otherwise with
/// `failed`.
///
/// A provider may override either overload of ``provideCredentialWithoutUserInteraction(for:)`` and
/// ``prepareInterfaceToProvideCredential(for:)``. The system calls the one that takes a request. The base class
/// forwards a password request to the overload that takes an identity. Apple's reference does not mention this
/// forwarding, but providers that override only the identity's overload work on its systems.
@preconcurrency @MainActor
open class ASCredentialProviderViewController: ASViewController {
    private var attachedContext: ASCredentialProviderExtensionContext?
    private lazy var contextWithoutRequest = ASCredentialProviderExtensionContext()

    /// The context that ends the current request.
    ///
    /// Before the controller has a request, an answer to it has no effect.
    open var extensionContext: ASCredentialProviderExtensionContext {
        attachedContext ?? contextWithoutRequest
    }

    /// Sets the request's context; call it before the entry method.
    package func attach(_ context: ASCredentialProviderExtensionContext) {
        attachedContext = context
    }

    // MARK: Lists

    /// Prepares the provider's list of passwords.
    ///
    /// The base class cancels with `failed`.
    ///
    /// - Parameter serviceIdentifiers: The requesting services, the most specific first. Show all logins if it is
    ///   empty.
    open func prepareCredentialList(for serviceIdentifiers: [ASCredentialServiceIdentifier]) {
        fail()
    }

    /// Prepares one list of passkeys and passwords.
    ///
    /// The base class calls the overload without parameters, so its list has no passkeys.
    ///
    /// - Parameters:
    ///   - serviceIdentifiers: The requesting services, the most specific first.
    ///   - requestParameters: The data to sign with, if the user chooses a passkey.
    open func prepareCredentialList(
        for serviceIdentifiers: [ASCredentialServiceIdentifier],
        requestParameters: ASPasskeyCredentialRequestParameters
    ) {
        prepareCredentialList(for: serviceIdentifiers)
    }

    /// Prepares the provider's list of one-time codes.
    ///
    /// The base class cancels with `failed`.
    ///
    /// - Parameter serviceIdentifiers: The requesting services, the most specific first.
    open func prepareOneTimeCodeCredentialList(for serviceIdentifiers: [ASCredentialServiceIdentifier]) {
        fail()
    }

    /// Prepares a list of texts, from which the user chooses one to insert into any field.
    ///
    /// The base class cancels with `failed`. On Linux only clients of the protocol send this request; `latchkey` does
    /// not.
    open func prepareInterfaceForUserChoosingTextToInsert() {
        fail()
    }

    // MARK: Chosen credentials

    /// Provides the credential of one identity without an interface.
    ///
    /// A provider that needs the user, such as a locked one, cancels with `userInteractionRequired`. A new process then
    /// gets ``prepareInterfaceToProvideCredential(for:)``. On Linux this also happens after 3 seconds without an
    /// answer. The base class cancels with `userInteractionRequired`.
    open func provideCredentialWithoutUserInteraction(for credentialRequest: any ASCredentialRequest) {
        if let identity = credentialRequest.passwordIdentity {
            (self as any IdentityEntry).provideCredentialWithoutUserInteraction(for: identity)
        } else {
            fail(.userInteractionRequired)
        }
    }

    /// Provides the password of one identity without an interface; the older form of the request's overload.
    @available(*, deprecated, message: "Override the method that takes a request.")
    open func provideCredentialWithoutUserInteraction(for credentialIdentity: ASPasswordCredentialIdentity) {
        fail(.userInteractionRequired)
    }

    /// Prepares an interface for providing the credential of one identity, usually to unlock the provider.
    ///
    /// The base class cancels with `failed`.
    open func prepareInterfaceToProvideCredential(for credentialRequest: any ASCredentialRequest) {
        if let identity = credentialRequest.passwordIdentity {
            (self as any IdentityEntry).prepareInterfaceToProvideCredential(for: identity)
        } else {
            fail()
        }
    }

    /// Prepares an interface for providing the password of one identity; the older form of the request's overload.
    @available(*, deprecated, message: "Override the method that takes a request.")
    open func prepareInterfaceToProvideCredential(for credentialIdentity: ASPasswordCredentialIdentity) {
        fail()
    }

    // MARK: Passkeys

    /// Prepares an interface in which the user confirms a new passkey.
    ///
    /// The base class cancels with `failed`.
    ///
    /// - Parameter registrationRequest: An ``ASPasskeyCredentialRequest`` with an empty credential ID.
    open func prepareInterface(forPasskeyRegistration registrationRequest: any ASCredentialRequest) {
        fail()
    }

    /// Creates a passkey without an interface, for an account that the provider has just filled (conditional create).
    ///
    /// A provider that declines, for whatever reason, cancels with `failed`; the user sees nothing. The base class does
    /// so.
    open func performWithoutUserInteractionIfPossible(
        passkeyRegistration registrationRequest: ASPasskeyCredentialRequest
    ) {
        fail()
    }

    // MARK: Configuration

    /// Prepares the provider's settings.
    ///
    /// The request needs the capability `ShowsConfigurationUI`. On Linux it arrives when the user enables the provider,
    /// and on `latchkey providers configure`. The base class cancels with `failed`.
    open func prepareInterfaceForExtensionConfiguration() {
        fail()
    }

    // MARK: Reports

    /// Receives a new user name of an account, such as the one of WebAuthn's `signalCurrentUserDetails`.
    ///
    /// A report is not answered. The base class ignores it.
    open func reportPublicKeyCredentialUpdate(
        forRelyingParty relyingParty: String, userHandle: Data, newName: String
    ) {}

    /// Receives the ID of a credential that the relying party does not know, such as from `signalUnknownCredential`.
    ///
    /// A report is not answered. The base class ignores it.
    open func reportUnknownPublicKeyCredential(forRelyingParty relyingParty: String, credentialID: Data) {}

    /// Receives all valid credential IDs of an account, such as from `signalAllAcceptedCredentials`.
    ///
    /// The account's other passkeys are not valid any more. A report is not answered. The base class ignores it.
    open func reportAllAcceptedPublicKeyCredentials(
        forRelyingParty relyingParty: String, userHandle: Data, acceptedCredentialIDs: [Data]
    ) {}

    /// Receives the user name of a password that is no longer used at a domain.
    ///
    /// On Linux `git credential reject` also arrives here. A report is not answered. The base class ignores it.
    open func reportUnusedPasswordCredential(forDomain domain: String, userName: String) {}

    // MARK: Saving and generating

    /// Saves a password without an interface.
    ///
    /// A provider that has a question for the user cancels with `userInteractionRequired`, as the base class does.
    open func performWithoutUserInteractionIfPossible(savePasswordRequest: ASSavePasswordRequest) {
        fail(.userInteractionRequired)
    }

    /// Prepares an interface for saving a password.
    ///
    /// The base class cancels with `failed`.
    open func prepareInterface(for savePasswordRequest: ASSavePasswordRequest) {
        fail()
    }

    /// Generates passwords without an interface.
    ///
    /// The base class cancels with `failed`. `userInteractionRequired` is a failure here as well.
    open func performWithoutUserInteraction(generatePasswordsRequest: ASGeneratePasswordsRequest) {
        fail()
    }

    /// Prepares an interface for generating a password.
    ///
    /// The base class cancels with `failed`.
    open func prepareInterface(for generatePasswordsRequest: ASGeneratePasswordsRequest) {
        fail()
    }

    private func fail(_ code: ASExtensionError.Code = .failed) {
        extensionContext.cancelRequest(withError: ASExtensionError(code))
    }
}

extension ASCredentialRequest {
    /// The identity of a password request; `nil` for every other type.
    fileprivate var passwordIdentity: ASPasswordCredentialIdentity? {
        type == .password ? credentialIdentity as? ASPasswordCredentialIdentity : nil
    }
}

/// The two deprecated entry methods; calls through this protocol cause no deprecation warning.
@MainActor
private protocol IdentityEntry {
    func provideCredentialWithoutUserInteraction(for credentialIdentity: ASPasswordCredentialIdentity)
    func prepareInterfaceToProvideCredential(for credentialIdentity: ASPasswordCredentialIdentity)
}

extension ASCredentialProviderViewController: IdentityEntry {}
