import AuthenticationServices
import LatchkeyTesting
import ProvidersInSwift5
import ProvidersInSwift6
import Testing

private let service = ASCredentialServiceIdentifier(identifier: "example.com", type: .domain)
private let identity = ASPasswordCredentialIdentity(serviceIdentifier: service, user: "ann", recordIdentifier: "1")
private let passkey = ASPasskeyCredentialIdentity(
    relyingPartyIdentifier: "example.com", userName: "ann", credentialID: Data([4]), userHandle: Data([5]))

@MainActor
@Suite struct `Patterns of existing apps` {
    let request = ASPasswordCredentialRequest(credentialIdentity: identity)
    let codeRequest = ASOneTimeCodeCredentialRequest(
        credentialIdentity: .init(serviceIdentifier: service, label: "work", recordIdentifier: nil))

    @Test func `overrides can name the protocol with and without any`() async throws {
        let host = ProviderTestHost { BareProtocolProvider() }
        #expect(
            try await host.answer { $0.provideCredentialWithoutUserInteraction(for: request) }
                == .password(.init(user: "ann", password: "without any")))
        #expect(
            try await host.answer { $0.prepareInterfaceToProvideCredential(for: request) }
                == .password(.init(user: "ann", password: "with any")))
    }

    @Test func `a provider that overrides both methods gets the one with a request`() async throws {
        let host = ProviderTestHost { BothFamiliesProvider() }
        #expect(
            try await host.answer { $0.provideCredentialWithoutUserInteraction(for: request) }
                == .password(.init(user: "ann", password: "request")))
        #expect(
            try await host.answer { $0.prepareInterfaceToProvideCredential(for: request) }
                == .password(.init(user: "ann", password: "request")))
    }

    @Test func `controllers can have initializers of their own`() async throws {
        let answer = try await ProviderTestHost { NibProvider(nibName: nil, bundle: nil) }.answer {
            $0.prepareCredentialList(for: [])
        }
        #expect(answer == .password(.init(user: "nib", password: "")))
    }

    @Test func `requests can be completed in tasks, with and without await`() async throws {
        let host = ProviderTestHost { TaskProvider() }
        #expect(
            try await host.answer { $0.prepareCredentialList(for: []) }
                == .password(.init(user: "ann", password: "looked up")))
        let signIn = ProviderTestRequest.assertion(for: passkey, clientDataHash: Data([6]))
        #expect(
            try await host.answer { $0.provideCredentialWithoutUserInteraction(for: signIn) }
                == .passkeyAssertion(
                    ASPasskeyAssertionCredential(
                        userHandle: Data([5]), relyingParty: "example.com", signature: Data([1]),
                        clientDataHash: Data([6]), authenticatorData: Data([2]), credentialID: Data([4]))))
        #expect(
            try await host.answer { $0.prepareOneTimeCodeCredentialList(for: []) }
                == .oneTimeCode(.init(code: "123456")))
        #expect(
            try await host.answer { $0.prepareInterfaceToProvideCredential(for: request) }
                == .password(.init(user: "ann", password: "short")))
        #expect(try await host.answer { $0.prepareInterfaceForUserChoosingTextToInsert() } == .text("text"))
        _ = try await host.answer { $0.prepareInterface(forPasskeyRegistration: signIn) }
        #expect(TaskProvider.cleanedUp == true)
    }

    @Test func `all methods save identities of several types`() async throws {
        let entries = EntriesController()
        let store = InMemoryIdentityStore()
        await store.whileInstalled { entries.replaceAll() }
        #expect(store.identities.map(\.user) == ["ann", "work"])
        try await store.whileInstalled {
            let refilled = await withCheckedContinuation { continuation in
                entries.refill { @Sendable in continuation.resume(returning: $0) }
            }
            #expect(refilled)
            #expect(store.identities.map(\.user) == ["ann"])
            entries.saveOne()
            try await entries.saveAwaiting()
            #expect(store.identities.map(\.user) == ["ann"])
            try await entries.saveCollected()
        }
        #expect(store.identities.map(\.user) == ["ann", "work"])
    }

    @Test func `the store conforms to an app's own protocols`() async throws {
        let store = InMemoryIdentityStore()
        try await store.whileInstalled {
            let refilled = try await StoreUser().refill(ASCredentialIdentityStore.shared, with: [identity, passkey])
            #expect(refilled)
            #expect(store.identities.count == 2)
            let cleared = await withCheckedContinuation { continuation in
                StoreUser().clear(ASCredentialIdentityStore.shared) { @Sendable in continuation.resume(returning: $0) }
            }
            #expect(cleared)
        }
        #expect(store.identities.isEmpty)
    }

    @Test func `an app can subclass the store's state`() {
        #expect(MockStoreState(isEnabled: true).isEnabled)
        #expect(!MockStoreState(isEnabled: false).isEnabled)
    }

    @Test func `error codes can be made and read`() async throws {
        let host = ProviderTestHost { CancellingProvider() }
        let cancelled = try await host.answer { $0.prepareCredentialList(for: []) }
        #expect(cancelled == .cancelled(.credentialIdentityNotFound))
        #expect(cancelled.cancellation?.description == "not found")
        #expect(try await host.answer { $0.prepareInterfaceForExtensionConfiguration() } == .cancelled(.failed))
        let foreign = try await host.answer { $0.prepareInterfaceForUserChoosingTextToInsert() }
        #expect(foreign == .cancelled(NSError(domain: "PassExtension", code: 0)))
        #expect(foreign.cancellation == .failed)
        #expect(code(of: ASExtensionError(.userCanceled)) == .userCanceled)
    }

    @Test func `requests can be distinguished by type and by class`() async throws {
        let host = ProviderTestHost { SwitchingProvider() }
        #expect(
            try await host.answer { $0.provideCredentialWithoutUserInteraction(for: request) }
                == .password(.init(user: "by type", password: "")))
        #expect(
            try await host.answer { $0.provideCredentialWithoutUserInteraction(for: codeRequest) }
                == .oneTimeCode(.init(code: "by type")))
        #expect(
            try await host.answer { $0.prepareInterfaceToProvideCredential(for: codeRequest) }
                == .oneTimeCode(.init(code: "by class")))
        let input = ASPasskeyAssertionCredentialExtensionInput(prf: .inputValues(.saltInput1(Data([1, 2]))))
        let signIn = ProviderTestRequest.assertion(for: passkey, clientDataHash: Data(), extensionInput: input)
        #expect(try await host.answer { $0.prepareInterfaceToProvideCredential(for: signIn) } == .text("salt 2"))
        #expect(searchText(for: service) == "https://example.com")
        #expect("\(request.type)" == "request type 0")
    }

    @Test func `an app can extend Apple's classes`() async throws {
        let answer = try await ProviderTestHost { ConvenienceProvider() }.answer {
            $0.provideCredentialWithoutUserInteraction(for: request)
            #expect($0.log == ["password of ann for domain example.com"])
        }
        #expect(answer == .password(.init(user: "ann", password: "kept")))
        #expect(ASPasskeyCredentialIdentity(site: "example.com", account: "ann").credentialID == Data("ann".utf8))
    }

    @Test func `settings calls return with closures and with await, also without a host`() async {
        let screen = SettingsScreen()
        await withCheckedContinuation { continuation in screen.turnOn { @Sendable in continuation.resume() } }
        #expect(screen.isOn == false)
        await screen.openSettings()
        screen.openSettingsWithoutWaiting()
    }

    @Test func `a provider answers with extension outputs, saved and generated passwords`() async throws {
        let host = ProviderTestHost { PRFProvider() }
        let parameters = ProviderTestRequest.parameters(
            relyingPartyIdentifier: "example.com", clientDataHash: Data([6]), allowedCredentials: [Data([8])],
            extensionInput: .init(prf: .inputValues(.saltInput1(Data([1])))))
        guard
            case .passkeyAssertion(let signed) = try await host.answer(to: {
                $0.prepareCredentialList(for: [], requestParameters: parameters)
            })
        else {
            Issue.record("no assertion")
            return
        }
        #expect(signed.credentialID == Data([8]))
        #expect(signed.extensionOutput?.prf?.first == SymmetricKey(data: Data([1])))
        for (excluded, isRefused) in [(Data([9]), true), (Data([1]), false)] {
            let registration = ProviderTestRequest.registration(
                relyingPartyIdentifier: "example.com", userName: "ann", userHandle: Data([1]),
                clientDataHash: Data([6]), excludedCredentials: [excluded])
            let answer = try await host.answer { $0.prepareInterface(forPasskeyRegistration: registration) }
            #expect(answer.cancellation == (isRefused ? .matchedExcludedCredential : nil))
        }
        let filled = ASSavePasswordRequest(
            serviceIdentifier: service, credential: .init(user: "ann", password: "p"), title: "Shop", sessionID: "s",
            event: .generatedPasswordFilled)
        #expect(
            try await host.answer { $0.performWithoutUserInteractionIfPossible(savePasswordRequest: filled) }
                == .passwordSaved)
        #expect(try await host.answer { $0.prepareInterface(for: filled) } == .passwordSaved)
        let wanted = ASGeneratePasswordsRequest(
            serviceIdentifier: service, passwordFieldPasswordRules: nil, confirmPasswordFieldPasswordRules: nil,
            passwordRulesFromQuirks: nil)
        #expect(
            try await host.answer { $0.performWithoutUserInteraction(generatePasswordsRequest: wanted) }
                == .generatedPasswords([.init(kind: .strong, value: "v")]))
    }

    @Test func `callbacks, coordinators and actions can use the controller in both language modes`() async throws {
        #expect(
            try await ProviderTestHost { ClosureProvider() }.answer { $0.prepareCredentialList(for: []) }
                == .password(.init(user: "ann", password: "p")))
        #expect(
            try await ProviderTestHost { ClosureProvider() }.answer { $0.cancel(nil) } == .cancelled(.userCanceled))
        #expect(
            try await ProviderTestHost { CoordinatedProvider() }.answer { $0.prepareCredentialList(for: []) }
                == .cancelled(.userCanceled))
        try await InMemoryIdentityStore().whileInstalled {
            let answer = try await ProviderTestHost { CallbackProvider() }.answer { $0.prepareCredentialList(for: []) }
            #expect(answer == .password(.init(user: "true", password: "")))
        }
    }
}

