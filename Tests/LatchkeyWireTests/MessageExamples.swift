import Foundation
import LatchkeySheet

@testable import LatchkeyWire

/// The values of one message that are stored in Schemas/examples; the schema must accept them.
struct MessageExample: Sendable {
    /// The file name: the method, then `params` or `result`.
    var name: String
    /// A JSON array of the values, members sorted.
    var json: @Sendable () throws -> String
    /// Decodes such an array and encodes it again.
    var roundTrip: @Sendable (String) throws -> String
    /// Decodes one value; throws the error that the peer would respond with.
    var decode: @Sendable (String) throws -> Void

    init<Value: Codable & Sendable>(_ name: String, _ values: [Value]) {
        self.name = name
        json = { try Self.text(values) }
        roundTrip = { try Self.text(JSONDecoder().decode([Value].self, from: Data($0.utf8))) }
        decode = { _ = try Payload.decode(Value.self, from: Array($0.utf8)) }
    }

    private static func text(_ values: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(values), as: UTF8.self) + "\n"
    }
}

extension MessageExample {
    static func of<M: LatchkeyWire.Method>(_ method: M.Type, _ params: [M.Parameters], _ results: [M.Result]) -> [Self]
    {
        [Self("\(M.name).params", params), Self("\(M.name).result", results)]
    }

    static func of<N: LatchkeyWire.Notification>(_ notification: N.Type, _ params: [N.Parameters]) -> [Self] {
        [Self("\(N.name.split(separator: "/").last ?? "").params", params)]
    }

    static let all: [MessageExample] = {
        do {
            return try clientMethods() + pageMethods() + passkeyMethods() + gitMethods() + appMethods()
                + settingsMethods() + clientGrantMethods()
                + providerMethods() + sheetMethods() + errors()
        } catch {
            // Without examples the test that counts them fails.
            return []
        }
    }()

    static let service = ServiceIdentifier(type: .domain, identifier: "example.com", displayName: "Example")
    static let gitTarget = GitTarget(
        protocol: "https", host: "git.example.com:8443", path: "team/project.git", username: "ada",
        challenges: ["Basic realm=\"git\""], takesAuthenticationTypes: true)
    static let gitDetails = GitCredentialDetails(
        passwordExpiry: 1_800_000_000, oauthRefreshToken: "refresh-1", authenticationType: "Bearer")
    static let save = SavePasswordRequest(
        serviceIdentifier: service, user: "ada", password: "correct horse", title: "Example", sessionID: "7f3a",
        event: .formDidDisappear, passwordKind: "password")
    static let generate = GeneratePasswordsRequest(
        serviceIdentifier: service, passwordFieldPasswordRules: "minlength: 20; required: lower;",
        confirmPasswordFieldPasswordRules: "minlength: 20;", passwordRulesFromQuirks: "maxlength: 64;")
    static let reports: [CredentialReport] = [
        .publicKeyCredentialUpdate(relyingParty: "example.com", userHandle: Data([1, 2]), newName: "ada@example.com"),
        .publicKeyCredentialUpdate(
            relyingParty: "example.com", userHandle: Data([1, 2]), newName: "ada", displayName: "Ada Lovelace"),
        .unknownPublicKeyCredential(relyingParty: "example.com", credentialID: Data([3, 4])),
        .allAcceptedPublicKeyCredentials(
            relyingParty: "example.com", userHandle: Data([1, 2]), acceptedCredentialIDs: [Data([3, 4]), Data([5])]),
        .unusedPasswordCredential(domain: "example.com", user: "ada"),
    ]
    static let identity = CredentialIdentity(
        kind: .passkey, serviceIdentifier: service, user: "ada", recordIdentifier: "r1", rank: 3,
        credentialID: [1, 2, 3], userHandle: [4, 5], detail: "Work", isHidden: true, displayName: "Ada Lovelace",
        lastUse: 1_800_000_000)
    static let plainIdentity = CredentialIdentity(
        kind: .password, serviceIdentifier: ServiceIdentifier(type: .url, identifier: "https://example.com/"), user: "")

