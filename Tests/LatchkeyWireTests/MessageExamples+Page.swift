import Foundation

@testable import LatchkeyWire

extension MessageExample {
    /// The requests of a browser for a field of a page.
    static func pageMethods() throws -> [MessageExample] {
        let provider = try ProviderIdentifier("org.example.vault")
        let (url, around) = ("https://login.example.com/", ["null", "https://shop.example"])
        return try suggesting()
            + of(
                Fill.self,
                [
                    .init(url: "https://example.com/login", suggestion: "s1", acceptsWarning: true),
                    .init(
                        url: url, suggestion: "s1", ancestorOrigins: around, acceptsFrame: true, purpose: .reveal,
                        isPrivate: true),
                ],
                try filled())
            + of(
                CopyCredential.self,
                [
                    .init(url: nil, provider: provider, part: .user),
                    .init(url: "https://example.com/login", suggestion: "s1", part: .password, acceptsWarning: true),
                    .init(url: url, provider: provider, part: .password, text: "correct horse"),
                    .init(
                        url: url, suggestion: "s1", part: .code, ancestorOrigins: around, acceptsFrame: true,
                        isPrivate: true),
                ],
                [.init(clearsAfter: 45, isMarkedAsSecret: true)])
            + of(
                OpenList.self,
                [
                    .init(url: nil), .init(url: "https://example.com/", kind: .code, provider: provider),
                    .init(url: url, ancestorOrigins: around, acceptsFrame: true, purpose: .copy, isPrivate: true),
                ],
                try filled())
            + of(
                InsertText.self,
                [
                    .init(),
                    .init(provider: provider, url: url, ancestorOrigins: around, acceptsFrame: true, isPrivate: true),
                ],
                try filled())
            + of(
                SavePassword.self,
                [
                    .init(request: save, provider: provider),
                    .init(request: save, ancestorOrigins: around, acceptsFrame: true, mayAsk: false),
                    .init(
                        request: .init(
                            serviceIdentifier: service, user: "ada@new.example", password: "", sessionID: "7f3a",
                            event: .userInitiated), provider: provider, mayAsk: true, previousUser: "ada@old.example"),
                ], [Empty()])
            + of(
                GeneratePasswords.self,
                [
                    .init(request: generate, provider: provider, withInterface: true),
                    .init(request: generate, ancestorOrigins: around, acceptsFrame: true),
                ],
                [.init(provider: provider, passwords: [GeneratedPassword(kind: "strong", value: "abc-DEF-123")])])
    }

    private static func suggesting() throws -> [MessageExample] {
        let provider = try ProviderIdentifier("org.example.vault")
        let suggestion = Suggestion(
            id: "s1", record: "r1", kind: .password, user: "ada", service: "example.com", grade: .affiliated,
            provider: provider, providerName: "Example Vault", rank: 2, warning: "this page is not secure",
            isPreselectable: false, detail: "Work")
        let passkey = Suggestion(
            id: "s2", record: "r1", kind: .passkey, user: "ada", service: "example.com", grade: .exact,
            provider: provider, providerName: "Example Vault", rank: 2, isPreselectable: true,
            displayName: "Ada Lovelace", lastUse: 1_800_000_000)
        let offer = ProviderOffer(
            id: provider, name: "Example Vault", providesPasswords: true, providesOneTimeCodes: true,
            providesTextToInsert: true, savesPasswords: true, generatesPasswords: true, generatesWithUI: false,
            providesPasskeys: true, supportsConditionalPasskeyRegistration: true, changesUserNames: true)
        return of(
            Suggest.self,
            [
                .init(url: "https://example.com/login"),
                .init(url: "https://example.com/", kinds: [.code], explain: true),
                .init(url: "https://login.example.com/", ancestorOrigins: ["null", "https://shop.example"]),
                .init(
                    url: "https://example.com/", kinds: [.passkey],
                    passkeyRequest: .init(options: requestOptions, relatedOrigins: Data("{}".utf8))),
            ],
            [
                .init(
                    serviceIdentifiers: [service], suggestions: [suggestion, passkey], explanation: ["ada: affiliated"]),
                .init(serviceIdentifiers: [], suggestions: []),
                .init(
                    serviceIdentifiers: [], suggestions: [],
                    frame: FrameOfPage(
                        origin: "https://login.example.com", topLevelOrigin: "https://shop.example",
                        isOfOtherSite: true, otherOrigin: "null"),
                    providers: [offer], locked: [LockedProvider(provider: provider, name: "Example Vault")],
                    unlocked: [provider]),
            ])
            + of(
                SearchLogins.self, [.init(text: "example ada"), .init(text: "", limit: 20)],
                [
                    .init(
                        logins: [
                            FoundLogin(
                                id: "s1", kind: .password, user: "ada", service: "example.com",
                                url: "https://example.com/", provider: provider, providerName: "Example Vault",
                                detail: "Work")
                        ], hasMore: true)
                ])
            + of(LockProviders.self, [Empty()], [Empty()])
            + of(ProviderLocked.self, [.init(provider: try ProviderIdentifier("org.example.vault"))])
    }
}
