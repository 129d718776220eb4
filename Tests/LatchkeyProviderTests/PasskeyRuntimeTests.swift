import AuthenticationServices
import Crypto
import Foundation
import LatchkeyWire
import Testing

@testable import LatchkeyProvider

/// Conversions of passkey requests and answers between the protocol and Apple's types: no member is lost.
@Suite @MainActor struct `Passkeys in a provider` {
    private final class Controller: `Provider runtime`.RecordingController {
        var asked: ASPasskeyCredentialRequest?
        var parameters: ASPasskeyCredentialRequestParameters?
        var services: [String] = []

        override func provideCredentialWithoutUserInteraction(for credentialRequest: any ASCredentialRequest) {
            take(credentialRequest)
        }

        override func prepareInterfaceToProvideCredential(for credentialRequest: any ASCredentialRequest) {
            take(credentialRequest)
        }

        override func prepareInterface(forPasskeyRegistration registrationRequest: any ASCredentialRequest) {
            take(registrationRequest)
        }

        override func performWithoutUserInteractionIfPossible(
            passkeyRegistration registrationRequest: ASPasskeyCredentialRequest
        ) { take(registrationRequest) }

        override func prepareCredentialList(
            for serviceIdentifiers: [ASCredentialServiceIdentifier],
            requestParameters: ASPasskeyCredentialRequestParameters
        ) {
            services = serviceIdentifiers.map(\.identifier)
            parameters = requestParameters
            act(self)
        }

        var renamed: [String?] = []

        override func reportPublicKeyCredentialUpdate(
            forRelyingParty relyingParty: String, userHandle: Data, newName: String
        ) {
            renamed = [relyingParty, newName, extensionContext.reportedUserDisplayName]
        }

        private func take(_ request: any ASCredentialRequest) {
            asked = request as? ASPasskeyCredentialRequest
            act(self)
        }
    }

    private nonisolated static let identity = CredentialIdentity(
        kind: .passkey, serviceIdentifier: ServiceIdentifier(type: .domain, identifier: "example.com"), user: "alice",
        recordIdentifier: "r1", credentialID: [7, 8], userHandle: [1, 2], displayName: "Alice Liddell",
        lastUse: 1_700_000_000)
    private nonisolated static let hash = Data(repeating: 9, count: 32)
    private nonisolated static let first = Data(repeating: 1, count: 32)
    private nonisolated static let second = Data(repeating: 2, count: 32)

    @Test(arguments: ["Alice Liddell", nil]) func `passes the display name of a report`(name: String?) async throws {
        let controller = Controller()
        let process = await `Provider runtime`.TestProcess(controller)
        let report = CredentialReport.publicKeyCredentialUpdate(
            relyingParty: "example.com", userHandle: Data([1]), newName: "al", displayName: name)
        #expect(try await process.perform(.report(report)) == .reported)
        #expect(controller.renamed == ["example.com", "al", name])
    }

    private func answering(_ controller: `Provider runtime`.RecordingController) {
        controller.extensionContext.completeAssertionRequest(
            using: ASPasskeyAssertionCredential(
                userHandle: Data([1, 2]), relyingParty: "example.com", signature: Data([3]), clientDataHash: Self.hash,
                authenticatorData: Data([4]), credentialID: Data([7, 8]),
                extensionOutput: ASPasskeyAssertionCredentialExtensionOutput(
                    largeBlob: .read(data: Data([5])),
                    prf: ASAuthorizationPublicKeyCredentialPRFAssertionOutput(
                        first: SymmetricKey(data: Self.first), second: SymmetricKey(data: Self.second)))))
    }

    private nonisolated static let answer = ProviderAnswer.passkeyAssertion(
        PasskeyAssertion(
            userHandle: Data([1, 2]), relyingParty: "example.com", signature: Data([3]), clientDataHash: hash,
            authenticatorData: Data([4]), credentialID: Data([7, 8]),
            extensions: PasskeyAssertionOutput(
                largeBlob: .init(read: Data([5])), prf: PRFValues(first: first, second: second))))

