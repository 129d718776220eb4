import AuthenticationServices
import LatchkeyTesting
import ProvidersInSwift5
import ProvidersInSwift6
import Testing

private let service = ASCredentialServiceIdentifier(identifier: "shiny.example.com", type: .domain)

@MainActor
@Suite struct `Code from Apple's session and reference pages` {
    let identity = ASPasswordCredentialIdentity(serviceIdentifier: service, user: "ann", recordIdentifier: "kept")

    @Test func `the session's list can be cancelled`() async throws {
        let answer = try await ProviderTestHost { SlidesListProvider() }.answer {
            $0.prepareCredentialList(for: [service])
            $0.didCancel()
        }
        #expect(answer == .cancelled(.userCanceled))
    }

    @Test func `the session's list fills the chosen login`() async throws {
        let answer = try await ProviderTestHost { SlidesListProvider() }.answer {
            $0.prepareCredentialList(for: [service])
            $0.didSelect(user: $0.serviceIdentifiers[0].identifier, password: "p")
        }
        #expect(answer == .password(.init(user: "shiny.example.com", password: "p")))
    }

    @Test func `the session's provider fills a suggestion`() async throws {
        let request = ASPasswordCredentialRequest(credentialIdentity: identity)
        let answer = try await ProviderTestHost { SlidesQuickTypeProvider() }.answer {
            $0.provideCredentialWithoutUserInteraction(for: request)
        }
        #expect(answer == .password(.init(user: "ann", password: "kept")))
    }

    @Test func `the session's provider requests its interface and fills after unlocking`() async throws {
        let host = ProviderTestHost { SlidesAuthenticatingProvider() }
        let request = ASPasswordCredentialRequest(credentialIdentity: identity)
        #expect(
            try await host.answer { $0.provideCredentialWithoutUserInteraction(for: request) }
                == .cancelled(.userInteractionRequired))
        let answer = try await host.answer {
            $0.prepareInterfaceToProvideCredential(for: request)
            $0.userDidAuthenticateForYourExtension()
        }
        #expect(answer == .password(.init(user: "ann", password: "unlocked")))
    }

    @Test func `the session's provider ends its configuration`() async throws {
        let answer = try await ProviderTestHost { SlidesConfigurationProvider() }.answer {
            $0.prepareInterfaceForExtensionConfiguration()
        }
        #expect(answer == .configured)
    }

    @Test func `the session's app replaces a new store's identities and then changes single ones`() async throws {
        let store = InMemoryIdentityStore()
        let slides = SlidesIdentities()
        let all = (1...3).map { slides.newIdentity(domain: "example.com", user: "u\($0)", record: "r\($0)") }
        let added = slides.newIdentity(domain: "example.com", user: "u4", record: "r4")
        await store.whileInstalled {
            slides.update(changed: [added], all: all)
            while store.identities.count < 3 { await Task.yield() }
            slides.update(changed: [added], all: all)
            while store.identities.count < 4 { await Task.yield() }
            let removed = await withCheckedContinuation { continuation in
                slides.remove([slides.newIdentity(domain: "example.com", user: "u2", record: "r2")]) {
                    @Sendable success, _ in
                    continuation.resume(returning: success)
                }
            }
            #expect(removed)
            #expect(store.identities.map(\.user) == ["u1", "u3", "u4"])
            let emptied = await withCheckedContinuation { continuation in
                slides.removeAll { @Sendable success, _ in continuation.resume(returning: success) }
            }
            #expect(emptied)
        }
        #expect(store.identities.isEmpty)
    }

    @Test func `the reference pages' lists of credentials and codes work`() async throws {
        #expect(
            try await ProviderTestHost { PageListProvider() }.answer { $0.prepareCredentialList(for: []) }
                == .cancelled(.userCanceled))
        #expect(
            try await ProviderTestHost { PageListProvider() }.answer { $0.prepareCredentialList(for: [service]) }
                == .password(.init(user: "shiny.example.com", password: "picked")))
        #expect(
            try await ProviderTestHost { PageCodeProvider() }.answer { $0.prepareOneTimeCodeCredentialList(for: []) }
                == .oneTimeCode(.init(code: "123456")))
    }

    @Test(arguments: [("ann", true, true), ("bob", true, false), ("ann", false, false)])
    func `the reference page's conditional registration succeeds or fails`(
        user: String, isUnlocked: Bool, registers: Bool
    ) async throws {
        let request = ProviderTestRequest.registration(
            relyingPartyIdentifier: "example.com", userName: user, userHandle: Data([1]), clientDataHash: Data([7]))
        let answer = try await ProviderTestHost {
            let provider = PageConditionalProvider()
            provider.isUnlocked = isUnlocked
            return provider
        }.answer { $0.performWithoutUserInteractionIfPossible(passkeyRegistration: request) }
        let credential = ASPasskeyRegistrationCredential(
            relyingParty: "example.com", clientDataHash: Data([7]), credentialID: Data([1]),
            attestationObject: Data([2]))
        #expect(answer == (registers ? .passkeyRegistration(credential) : .cancelled(.failed)))
    }
}
