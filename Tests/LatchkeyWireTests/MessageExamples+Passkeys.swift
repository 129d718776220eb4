import Foundation

@testable import LatchkeyWire

// Requests of pages for passkeys, and the requests and answers of providers.
extension MessageExample {
    private static let hash = Data(repeating: 9, count: 32)
    private static let salts = PRFValues(first: Data(repeating: 1, count: 32), second: Data(repeating: 2, count: 32))
    private static let assertionInput: PasskeyAssertionInput = {
        var input = PasskeyAssertionInput(largeBlob: .init(write: Data([1])), prf: salts)
        input.prfByCredential = [
            .init(credentialID: Data([3, 4]), values: PRFValues(first: Data(repeating: 3, count: 32)))
        ]
        return input
    }()

    static let passkeyRequests: [ProviderRequest] = [
        .prepareCredentialListWithPasskeys(
            [service],
            PasskeyRequestParameters(
                relyingPartyIdentifier: "example.com", clientDataHash: hash, userVerification: .preferred,
                allowedCredentials: [Data([3, 4])], extensions: assertionInput)),
        .assertPasskeyWithoutUserInteraction(
            PasskeyAssertionRequest(
                identity: identity, clientDataHash: hash, userVerification: .required, extensions: assertionInput)),
        .prepareToAssertPasskey(
            PasskeyAssertionRequest(identity: identity, clientDataHash: hash, userVerification: .discouraged)),
        .preparePasskeyRegistration(
            PasskeyRegistrationRequest(
                identity: identity, clientDataHash: hash, userVerification: .required,
                supportedAlgorithms: [-8, -7, -257], excludedCredentials: [Data([3, 4])],
                extensions: PasskeyRegistrationInput(largeBlob: .preferred, prf: .init(values: salts)))),
        .registerPasskeyWithoutUserInteraction(
            PasskeyRegistrationRequest(
                identity: identity, clientDataHash: hash, userVerification: .preferred, supportedAlgorithms: [-7])),
    ]

    static let assertions = [
        PasskeyAssertionOutput.LargeBlob(read: Data([7])), PasskeyAssertionOutput.LargeBlob(written: true),
    ].map { blob in
        PasskeyAssertion(
            userHandle: Data([1, 2]), relyingParty: "example.com", signature: Data([5]), clientDataHash: hash,
            authenticatorData: Data([6]), credentialID: Data([3, 4]),
            extensions: PasskeyAssertionOutput(largeBlob: blob, prf: salts))
    }
    static let registration = PasskeyRegistration(
        relyingParty: "example.com", clientDataHash: hash, credentialID: Data([3, 4]), attestationObject: Data([8]),
        extensions: PasskeyRegistrationOutput(supportsLargeBlob: true, supportsPRF: true, prf: salts))

    static let requestOptions: PasskeyRequestOptions = {
        var options = PasskeyRequestOptions(
            challenge: "Y2hhbGxlbmdl", rpId: "example.com",
            allowCredentials: [PasskeyDescriptor(id: "AwQ", transports: ["internal"])])
        options.userVerification = .required
        var extensions = PasskeyRequestOptions.Extensions()
        var prf = PasskeyRequestOptions.Extensions.PRF()
        prf.eval = PasskeyPRFInput(first: "AQ", second: "Ag")
        prf.evalByCredential = PasskeyPRFInputs(["AwQ": PasskeyPRFInput(first: "AQ")])
        extensions.prf = prf
        extensions.largeBlob = .init()
        extensions.largeBlob?.read = true
        options.extensions = extensions
        return options
    }()

    private static let writing: PasskeyRequestOptions = {
        var options = PasskeyRequestOptions(challenge: "Y2hhbGxlbmdl", allowCredentials: [PasskeyDescriptor(id: "AwQ")])
        options.extensions = .init()
        options.extensions?.appid = "https://example.com/facets"
        options.extensions?.largeBlob = .init()
        options.extensions?.largeBlob?.write = "Bw"
        return options
    }()

    private static let creationOptions: PasskeyCreationOptions = {
        var options = PasskeyCreationOptions(
            rp: .init(id: "example.com", name: "Example"), user: .init(id: "AQI", name: "ada", displayName: "Ada"),
            challenge: "Y2hhbGxlbmdl", pubKeyCredParams: [.init(alg: -7), .init(alg: -257)])
        options.excludeCredentials = [PasskeyDescriptor(id: "AwQ")]
        options.authenticatorSelection = .init(userVerification: .preferred)
        options.attestation = "none"
        var extensions = PasskeyCreationOptions.Extensions()
        extensions.appidExclude = "https://example.com/facets"
        extensions.credProps = true
        extensions.largeBlob = .init()
        extensions.largeBlob?.support = "preferred"
        extensions.prf = .init()
        extensions.prf?.eval = PasskeyPRFInput(first: "AQ")
        options.extensions = extensions
        return options
    }()

    static func passkeyMethods() throws -> [MessageExample] {
        let provider = try ProviderIdentifier("org.example.vault")
        let (url, around) = ("https://login.example.com/", ["https://shop.example"])
        let registered = PasskeyRegistrationResponse(
            id: "AwQ",
            response: .init(
                clientDataJSON: "e30", authenticatorData: "Bg", transports: ["hybrid", "internal"], publicKey: "MA",
                publicKeyAlgorithm: -7, attestationObject: "CA"),
            clientExtensionResults: PasskeyExtensionResults(
                credProps: .init(rk: true), largeBlob: .init(supported: true), prf: .init(enabled: true)))
        let signed = PasskeyAuthenticationResponse(
            id: "AwQ",
            response: .init(clientDataJSON: "e30", authenticatorData: "Bg", signature: "BQ", userHandle: "AQI"),
            clientExtensionResults: PasskeyExtensionResults(
                largeBlob: .init(blob: "Bw"), prf: .init(results: PasskeyPRFInput(first: "AQ", second: "Ag"))))
        var results = PasskeyExtensionResults(largeBlob: .init(written: true))
        results.appid = false
        let written = PasskeyAuthenticationResponse(
            id: "AwQ",
            response: .init(clientDataJSON: "e30", authenticatorData: "Bg", signature: "BQ", userHandle: nil),
            clientExtensionResults: results)
        let password = FilledCredential(
            provider: provider, value: .password(user: "ada", password: "correct horse"))
        return of(
            CreatePasskey.self,
            [
                .init(url: url, options: creationOptions),
                .init(
                    url: url, options: creationOptions, ancestorOrigins: around, isConditional: true,
                    provider: provider, relatedOrigins: Data("{}".utf8), acceptsFrame: true, isPrivate: true),
            ], [.init(provider: provider, credential: registered)])
            + of(
                GetPasskey.self,
                [
                    .init(url: url, options: requestOptions), .init(url: url, options: writing),
                    .init(
                        url: url, options: requestOptions, ancestorOrigins: around, suggestion: "s1",
                        provider: provider, relatedOrigins: Data("{}".utf8), acceptsFrame: true, isPrivate: true),
                ],
                [
                    .init(provider: provider, credential: signed), .init(provider: provider, credential: written),
                    .init(provider: provider, password: password),
                ])
            + of(
                ListPasskeys.self, [.init(provider: provider), .init(provider: provider, after: 1000)],
                [
                    .init(
                        passkeys: [
                            KnownPasskey(
                                relyingParty: "example.com", user: "ada", credentialID: Data([3, 4]),
                                userHandle: Data([1, 2]))
                        ], next: 1010), .init(passkeys: []),
                ])
    }
}
