import Foundation
import LatchkeyMatching
import LatchkeyWire
import Testing

@testable import LatchkeyAgent
@testable import LatchkeyWebAuthn

/// Which answers of a provider the agent accepts, and what it returns to the page.
@Suite("A provider's answer to a page") struct PasskeyClientAnswerTests: AskingForPasskeys {
    private let key: PasskeyKey
    private let client: PasskeyClient

    init() throws {
        key = try PasskeyKey.make(.es256)
        client = PasskeyClient(frame: try PageFrame(Self.site, ancestors: []), relatedOrigins: nil)
    }

    private func refusal(_ body: () throws -> Void) -> RemoteError.Reason? {
        do { try body() } catch { return (error as? RemoteError)?.reason }
        return nil
    }

    // MARK: Registrations

    private func registration(
        _ creation: PasskeyClient.Creation, signing hash: Data? = nil, attestation: Authenticator.Attestation = .packed,
        bend: (inout AttestationObject) -> Void = { _ in }
    ) throws -> PasskeyRegistration {
        var object = try Authenticator.makeCredential(
            .init(id: [7, 7, 7], key: key, relyingPartyIdentifier: "example.com"),
            clientDataHash: Array(hash ?? creation.ceremony.clientDataHash),
            flags: [.userPresent, .userVerified, .backupEligible, .backedUp], attestation: attestation)
        bend(&object)
        return PasskeyRegistration(
            relyingParty: "example.com", clientDataHash: creation.ceremony.clientDataHash,
            credentialID: Data([7, 7, 7]), attestationObject: Data(object.encoded))
    }

    @Test func `a passkey with an invalid attestation is rejected`() throws {
        let creation = try client.creation(creation())
        func refused(_ answer: PasskeyRegistration) -> RemoteError.Reason? {
            refusal { _ = try client.response(answer, to: creation) }
        }
        #expect(refused(try registration(creation)) == nil)
        #expect(refused(try registration(creation, attestation: .none)) == nil)
        #expect(refused(try registration(creation, signing: Data(repeating: 1, count: 32))) == .providerFailed)
        let says = try registration(creation, attestation: .none) {
            $0 = AttestationObject(format: "none", statement: ["alg": -7], authenticatorData: $0.authenticatorData)
        }
        #expect(refused(says) == .providerFailed)
    }

    @Test(arguments: [(nil, "none"), ("none", "none"), ("direct", "packed"), ("enterprise", "packed")])
    func `a page receives an attestation only on request`(wish: String?, format: String) throws {
        let creation = try client.creation(creation { $0.attestation = wish })
        let response = try client.response(try registration(creation), to: creation).response
        #expect(try AttestationObject(try bytes(response.attestationObject)).format == format)
    }

    @Test func `a passkey that the page excluded is rejected`() throws {
        let creation = try client.creation(creation { $0.excludeCredentials = [PasskeyDescriptor(id: "BwcH")] })
        #expect(refusal { _ = try client.response(registration(creation), to: creation) } == .providerFailed)
    }

    // MARK: Assertions

    private func assertion(
        _ asked: PasskeyClient.Assertion, bend: (inout PasskeyAssertion) -> Void = { _ in }
    ) throws -> PasskeyAssertion {
        let made = try Authenticator.getAssertion(
            .init(id: [7, 7, 7], key: key, relyingPartyIdentifier: "example.com"),
            clientDataHash: Array(asked.ceremony.clientDataHash), flags: [.userPresent])
        var answer = PasskeyAssertion(
            userHandle: Data([1, 2, 3]), relyingParty: "example.com", signature: Data(made.signature),
            clientDataHash: asked.ceremony.clientDataHash, authenticatorData: Data(made.authenticatorData),
            credentialID: Data([7, 7, 7]))
        bend(&answer)
        return answer
    }

    private static let halves: [(String, @Sendable (inout PasskeyAssertion) -> Void, RemoteError.Reason?)] = [
        ("whole", { _ in }, nil),
        ("a signature of nothing", { $0.signature = Data() }, .providerFailed),
        ("no credential", { $0.credentialID = Data() }, .providerFailed),
        ("the longest name of a credential", { $0.credentialID = Data(repeating: 7, count: 1023) }, nil),
        ("a longer one", { $0.credentialID = Data(repeating: 7, count: 1024) }, .providerFailed),
        ("the longest user handle", { $0.userHandle = Data(repeating: 1, count: 64) }, nil),
        ("a longer one", { $0.userHandle = Data(repeating: 1, count: 65) }, .providerFailed),
        ("no authenticator data", { $0.authenticatorData.removeLast() }, .providerFailed),
    ]

    @Test(arguments: halves.indices) func `an incomplete assertion is rejected`(index: Int) throws {
        let (what, bend, reason) = Self.halves[index]
        let asked = try client.assertion(request())
        let answer = try assertion(asked, bend: bend)
        #expect(refusal { _ = try client.response(answer, to: asked, picked: nil) } == reason, "\(what)")
    }

    // MARK: Extensions

    @Test func `a response has only extensions that the page requested`() throws {
        let keys = PRFValues(first: Data(repeating: 1, count: 32))
        let creation = try client.creation(creation())
        var made = try registration(creation)
        made.extensions = PasskeyRegistrationOutput(supportsLargeBlob: true, supportsPRF: true, prf: keys)
        #expect(
            try client.response(made, to: creation).clientExtensionResults == PasskeyExtensionResults())
        let asked = try client.assertion(request())
        let signed = try assertion(asked) {
            $0.extensions = PasskeyAssertionOutput(largeBlob: .init(read: Data([1])), prf: keys)
        }
        #expect(
            try client.response(signed, to: asked, picked: nil).clientExtensionResults == PasskeyExtensionResults())
    }

    // WebAuthn L3 §10.1.4.
    @Test func `a request with prf but without a salt gets an empty prf`() throws {
        let asked = try client.assertion(
            request {
                $0.extensions = .init()
                $0.extensions?.prf = .init()
            })
        let signed = try assertion(asked) {
            $0.extensions = PasskeyAssertionOutput(prf: PRFValues(first: Data(repeating: 1, count: 32)))
        }
        #expect(
            try client.response(signed, to: asked, picked: nil).clientExtensionResults
                == PasskeyExtensionResults(prf: .init()))
    }
}
