import Foundation
import LatchkeyMatching
import LatchkeyWire
import Testing

@testable import LatchkeyAgent
@testable import LatchkeyWebAuthn

/// How the agent reads a page's options before it calls a provider.
@Suite("What a page asks of passkeys") struct PasskeyClientTests: AskingForPasskeys {
    private func client(_ url: String = Self.site, around ancestors: [String]? = nil) throws -> PasskeyClient {
        PasskeyClient(frame: try PageFrame(url, ancestors: ancestors), relatedOrigins: nil)
    }

    /// The reason of a remote error; `nil` without an error.
    private func refusal(_ body: () throws -> Void) -> RemoteError.Reason? {
        do { try body() } catch { return (error as? RemoteError)?.reason }
        return nil
    }

    @Test(
        arguments: [
            ([], "false"),
            (["https://login.example.com"], "false"),
            (["https://www.example.com"], #"true,"topOrigin":"https://www.example.com""#),
            (["https://login.example.com:8443"], #"true,"topOrigin":"https://login.example.com:8443""#),
            // topOrigin is the origin in the address bar, not the nearest ancestor.
            (["https://pay.test", "https://shop.test"], #"true,"topOrigin":"https://shop.test""#),
            // An ancestor of another origin is between two frames of one origin.
            (["https://pay.test", "https://login.example.com"], #"true,"topOrigin":"https://login.example.com""#),
            (["null", "https://login.example.com"], #"true,"topOrigin":"https://login.example.com""#),
        ])
    func `the client data have crossOrigin and topOrigin of a frame`(
        ancestors: [String], said: String
    ) throws {
        let client = try client(around: ancestors)
        let ceremonies = [
            ("create", try client.creation(creation()).ceremony), ("get", try client.assertion(request()).ceremony),
        ]
        for (type, ceremony) in ceremonies {
            #expect(
                String(decoding: ceremony.clientDataJSON, as: UTF8.self) == """
                    {"type":"webauthn.\(type)","challenge":"\(Self.challenge)","origin":"https://login.example.com",\
                    "crossOrigin":\(said)}
                    """)
        }
    }

    @Test func `malformed base64url is rejected in every option`() throws {
        let client = try client()
        let (wrong, other) = (PasskeyDescriptor(id: "not base64url!"), "not base64url!")
        #expect(refusal { _ = try client.creation(creation { $0.challenge = other }) } == .typeError)
        #expect(refusal { _ = try client.creation(creation { $0.excludeCredentials = [wrong] }) } == .typeError)
        #expect(refusal { _ = try client.assertion(request { $0.challenge = other }) } == .typeError)
        #expect(refusal { _ = try client.assertion(request { $0.allowCredentials = [wrong] }) } == .typeError)
        #expect(refusal { _ = try client.creation(creation()) } == nil)
        #expect(refusal { _ = try client.assertion(request()) } == nil)
    }

    @Test(arguments: [(256, nil), (257, .typeError)] as [(Int, RemoteError.Reason?)])
    func `an option list of more than 256 passkeys is rejected`(count: Int, refused: RemoteError.Reason?) throws {
        let client = try client()
        let many = Array(repeating: PasskeyDescriptor(id: "BwcH"), count: count)
        #expect(refusal { _ = try client.creation(creation { $0.excludeCredentials = many }) } == refused)
        #expect(refusal { _ = try client.assertion(request { $0.allowCredentials = many }) } == refused)
    }

    @Test func `a provider receives what the page excludes, allows and requires`() throws {
        let client = try client()
        let made = try client.creation(
            creation {
                $0.excludeCredentials = [PasskeyDescriptor(id: "BwcH"), PasskeyDescriptor(id: "CQ", type: "other")]
                $0.authenticatorSelection = .init(userVerification: .required)
                $0.pubKeyCredParams = [.init(alg: -8), .init(type: "other", alg: -257), .init(alg: -7)]
            }
        ).request
        #expect(made.excludedCredentials == [Data([7, 7, 7])])
        #expect(made.userVerification == .required)
        #expect(made.supportedAlgorithms == [-8, -7])
        let used = try client.assertion(
            request {
                $0.allowCredentials = [PasskeyDescriptor(id: "BwcH")]
                $0.userVerification = .required
            })
        #expect(used.parameters.allowedCredentials == [Data([7, 7, 7])])
        #expect(used.parameters.userVerification == .required)
        #expect(used.request(for: Self.identity).userVerification == .required)
    }

    @Test func `an insecure page cannot report on passkeys`() throws {
        let report = CredentialReport.unknownPublicKeyCredential(relyingParty: "example.com", credentialID: Data([7]))
        let (open, inside) = (
            try client("http://login.example.com/"), try client(around: ["http://www.example.com"])
        )
        #expect(refusal { try open.check(report) } == .securityError)
        #expect(refusal { try inside.check(report) } == .securityError)
        #expect(refusal { try client(around: ["https://www.example.com"]).check(report) } == nil)
    }

    /// Browsers treat a host with a trailing dot as another origin, and find no relying party for it.
    @Test(
        arguments: [
            ("https://login.example.com./", nil), ("https://login.example.com.:8443/", nil),
            ("https://login.example.com%2E/", nil), ("https://login.example.com/", "https://www.example.com."),
            ("https://login.example.com/", "https://login.example.com."),
        ] as [(String, String?)])
    func `a host with a trailing dot has no relying party`(url: String, around: String?) throws {
        let client = try client(url, around: around.map { [$0] })
        let report = CredentialReport.unknownPublicKeyCredential(relyingParty: "example.com", credentialID: Data([7]))
        #expect(refusal { _ = try client.creation(creation()) } == .securityError)
        #expect(refusal { _ = try client.assertion(request()) } == .securityError)
        #expect(refusal { try client.check(report) } == .securityError)
    }
}