    static func filled() throws -> [FilledCredential] {
        let provider = try ProviderIdentifier("org.example.vault")
        return [
            FilledCredential(provider: provider, value: .password(user: "ada", password: "correct horse")),
            FilledCredential(provider: provider, value: .code("123456")),
            FilledCredential(provider: provider, value: .code("123456", expiresIn: 17)),
            FilledCredential(provider: provider, value: .text("a note")),
        ]
    }

    static func clientMethods() throws -> [MessageExample] {
        let provider = try ProviderIdentifier("org.example.vault")
        let client = ClientDescription(
            program: "latchkey", tty: "/dev/pts/3", display: ":0", waylandDisplay: "wayland-0",
            xAuthority: "/run/user/1000/xauth_ab",
            sessionBusAddress: "unix:path=/run/user/1000/bus", language: "en_GB.UTF-8", showsSheets: true)
        return of(
            Hello.self,
            [
                .init(
                    protocolVersion: 1, oldestProtocolVersion: 1, productVersion: "0.1.0", features: ["sheets"],
                    role: .client,
                    client: client),
                .init(
                    protocolVersion: 1, oldestProtocolVersion: 1, productVersion: "0.1.0", role: .containingApp,
                    client: ClientDescription(program: "latchkey-vault", showsSheets: false)),
            ], [.init(protocolVersion: 1, productVersion: "0.1.0", features: ["sheets"])])
            + of(
                ReportCredential.self,
                reports.map { .init($0) }
                    + reports.map {
                        .init(
                            $0, url: "https://login.example.com/", ancestorOrigins: [],
                            relatedOrigins: Data("{}".utf8))
                    }, [Empty()])
            + of(StartAhead.self, [.init(provider: provider)], [Empty()])
            + of(CancelCall.self, [.init(id: 7)])
    }

    static func gitMethods() throws -> [MessageExample] {
        let provider = try ProviderIdentifier("org.example.vault")
        let (target, details) = (gitTarget, gitDetails)
        return of(
            GetGitCredential.self,
            [.init(target: target), .init(target: GitTarget(protocol: "https", host: "a.example"))],
            [
                .init(provider: provider, user: "ada", password: "token-1", state: "0123456789abcdef"),
                .init(provider: provider, user: "", password: "token-2", details: details, state: "fedcba9876543210"),
            ])
            + of(
                StoreGitCredential.self,
                [
                    .init(target: target, password: "token-1"),
                    .init(target: target, password: "token-2", details: details),
                ],
                [Empty()])
            + of(
                EraseGitCredential.self, [.init(target: target), .init(target: target, password: "token-1")], [Empty()])
    }