/// The test host reports each violation.
@MainActor
@Suite struct `Provider test host` {
    private final class Silent: ASCredentialProviderViewController {
        override func prepareCredentialList(for serviceIdentifiers: [ASCredentialServiceIdentifier]) {}
    }

    private final class Twice: ASCredentialProviderViewController {
        override func prepareCredentialList(for serviceIdentifiers: [ASCredentialServiceIdentifier]) {
            extensionContext.completeRequest(withTextToInsert: "one")
            extensionContext.completeRequest(withTextToInsert: "two")
        }

        override func reportUnusedPasswordCredential(forDomain domain: String, userName: String) {
            extensionContext.completeRequest(withTextToInsert: domain)
        }
    }

    @Test func `fails a provider that does not answer`() async {
        await #expect(throws: ProviderTestError.noAnswer(after: .milliseconds(50))) {
            _ = try await ProviderTestHost(patience: .milliseconds(50)) { Silent() }.answer {
                $0.prepareCredentialList(for: [])
            }
        }
    }

    @Test func `fails a provider that answers twice`() async {
        await #expect(throws: ProviderTestError.answeredAgain([.text("one"), .text("two")])) {
            _ = try await ProviderTestHost { Twice() }.answer { $0.prepareCredentialList(for: []) }
        }
    }

    @Test func `the view loads before the entry method, and appears and disappears around the answer`()
        async throws
    {
        final class Witness: ASCredentialProviderViewController {
            var steps = [String]()
            override func viewDidLoad() {
                super.viewDidLoad()
                steps.append("loaded")
            }
            override func prepareCredentialList(for serviceIdentifiers: [ASCredentialServiceIdentifier]) {
                steps.append("asked")
            }
            override func viewWillAppear(_ animated: Bool) {
                super.viewWillAppear(animated)
                steps.append("appears")
            }
            override func viewDidAppear(_ animated: Bool) {
                super.viewDidAppear(animated)
                extensionContext.completeRequest(withTextToInsert: steps.joined(separator: " "))
            }
            override func viewDidDisappear(_ animated: Bool) {
                super.viewDidDisappear(animated)
                steps.append("gone")
            }
        }
        let witness = Witness()
        let answer = try await ProviderTestHost { witness }.answer(isPresented: true) {
            $0.prepareCredentialList(for: [])
        }
        #expect(answer == .text("loaded asked appears"))
        #expect(witness.steps == ["loaded", "asked", "appears", "gone"])
    }

    @Test func `fails a provider that answers a report`() {
        #expect(throws: ProviderTestError.answeredReport([.text("example.com")])) {
            try ProviderTestHost { Twice() }.report {
                $0.reportUnusedPasswordCredential(forDomain: "example.com", userName: "ann")
            }
        }
    }
}
