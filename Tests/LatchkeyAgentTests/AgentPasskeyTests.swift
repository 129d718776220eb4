import Crypto
import Foundation
import LatchkeyMatching
import LatchkeySheet
import LatchkeyTesting
import LatchkeyWire
import Testing

@testable import LatchkeyAgent
@testable import LatchkeyWebAuthn

/// The agent as WebAuthn's client, over the socket's protocol.
@Suite("Passkeys of a page", .timeLimit(.minutes(5))) struct AgentPasskeyTests: AskingForPasskeys {
    // MARK: Responses to a page

    @Test func `a new passkey passes the specification's relying party operations`() async throws {
        let signer = try Signer()
        let (world, client) = try await makeWorld(signer)
        let made = try await client.call(
            CreatePasskey.self,
            .init(url: Self.site, options: creation { $0.extensions = .init(credProps: true) }, ancestorOrigins: []))
        let response = made.credential.response
        #expect(
            String(decoding: try bytes(response.clientDataJSON), as: UTF8.self) == """
                {"type":"webauthn.create","challenge":"\(Self.challenge)","origin":"https://login.example.com",\
                "crossOrigin":false}
                """)
        let object = try AttestationObject(try bytes(response.attestationObject))
        let data = try AuthenticatorData(object.authenticatorData)
        #expect(data.relyingPartyHash == Array(SHA256.hash(data: Array("example.com".utf8))))
        #expect(data.credential?.publicKey == signer.key.publicKey && object.format == "none")
        #expect(made.credential.id == "BwcH" && made.credential.rawId == "BwcH")
        #expect(response.publicKeyAlgorithm == -7 && response.transports == ["hybrid", "internal"])
        #expect(made.credential.clientExtensionResults.credProps == .init(rk: true))
        guard case .preparePasskeyRegistration(let asked)? = world.launcher.requests.last else {
            Issue.record("\(world.launcher.requests)")
            return
        }
        #expect(asked.identity.user == "alice" && asked.identity.userHandle == [1, 2, 3])
        #expect(Array(asked.clientDataHash) == Array(SHA256.hash(data: try bytes(response.clientDataJSON))))
    }

    @Test func `a picked passkey signs the page's request without a sheet`() async throws {
        let signer = try Signer()
        let (world, client) = try await makeWorld(signer)
        let picked = try await suggestion(over: client, request())
        #expect(picked.user == "alice" && picked.kind == .passkey && picked.grade == .exact)
        let result = try await client.call(
            GetPasskey.self, .init(url: Self.site, options: request(), ancestorOrigins: [], suggestion: picked.id))
        let response = try #require(result.credential?.response)
        let json = try bytes(response.clientDataJSON)
        #expect(String(decoding: json, as: UTF8.self).hasPrefix("{\"type\":\"webauthn.get\",\"challenge\""))
        let signed = try bytes(response.authenticatorData) + Array(SHA256.hash(data: json))
        #expect(signer.key.publicKey.verifies(try bytes(response.signature), over: signed))
        #expect(response.userHandle == "AQID")
        #expect(world.launcher.requests.map(\.showsInterface) == [false])
        #expect(await world.fallback.shown == nil)
    }

    @Test func `the one of two hundred passkeys that the page allows is found and signs`() async throws {
        var signer = try Signer()
        let crowd = (0..<200).map { number in
            CredentialIdentity(
                kind: .passkey, serviceIdentifier: ServiceIdentifier(type: .domain, identifier: "example.com"),
                user: "user\(number)", recordIdentifier: "p\(number)", rank: 200 - number,
                credentialID: [UInt8(number), 9], userHandle: [1, 2, 3])
        }
        signer.credentialID = Data([199, 9])
        let (world, client) = try await makeWorld(signer, identities: crowd)
        defer { withExtendedLifetime(world) {} }
        let options = request { $0.allowCredentials = [.init(id: "xwk")] }
        let picked = try await suggestion(over: client, options)
        #expect(picked.user == "user199")
        let result = try await client.call(
            GetPasskey.self, .init(url: Self.site, options: options, ancestorOrigins: [], suggestion: picked.id))
        #expect(result.credential?.id == "xwk")
    }

    @Test func `a password from the provider's list answers a request for a passkey`() async throws {
        let world = try AgentWorld(attributes: Self.attributes, hasFallback: true) { _, _ in
            .password(user: "alice", password: "p4ss")
        }
        try await world.enable([])
        let client = try await world.connect()
        let result = try await client.call(GetPasskey.self, .init(url: Self.site, options: request()))
        #expect(result.credential == nil && result.password?.value == .password(user: "alice", password: "p4ss"))
    }

    @Test func `the client data of a frame name the page around it`() async throws {
        let (world, client) = try await makeWorld()
        defer { withExtendedLifetime(world) {} }
        let made = try await client.call(
            CreatePasskey.self,
            .init(
                url: Self.site, options: creation(), ancestorOrigins: ["https://shop.test"], acceptsFrame: true))
        #expect(
            String(decoding: try bytes(made.credential.response.clientDataJSON), as: UTF8.self)
                .hasSuffix("\"crossOrigin\":true,\"topOrigin\":\"https://shop.test\"}"))
        #expect(
            await reason {
                _ = try await client.call(
                    CreatePasskey.self,
                    .init(url: Self.site, options: creation(), ancestorOrigins: ["https://shop.test"]))
            } == .otherSiteFrame)
    }

    // MARK: Permitted requests of a page

    @Test(
        arguments: [
            ("example.com", nil), ("login.example.com", nil), (nil, nil),
            ("com", RemoteError.Reason.securityError), ("co.uk", .securityError), ("github.io", .securityError),
            ("ple.com", .relatedOriginsNeeded), ("EXAMPLE.com", .securityError), ("example.com.", .securityError),
            (".example.com", .securityError), ("", .securityError), ("example.com:443", .securityError),
            ("192.0.2.1", .securityError), ("router", .securityError), ("a.login.example.com", .relatedOriginsNeeded),
            ("example.org", .relatedOriginsNeeded),
        ] as [(String?, RemoteError.Reason?)])
    func `only relying parties that cover the page are accepted`(id: String?, refusal: RemoteError.Reason?) async throws
    {
        let (world, client) = try await makeWorld()
        defer { withExtendedLifetime(world) {} }
        let made = await reason {
            _ = try await client.call(
                CreatePasskey.self, .init(url: Self.site, options: creation { $0.rp.id = id }))
        }
        #expect(made == refusal)
        // If the request is not refused, the provider's list may still return no such passkey.
        let used = await reason {
            _ = try await client.call(GetPasskey.self, .init(url: Self.site, options: request { $0.rpId = id }))
        }
        #expect(used == refusal)
    }

    @Test(arguments: ["http://login.example.com/", "http://192.0.2.1/"])
    func `an insecure page receives no passkey`(url: String) async throws {
        let (world, client) = try await makeWorld()
        let refused = await reason {
            _ = try await client.call(CreatePasskey.self, .init(url: url, options: creation { $0.rp.id = nil }))
        }
        #expect(refused == .securityError && world.launcher.requests.isEmpty)
    }

    @Test func `a related origin of the relying party is accepted, and no other site`() async throws {
        let (world, client) = try await makeWorld()
        defer { withExtendedLifetime(world) {} }
        let options = creation { $0.rp.id = "example.org" }
        func made(_ file: String, on page: String = Self.site) async -> RemoteError.Reason? {
            await reason {
                _ = try await client.call(
                    CreatePasskey.self, .init(url: page, options: options, relatedOrigins: Data(file.utf8)))
            }
        }
        #expect(await made("{\"origins\":[\"https://a.test\",\"https://login.example.com\"]}") == nil)
        #expect(await made("{\"origins\":[\"HTTPS://login.example.com:443/any?page\"]}") == nil)
        #expect(await made("{\"origins\":[\"login.example.com\"]}") == .securityError)
        #expect(await made("{\"origins\":[\"https://example.com\"]}") == .securityError)
        #expect(await made("{\"origins\":[\"http://login.example.com\"]}") == .securityError)
        #expect(await made("{\"origins\":[\"https://login.example.com:8443\"]}") == .securityError)
        // A host without a registrable domain is not a site (§5.11.1).
        let own = "{\"origins\":[\"https://localhost\",\"https://192.0.2.1\",\"https://login.example.com\"]}"
        #expect(await made(own, on: "https://localhost/") == .securityError)
        #expect(await made(own, on: "https://192.0.2.1/") == .securityError)
        #expect(await made(own) == nil)
        #expect(await made("[]") == .securityError)
        #expect(await made("not JSON") == .securityError)
        // A byte order mark is skipped. Duplicate keys and long runs of combining marks are rejected, as in messages.
        let good = "\"origins\":[\"https://login.example.com\"]"
        let tower = "a" + String(repeating: "\u{316}\u{301}", count: 32)
        #expect(await made("\u{FEFF}{\(good)}") == nil)
        #expect(await made("{\(good),\(good)}") == .securityError)
        #expect(await made("{\(good),\"\(tower)\":1}") == .securityError)
        // At most five labels of sites; the sixth is ignored (§5.11.1).
        let five = (1...5).map { "\"https://site\($0).test\"" }.joined(separator: ",")
        #expect(await made("{\"origins\":[\(five),\"https://login.example.com\"]}") == .securityError)
        // Another origin of a site that was already counted is read.
        let four = (1...4).map { "\"https://site\($0).test\"" }.joined(separator: ",")
        #expect(
            await made("{\"origins\":[\"https://example.net\",\(four),\"https://login.example.com\"]}") == nil)
        let long = String(repeating: "x", count: 262_144)
        #expect(await made("{\"origins\":[\"https://login.example.com\"],\"more\":\"\(long)\"}") == .securityError)
    }

    @Test(
        arguments: [
            ("", RemoteError.Reason.typeError), ("AQID", nil), (String(repeating: "A", count: 88), .typeError),
            ("not base64url!", .typeError),
        ] as [(String, RemoteError.Reason?)])
    func `a user id must have 1 to 64 bytes`(id: String, refusal: RemoteError.Reason?) async throws {
        let (world, client) = try await makeWorld()
        defer { withExtendedLifetime(world) {} }
        let made = await reason {
            _ = try await client.call(CreatePasskey.self, .init(url: Self.site, options: creation { $0.user.id = id }))
        }
        #expect(made == refusal)
    }

    @Test func `a registration without a known algorithm is rejected`() async throws {
        let (world, client) = try await makeWorld()
        defer { withExtendedLifetime(world) {} }
        let options = creation { $0.pubKeyCredParams = [.init(type: "other", alg: -7)] }
        #expect(
            await reason { _ = try await client.call(CreatePasskey.self, .init(url: Self.site, options: options)) }
                == .notSupportedError)
    }

    @Test(
        arguments: [
            (nil, nil), ("", nil), ("https://login.example.com/facets", nil), ("https://www.example.com", nil),
            ("https://example.com:8443/", nil), ("https://example.org/", RemoteError.Reason.securityError),
            ("https://example.com.evil.test/", .securityError), ("https://com/", .securityError),
            ("http://login.example.com/", .securityError), ("login.example.com", .securityError),
            ("https://ada@example.com/", .securityError), ("android:apk-key-hash:AAAA", .securityError),
            ("https://www.gstatic.com/securitykey/origins.json", .securityError),
        ] as [(String?, RemoteError.Reason?)])
    func `an AppID must be of the page's site`(
        identifier: String?, refusal: RemoteError.Reason?
    ) async throws {
        let (world, client) = try await makeWorld()
        defer { withExtendedLifetime(world) {} }
        let using = request {
            $0.extensions = .init()
            $0.extensions?.appid = identifier
        }
        let making = creation {
            $0.extensions = .init()
            $0.extensions?.appidExclude = identifier
        }
        let used = await reason {
            let found = try await client.call(
                Suggest.self, .init(url: Self.site, kinds: [.passkey], passkeyRequest: .init(options: using)))
            let picked = try #require(found.suggestions.first)
            let given = try await client.call(
                GetPasskey.self, .init(url: Self.site, options: using, ancestorOrigins: [], suggestion: picked.id))
            // Only the caller receives the reason.
            #expect(given.credential?.clientExtensionResults.appid == (identifier == nil ? nil : false))
        }
        #expect(used == refusal)
        let made = await reason {
            _ = try await client.call(CreatePasskey.self, .init(url: Self.site, options: making))
        }
        #expect(made == refusal)
    }

    @Test func `Google's built-in AppID list is valid for google.com only`() throws {
        let list = "https://www.gstatic.com/securitykey/origins.json"
        let page = try PageFrame("https://accounts.google.com/", ancestors: [])
        let own = PasskeyClient(frame: page, relatedOrigins: nil)
        #expect(throws: Never.self) { try own.check(appID: list) }
        #expect(throws: RemoteError.self) { try own.check(appID: list + "?more") }
    }

    // MARK: Salts, reports, lists

    @Test func `a provider receives hashed PRF inputs`() async throws {
        let (world, client) = try await makeWorld()
        let options = request { options in
            var extensions = PasskeyRequestOptions.Extensions()
            extensions.prf = .init()
            extensions.prf?.eval = PasskeyPRFInput(first: "AQ", second: "Ag")
            options.extensions = extensions
        }
        let picked = try await suggestion(over: client, options)
        _ = try await client.call(GetPasskey.self, .init(url: Self.site, options: options, suggestion: picked.id))
        guard case .assertPasskeyWithoutUserInteraction(let asked)? = world.launcher.requests.last else {
            Issue.record("\(world.launcher.requests)")
            return
        }
        let salts = [1, 2].map { Data(SHA256.hash(data: Array("WebAuthn PRF".utf8) + [0, $0])) }
        #expect(asked.extensions?.prf == PRFValues(first: salts[0], second: salts[1]))
    }

    @Test func `contradictory extensions are rejected`() async throws {
        let (world, client) = try await makeWorld()
        defer { withExtendedLifetime(world) {} }
        func refusal(_ change: (inout PasskeyRequestOptions) -> Void) async -> RemoteError.Reason? {
            let options = request(change)
            return await reason {
                _ = try await client.call(GetPasskey.self, .init(url: Self.site, options: options))
            }
        }
        let blob = { (read: Bool?, write: String?, allowed: [String]) in
            { (options: inout PasskeyRequestOptions) in
                options.extensions = .init()
                options.extensions?.largeBlob = .init()
                options.extensions?.largeBlob?.read = read
                options.extensions?.largeBlob?.write = write
                options.allowCredentials = allowed.map { PasskeyDescriptor(id: $0) }
            }
        }
        // §10.1.5: read or written, and written for the one passkey that the page names.
        #expect(await refusal(blob(true, "AQ", ["BwcH"])) == .notSupportedError)
        #expect(await refusal(blob(nil, "AQ", [])) == .notSupportedError)
        #expect(await refusal(blob(nil, "AQ", ["BwcH", "CQ"])) == .notSupportedError)
        #expect(await refusal(blob(nil, "AQ", ["BwcH"])) == nil)
        #expect(await refusal(blob(true, nil, [])) == nil)
        let salts = { (credential: String, allowed: [String]) in
            { (options: inout PasskeyRequestOptions) in
                options.extensions = .init()
                options.extensions?.prf = .init()
                options.extensions?.prf?.evalByCredential = PasskeyPRFInputs([credential: PasskeyPRFInput(first: "AQ")])
                options.allowCredentials = allowed.map { PasskeyDescriptor(id: $0) }
            }
        }
        // §10.1.4: salts by credential need a list, and passkeys out of it.
        #expect(await refusal(salts("BwcH", [])) == .notSupportedError)
        #expect(await refusal(salts("CQ", ["BwcH"])) == .syntaxError)
        #expect(await refusal(salts("", ["BwcH"])) == .syntaxError)
        #expect(await refusal(salts("BwcH", ["BwcH"])) == nil)
    }

    @Test func `a required large blob fails with a provider that does not support it`() async throws {
        let (world, client) = try await makeWorld()
        defer { withExtendedLifetime(world) {} }
        func made(_ support: String) async -> RemoteError.Reason? {
            let options = creation {
                $0.extensions = .init()
                $0.extensions?.largeBlob = .init()
                $0.extensions?.largeBlob?.support = support
            }
            return await reason {
                _ = try await client.call(CreatePasskey.self, .init(url: Self.site, options: options))
            }
        }
        #expect(await made("required") == .providerFailed)
        #expect(await made("preferred") == nil)
    }

    @Test func `a page can report only on its own relying party`() async throws {
        let (world, client) = try await makeWorld()
        let own = CredentialReport.unknownPublicKeyCredential(relyingParty: "example.com", credentialID: Data([7]))
        let other = CredentialReport.unknownPublicKeyCredential(relyingParty: "example.org", credentialID: Data([7]))
        _ = try await client.call(ReportCredential.self, .init(own, url: Self.site, ancestorOrigins: []))
        #expect(world.launcher.requests == [.report(own)])
        #expect(
            await reason { _ = try await client.call(ReportCredential.self, .init(other, url: Self.site)) }
                == .relatedOriginsNeeded)
        #expect(
            await reason {
                _ = try await client.call(
                    ReportCredential.self,
                    .init(.unusedPasswordCredential(domain: "example.org", user: "ada"), url: Self.site))
            } == .securityError)
        #expect(world.launcher.requests.count == 1)
    }

    @Test func `the log names the account of a report and of a choice from the list`() async throws {
        let (world, client) = try await makeWorld()
        defer { withExtendedLifetime(world) {} }
        let reports: [(CredentialReport, String?)] = [
            (.unknownPublicKeyCredential(relyingParty: "example.com", credentialID: Data([7, 7, 7])), "alice"),
            (.unknownPublicKeyCredential(relyingParty: "example.com", credentialID: Data([8])), nil),
            (
                .allAcceptedPublicKeyCredentials(
                    relyingParty: "example.com", userHandle: Data([1, 2, 3]), acceptedCredentialIDs: []), "alice"
            ),
            (
                .publicKeyCredentialUpdate(
                    relyingParty: "example.com", userHandle: Data([1, 2, 3]), newName: "ada"), "ada"
            ),
            (.unusedPasswordCredential(domain: "example.com", user: "bob"), "bob"),
        ]
        for (report, user) in reports {
            _ = try await client.call(ReportCredential.self, .init(report, url: Self.site))
            let entry = try #require(try await client.call(ReadLog.self, .init()).entries.first)
            #expect(entry.what == "report" && entry.service == "example.com")
            #expect(entry.user == user, "\(report)")
        }
        _ = try await client.call(GetPasskey.self, .init(url: Self.site, options: request(), provider: .first))
        let entry = try #require(try await client.call(ReadLog.self, .init()).entries.first)
        #expect(entry.what == "list" && entry.user == "alice")
    }

    @Test func `lists only the passkeys of one provider`() async throws {
        let (world, client) = try await makeWorld()
        defer { withExtendedLifetime(world) {} }
        let listed = try await client.call(ListPasskeys.self, .init(provider: .first))
        #expect(
            listed.passkeys == [
                KnownPasskey(
                    relyingParty: "example.com", user: "alice", credentialID: Data([7, 7, 7]),
                    userHandle: Data([1, 2, 3]))
            ])
        #expect(listed.next == nil)
    }
}