    static func appMethods() throws -> [MessageExample] {
        let provider = try ProviderIdentifier("org.example.vault")
        let anchor = StoredAnchor(
            vault: Data(repeating: 1, count: 16), revision: 42, chain: Data(repeating: 2, count: 32),
            inboxKey: Data(repeating: 3, count: 32), date: 1_800_000_000)
        return of(AuthenticateApp.self, [.init(provider: provider, token: Data(repeating: 7, count: 32))], [Empty()])
            + of(StoreState.self, [Empty()], [.init(isEnabled: true, supportsIncrementalUpdates: false)])
            + of(
                BeginStoreChange.self,
                [.init(operation: .save), .init(operation: .remove), .init(operation: .replace)],
                [StoreChange(change: 1)])
            + of(AddToStoreChange.self, [.init(change: 1, identities: [identity, plainIdentity])], [Empty()])
            + of(CommitStoreChange.self, [StoreChange(change: 1)], [Empty()])
            + of(AbandonStoreChange.self, [StoreChange(change: 1)], [Empty()])
            + of(RemoveAllIdentities.self, [Empty()], [Empty()])
            + of(
                ReadIdentities.self,
                [
                    .init(serviceIdentifier: nil, kinds: []),
                    .init(serviceIdentifier: service, kinds: [.passkey], after: 1000, limit: 10),
                ], [.init(identities: [identity], next: 1010), .init(identities: [])])
            + of(
                SetKeychainItem.self,
                [
                    .init(account: "vault-key", value: Data([1, 2, 3])),
                    .init(account: "vault-key", value: Data([1, 2, 3]), lifetime: 600, renewsWhenRead: true),
                ], [Empty()])
            + of(
                GetKeychainItem.self, [.init(account: "vault-key"), .init(account: "vault-key", renews: false)],
                [.init(value: nil), .init(value: Data([1, 2, 3]), expiresIn: 299.5)])
            + of(
                DescribeKeychainItem.self, [.init(account: "vault-key")],
                [.init(exists: false), .init(exists: true, expiresIn: 299.5)])
            + of(RemoveKeychainItem.self, [.init(account: "vault-key")], [Empty()])
            + of(
                LogDisclosure.self,
                [
                    .init(kind: .reveal, user: "ada", service: "https://example.com"), .init(kind: .export),
                ], [Empty()])
            + of(RequestEnabling.self, [.init(provider: provider)], [.init(isEnabled: true)])
            + of(
                GetAnchor.self, [Empty()],
                [
                    .init(),
                    .init(
                        anchor: anchor, inboxAuthenticationKey: Data(repeating: 9, count: 32), pending: anchor),
                ])
            + of(SetAnchor.self, [.init(anchor: anchor), .init(anchor: anchor, replaces: true)], [Empty()])
    }

    static func clientGrantMethods() -> [MessageExample] {
        let allowed = AllowedClient(path: "/usr/bin/python3.13", showsSheets: false, time: 1_795_000_000.5)
        return of(ListClients.self, [Empty()], [.init(clients: [allowed])])
            + of(
                AllowClient.self, [.init(path: allowed.path), .init(path: allowed.path, showsSheets: true)], [allowed])
            + of(RevokeClient.self, [.init(path: allowed.path)], [allowed])
    }

    static func settingsMethods() throws -> [MessageExample] {
        let provider = try ProviderIdentifier("org.example.vault")
        let digest = String(repeating: "0123456789abcdef", count: 4)
        let description = ProviderDescription(
            id: provider, name: "Example Vault", path: "/usr/share/latchkey/providers/Example.appex",
            executable: "Example",
            executableDigest: digest, bundleDigest: digest, icon: "icon.png", containingApplication: "Example",
            capabilities: ["ProvidesPasswords"],
            isEnabled: true, hasChanged: true, isDebugging: false, problems: ["the executable has changed"])
        let entry = LogEntry(
            time: 1_795_000_000.5, program: "git", pid: 4242, what: "fill", service: "login.example.com",
            embeddingSite: "shop.example", user: "ada", provider: provider, outcome: "completed",
            executable: "/usr/bin/python3.13")
        return of(
            ListProviders.self, [Empty()],
            [
                .init(
                    providers: [description],
                    unreadable: [UnreadableBundle(path: "/tmp/Broken.appex", reason: "no Info.plist")])
            ])
            + of(
                EnableProvider.self, [.init(provider: provider), .init(provider: provider, confirmedDigest: digest)],
                [.init(wantsConfiguration: true)])
            + of(DisableProvider.self, [.init(provider: provider)], [Empty()])
            + of(OrderProviders.self, [.init(providers: [provider])], [Empty()])
            + of(ConfigureProvider.self, [.init(provider: provider)], [Empty()])
            + of(
                DebugProvider.self, [.init(provider: provider, isOn: true)],
                [.init(instructions: ["lldb -p 4242"])])
            + of(ReloadProviders.self, [Empty()], [Empty()])
            + of(
                KeepIdentitiesInMemory.self, [.init(isOn: true), .init()],
                [.init(needsRestart: true), .init(needsRestart: false, isOn: false)])
            + of(
                ChooseSheetMark.self, [.init(), .init(color: "#1F549B", word: "Quiet Harbour")],
                [.init(color: "#1F549B", word: "Quiet Harbour")])
            + of(ReloadQuirks.self, [Empty()], [.init(sharedSets: 52, problems: ["shared.json: not an array"])])
            + of(
                QuirksOfSite.self, [.init(url: "https://www.example.com/account")],
                [
                    .init(sharesLoginsWith: []),
                    .init(
                        sharesLoginsWith: ["example.net", "example.org"],
                        passwordRules: "minlength: 12; required: digit;",
                        changePasswordURL: "https://www.example.com/account/password",
                        wellKnownChangePasswordURL: "https://www.example.com/.well-known/change-password",
                        appendsCodeToPassword: true),
                ])
            + of(
                ReadLog.self, [.init(), .init(limit: 10, before: 90)],
                [.init(entries: [entry], next: 80), .init(entries: [])])
            + of(
                AgentStatus.self, [Empty()],
                [
                    .init(
                        productVersion: "0.1.0", pid: 4242,
                        checks: [
                            .init(name: "isolation", verdict: .good, finding: "bubblewrap 0.8.0"),
                            .init(
                                name: "providers", verdict: .warning, finding: "1 installed, 0 on",
                                remedy: "run \"latchkey providers enable org.example\""),
                        ])
                ])
    }