    @Test(arguments: [true, false])
    func `converts an assertion's request and answer`(withInterface: Bool) async throws {
        let controller = Controller()
        let process = await `Provider runtime`.TestProcess(controller, act: answering)
        let request = PasskeyAssertionRequest(
            identity: Self.identity, clientDataHash: Self.hash, userVerification: .required,
            extensions: PasskeyAssertionInput(
                largeBlob: .init(write: Data([6])), prf: PRFValues(first: Self.first),
                prfByCredential: [
                    .init(credentialID: Data([7, 8]), values: PRFValues(first: Self.second, second: Self.first))
                ]))
        let answer = try await process.perform(
            withInterface ? .prepareToAssertPasskey(request) : .assertPasskeyWithoutUserInteraction(request))
        #expect(answer == Self.answer)
        let asked = try #require(controller.asked)
        let identity = try #require(asked.credentialIdentity as? ASPasskeyCredentialIdentity)
        #expect(asked.type == .passkeyAssertion && asked.userVerificationPreference == .required)
        #expect(asked.clientDataHash == Self.hash)
        #expect(identity.relyingPartyIdentifier == "example.com" && identity.userName == "alice")
        #expect(identity.userDisplayName == "Alice Liddell")
        #expect(identity.lastUse == Date(timeIntervalSince1970: 1_700_000_000))
        #expect(CredentialIdentity(identity) == Self.identity)
        #expect(identity.credentialID == Data([7, 8]) && identity.userHandle == Data([1, 2]))
        #expect(identity.recordIdentifier == "r1")
        guard case .assertion(let input) = asked.extensionInput else {
            Issue.record("\(String(describing: asked.extensionInput))")
            return
        }
        #expect(input.prf?.inputValues?.saltInput1 == Self.first)
        #expect(input.prf?.perCredentialInputValues?[Data([7, 8])]?.saltInput2 == Self.first)
    }

    @Test func `converts a list's passkey parameters`() async throws {
        let controller = Controller()
        let process = await `Provider runtime`.TestProcess(controller, act: answering)
        let answer = try await process.perform(
            .prepareCredentialListWithPasskeys(
                [ServiceIdentifier(type: .domain, identifier: "login.example.com")],
                PasskeyRequestParameters(
                    relyingPartyIdentifier: "example.com", clientDataHash: Self.hash, userVerification: .discouraged,
                    allowedCredentials: [Data([7, 8])])))
        #expect(answer == Self.answer)
        let parameters = try #require(controller.parameters)
        #expect(controller.services == ["login.example.com"])
        #expect(parameters.relyingPartyIdentifier == "example.com" && parameters.clientDataHash == Self.hash)
        #expect(parameters.userVerificationPreference == .discouraged)
        #expect(parameters.allowedCredentials == [Data([7, 8])])
    }

    @Test(arguments: [true, false])
    func `converts a registration's request and answer`(isConditional: Bool) async throws {
        let controller = Controller()
        let process = await `Provider runtime`.TestProcess(controller) { controller in
            controller.extensionContext.completeRegistrationRequest(
                using: ASPasskeyRegistrationCredential(
                    relyingParty: "example.com", clientDataHash: Self.hash, credentialID: Data([7, 8]),
                    attestationObject: Data([6])))
        }
        let request = PasskeyRegistrationRequest(
            identity: Self.identity, clientDataHash: Self.hash, userVerification: .preferred,
            supportedAlgorithms: [-8, -7], excludedCredentials: [Data([5])],
            extensions: PasskeyRegistrationInput(largeBlob: .required, prf: .init()))
        let answer = try await process.perform(
            isConditional ? .registerPasskeyWithoutUserInteraction(request) : .preparePasskeyRegistration(request))
        #expect(
            answer
                == .passkeyRegistration(
                    PasskeyRegistration(
                        relyingParty: "example.com", clientDataHash: Self.hash, credentialID: Data([7, 8]),
                        attestationObject: Data([6]))))
        let asked = try #require(controller.asked)
        #expect(asked.type == .passkeyRegistration)
        #expect(asked.supportedAlgorithms.map(\.rawValue) == [-8, -7])
        #expect(asked.excludedCredentials?.map(\.credentialID) == [Data([5])])
        guard case .registration(let input) = asked.extensionInput else {
            Issue.record("\(String(describing: asked.extensionInput))")
            return
        }
        #expect(input.largeBlob != nil && input.prf != nil)
    }
}
