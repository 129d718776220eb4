import AuthenticationServices
import LatchkeyTesting
import Testing

@MainActor private let passwordRequest = ASPasswordCredentialRequest(credentialIdentity: Samples.password)
@MainActor private let codeRequest = ASOneTimeCodeCredentialRequest(credentialIdentity: Samples.oneTimeCode)

/// Overrides only the methods that take a request.
private final class RequestProvider: ASCredentialProviderViewController {
    override func provideCredentialWithoutUserInteraction(for credentialRequest: any ASCredentialRequest) {
        answer("provide", credentialRequest.credentialIdentity)
    }

    override func prepareInterfaceToProvideCredential(for credentialRequest: any ASCredentialRequest) {
        answer("prepare", credentialRequest.credentialIdentity)
    }

    private func answer(_ method: String, _ identity: any ASCredentialIdentity) {
        extensionContext.completeRequest(
            withSelectedCredential: .init(user: identity.user, password: method), completionHandler: nil)
    }
}

/// Overrides only the methods that take an identity.
private final class IdentityProvider: ASCredentialProviderViewController {
    override func provideCredentialWithoutUserInteraction(for credentialIdentity: ASPasswordCredentialIdentity) {
        extensionContext.completeRequest(
            withSelectedCredential: .init(user: credentialIdentity.user, password: "provide"), completionHandler: nil)
    }

    override func prepareInterfaceToProvideCredential(for credentialIdentity: ASPasswordCredentialIdentity) {
        extensionContext.completeRequest(
            withSelectedCredential: .init(user: credentialIdentity.user, password: "prepare"), completionHandler: nil)
    }
}

/// Overrides only the list of passwords.
private final class ListProvider: ASCredentialProviderViewController {
    override func prepareCredentialList(for serviceIdentifiers: [ASCredentialServiceIdentifier]) {
        extensionContext.completeRequest(
            withSelectedCredential: .init(user: "ann", password: "list"), completionHandler: nil)
    }
}

private struct Entry: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var code: ASExtensionError.Code
    var run: @MainActor @Sendable (ASCredentialProviderViewController) -> Void

    init(
        _ name: String, _ code: ASExtensionError.Code,
        _ run: @escaping @MainActor @Sendable (ASCredentialProviderViewController) -> Void
    ) {
        testDescription = name
        self.code = code
        self.run = run
    }

    static let all: [Entry] = [
        Entry("list", .failed) { $0.prepareCredentialList(for: []) },
        Entry("list with passkeys", .failed) {
            $0.prepareCredentialList(for: [Samples.service], requestParameters: Samples.parameters)
        },
        Entry("code list", .failed) { $0.prepareOneTimeCodeCredentialList(for: []) },
        Entry("text", .failed) { $0.prepareInterfaceForUserChoosingTextToInsert() },
        Entry("provide password", .userInteractionRequired) {
            $0.provideCredentialWithoutUserInteraction(
                for: ASPasswordCredentialRequest(credentialIdentity: Samples.password))
        },
        Entry("provide code", .userInteractionRequired) {
            $0.provideCredentialWithoutUserInteraction(
                for: ASOneTimeCodeCredentialRequest(credentialIdentity: Samples.oneTimeCode))
        },
        Entry("provide passkey", .userInteractionRequired) {
            $0.provideCredentialWithoutUserInteraction(for: Samples.assertion)
        },
        Entry("prepare password", .failed) {
            $0.prepareInterfaceToProvideCredential(
                for: ASPasswordCredentialRequest(credentialIdentity: Samples.password))
        },
        Entry("prepare code", .failed) {
            $0.prepareInterfaceToProvideCredential(
                for: ASOneTimeCodeCredentialRequest(credentialIdentity: Samples.oneTimeCode))
        },
        Entry("register", .failed) { $0.prepareInterface(forPasskeyRegistration: Samples.registration) },
        Entry("conditional registration", .failed) {
            $0.performWithoutUserInteractionIfPossible(passkeyRegistration: Samples.registration)
        },
        Entry("configuration", .failed) { $0.prepareInterfaceForExtensionConfiguration() },
        Entry("save", .userInteractionRequired) {
            $0.performWithoutUserInteractionIfPossible(savePasswordRequest: Samples.save)
        },
        Entry("save with UI", .failed) { $0.prepareInterface(for: Samples.save) },
        Entry("generate", .failed) { $0.performWithoutUserInteraction(generatePasswordsRequest: Samples.generate) },
        Entry("generate with UI", .failed) { $0.prepareInterface(for: Samples.generate) },
    ]
}