    static func providerMethods() throws -> [MessageExample] {
        let requests: [ProviderRequest] =
            [
                .provideWithoutUserInteraction(identity), .prepareToProvide(plainIdentity),
                .prepareCredentialList([service]),
                .prepareOneTimeCodeList([]), .prepareTextToInsert, .saveWithoutUserInteraction(save),
                .prepareToSave(save),
                .generateWithoutUserInteraction(generate), .prepareToGenerate(generate), .prepareConfiguration,
                .refillIdentityStore,
            ] + passkeyRequests + reports.map { .report($0) }
        let context = RequestContext(
            program: "Firefox", topLevelOrigin: "https://example.com", frameOrigin: "https://login.example.com",
            ancestorOrigins: ["https://example.com"], isSecure: true, grade: .site, language: "en",
            affiliatedDomains: ["example.org"], purpose: .fill, appendsCodeToPassword: true,
            previousUser: "ada@old.example", isPrivate: true)
        let provider = try ProviderIdentifier("org.example.vault")
        return of(
            PerformRequest.self,
            requests.map { .init(provider: provider, request: $0, context: context) } + [
                .init(
                    provider: provider, request: .prepareConfiguration, context: RequestContext(program: "latchkey"),
                    isDebugging: true),
                .init(
                    provider: provider, request: .saveWithoutUserInteraction(save),
                    context: RequestContext(
                        program: "git",
                        git: GitContext(
                            target: gitTarget, details: gitDetails, password: "token-1",
                            name: "00112233445566778899aabbccddeeff"))),
            ],
            [
                .password(user: "ada", password: "correct horse"),
                .password(user: "ada", password: "token-1", git: gitDetails), .oneTimeCode("123456"),
                .oneTimeCode("123456", expiresIn: 17), .text("a note"),
            ] + assertions.map { .passkeyAssertion($0) } + [
                .passkeyRegistration(registration), .passwordSaved,
                .generatedPasswords([GeneratedPassword(kind: "strong", value: "abc-DEF-123")]), .configured, .reported,
                .other("completeAssertionRequest"), .cancelled(domain: "ASExtensionErrorDomain", code: 1),
                .cancelled(
                    domain: "ASExtensionErrorDomain", code: 0,
                    explanation: ProviderExplanation(
                        reason: "the vault is damaged", suggestion: "restore it from a backup")),
            ])
            + of(ExpireRequest.self, [Empty()]) + of(FinishRequest.self, [Empty()])
    }

    static func errors() throws -> [MessageExample] {
        let plain = RemoteError.Reason.allCases.map { RemoteError($0, "a sentence for people") }
        return [
            MessageExample(
                "error", plain + [RemoteError(.locked, "m", hint: "run \"latchkey-vault unlock\"", details: ["a": "b"])]
            )
        ]
    }
}