@MainActor
@Suite struct `Provider view controller` {
    @Test(arguments: Entry.all)
    fileprivate func `the base class ends each request exactly once`(entry: Entry) async throws {
        let answer = try await ProviderTestHost { ASCredentialProviderViewController() }.answer { entry.run($0) }
        #expect(answer == .cancelled(entry.code))
    }

    @Test func `the override with a request is called for every type`() async throws {
        let host = ProviderTestHost { RequestProvider() }
        #expect(
            try await host.answer { $0.provideCredentialWithoutUserInteraction(for: passwordRequest) }
                == .password(.init(user: "ann", password: "provide")))
        #expect(
            try await host.answer { $0.prepareInterfaceToProvideCredential(for: passwordRequest) }
                == .password(.init(user: "ann", password: "prepare")))
        #expect(
            try await host.answer { $0.provideCredentialWithoutUserInteraction(for: codeRequest) }
                == .password(.init(user: "work", password: "provide")))
    }

    @Test func `a password request is forwarded to the override with an identity`() async throws {
        let host = ProviderTestHost { IdentityProvider() }
        #expect(
            try await host.answer { $0.provideCredentialWithoutUserInteraction(for: passwordRequest) }
                == .password(.init(user: "ann", password: "provide")))
        #expect(
            try await host.answer { $0.prepareInterfaceToProvideCredential(for: passwordRequest) }
                == .password(.init(user: "ann", password: "prepare")))
    }

    @Test func `only password requests are forwarded to the override with an identity`() async throws {
        let host = ProviderTestHost { IdentityProvider() }
        #expect(
            try await host.answer { $0.provideCredentialWithoutUserInteraction(for: codeRequest) }
                == .cancelled(.userInteractionRequired))
        #expect(
            try await host.answer { $0.prepareInterfaceToProvideCredential(for: Samples.assertion) }
                == .cancelled(.failed))
    }

    @Test func `the list with passkeys falls back to the list of passwords`() async throws {
        let answer = try await ProviderTestHost { ListProvider() }.answer {
            $0.prepareCredentialList(for: [], requestParameters: Samples.parameters)
        }
        #expect(answer == .password(.init(user: "ann", password: "list")))
    }

    @Test func `the base class does not answer reports`() throws {
        let host = ProviderTestHost { ASCredentialProviderViewController() }
        try host.report {
            $0.reportPublicKeyCredentialUpdate(forRelyingParty: "example.com", userHandle: Data([1]), newName: "n")
        }
        try host.report {
            $0.reportUnknownPublicKeyCredential(forRelyingParty: "example.com", credentialID: Data([1]))
        }
        try host.report {
            $0.reportAllAcceptedPublicKeyCredentials(
                forRelyingParty: "example.com", userHandle: Data([1]), acceptedCredentialIDs: [])
        }
        try host.report { $0.reportUnusedPasswordCredential(forDomain: "example.com", userName: "ann") }
    }

    @Test func `a controller has a context before its request`() {
        let controller = ASCredentialProviderViewController(nibName: nil, bundle: nil)
        controller.extensionContext.cancelRequest(withError: ASExtensionError(.failed))
        let attached = ASCredentialProviderExtensionContext(host: RecordingHost())
        controller.attach(attached)
        #expect(controller.extensionContext === attached)
    }
}
