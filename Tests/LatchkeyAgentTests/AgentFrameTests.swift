import Foundation
import LatchkeySheet
import LatchkeyTesting
import LatchkeyWire
import Synchronization
import Testing

@testable import LatchkeyAgent

/// Fields in frames: the agent judges the ancestor origins that a browser reports.
@Suite("A field in a frame", .timeLimit(.minutes(5))) struct AgentFrameTests {
    static var everything: [String: Any] {
        [
            "ASCredentialProviderExtensionCapabilities": [
                "ProvidesPasswords": true, "ProvidesOneTimeCodes": true, "ProvidesTextToInsert": true,
                "SupportsSavePasswordCredentials": true, "SupportsGeneratePasswordCredentials": true,
            ]
        ]
    }

    static let code = CredentialIdentity(
        kind: .code, serviceIdentifier: ServiceIdentifier(type: .domain, identifier: "example.com"), user: "alice",
        recordIdentifier: "1")

    /// A world whose provider answers each request, and the contexts that the provider received.
    private func makeWorld() throws -> (world: AgentWorld, contexts: Contexts) {
        let contexts = Contexts()
        let world = try AgentWorld(attributes: Self.everything, hasFallback: true) { parameters, _ in
            contexts.add(parameters.context)
            return switch parameters.request {
            case .prepareTextToInsert: .text("words")
            case .saveWithoutUserInteraction: .passwordSaved
            case .generateWithoutUserInteraction: .generatedPasswords([GeneratedPassword(kind: "strong", value: "x")])
            case .provideWithoutUserInteraction(let identity) where identity.kind == .code: .oneTimeCode("123456")
            default: .password(user: "alice", password: "p")
            }
        }
        return (world, contexts)
    }

    private final class Contexts: Sendable {
        private let seen = Mutex<[RequestContext]>([])
        var all: [RequestContext] { seen.withLock(\.self) }
        func add(_ context: RequestContext) { seen.withLock { $0.append(context) } }
    }

    /// Every call of a browser for a field, by its method.
    private enum Call: String, CaseIterable, Sendable {
        case fill, list, insertText, save, generate, copy

        func make(
            over client: Peer, _ suggestion: String, ancestors: [String]?, acceptsFrame: Bool? = nil,
            acceptsWarning: Bool = false
        ) async throws {
            let url = AgentWorld.url
            let service = ServiceIdentifier(type: .url, identifier: url)
            switch self {
            case .fill:
                _ = try await client.call(
                    Fill.self,
                    .init(
                        url: url, suggestion: suggestion, acceptsWarning: acceptsWarning, ancestorOrigins: ancestors,
                        acceptsFrame: acceptsFrame))
            case .list:
                _ = try await client.call(
                    OpenList.self, .init(url: url, ancestorOrigins: ancestors, acceptsFrame: acceptsFrame))
            case .insertText:
                _ = try await client.call(
                    InsertText.self, .init(url: url, ancestorOrigins: ancestors, acceptsFrame: acceptsFrame))
            case .save:
                let save = SavePasswordRequest(
                    serviceIdentifier: service, user: "alice", password: "new", sessionID: "s",
                    event: .formDidDisappear)
                _ = try await client.call(
                    SavePassword.self, .init(request: save, ancestorOrigins: ancestors, acceptsFrame: acceptsFrame))
            case .generate:
                _ = try await client.call(
                    GeneratePasswords.self,
                    .init(
                        request: GeneratePasswordsRequest(serviceIdentifier: service), ancestorOrigins: ancestors,
                        acceptsFrame: acceptsFrame))
            case .copy:
                _ = try await client.call(
                    CopyCredential.self,
                    .init(
                        url: url, suggestion: suggestion, part: .password, acceptsWarning: acceptsWarning,
                        ancestorOrigins: ancestors, acceptsFrame: acceptsFrame))
            }
        }
    }

    private func suggestion(over client: Peer, in ancestors: [String]? = nil) async throws -> String {
        let found = try await client.call(
            Suggest.self, .init(url: AgentWorld.url, kinds: [.password], ancestorOrigins: ancestors))
        return try #require(found.suggestions.first).id
    }

    @Test(arguments: [
        ["https://evil.com"], ["null"], ["https://www.example.com", "https://evil.com"],
        ["https://evil.com", "https://example.com"], ["chrome-extension://abcdef"],
    ])
    func `a cross-site frame receives nothing until the user confirms it`(ancestors: [String])
        async throws
    {
        let (world, contexts) = try makeWorld()
        try await world.enable()
        let client = try await world.connect(display: ":0")
        let picked = try await suggestion(over: client)
        for call in Call.allCases {
            for accepts in [nil, false] {
                let refusal = await reason {
                    try await call.make(over: client, picked, ancestors: ancestors, acceptsFrame: accepts)
                }
                #expect(refusal == .otherSiteFrame, "\(call)")
            }
        }
        #expect(world.launcher.launches.isEmpty)
        #expect(world.clipboard.copied.isEmpty)
        for call in Call.allCases {
            #expect(
                await reason {
                    try await call.make(over: client, picked, ancestors: ancestors, acceptsFrame: true)
                } == nil, "\(call)")
        }
        #expect(contexts.all.map(\.ancestorOrigins) == Call.allCases.map { _ in ancestors })
    }

    @Test(arguments: [nil, [], ["https://example.com"], ["https://www.example.com", "https://shop.example.com"]])
    func `a frame of its ancestors' site is filled without a confirmation`(ancestors: [String]?) async throws {
        let (world, contexts) = try makeWorld()
        try await world.enable()
        let client = try await world.connect(display: ":0")
        let picked = try await suggestion(over: client, in: ancestors)
        for call in Call.allCases {
            #expect(
                await reason { try await call.make(over: client, picked, ancestors: ancestors) } == nil, "\(call)")
        }
        #expect(contexts.all.allSatisfy { $0.isSecure && $0.frameOrigin == "https://example.com" })
        #expect(contexts.all.allSatisfy { $0.topLevelOrigin == ancestors?.last ?? "https://example.com" })
    }

    @Test func `a frame is judged again when it is filled`() async throws {
        let (world, _) = try makeWorld()
        try await world.enable()
        let client = try await world.connect()
        let picked = try await suggestion(over: client, in: ["https://example.com"])
        // The page around the frame, or the frame itself, has navigated.
        let moved = Fill.Parameters(url: AgentWorld.url, suggestion: picked, ancestorOrigins: ["https://evil.com"])
        #expect(await reason { _ = try await client.call(Fill.self, moved) } == .otherSiteFrame)
        let other = Fill.Parameters(url: "https://evil.com/", suggestion: picked, ancestorOrigins: ["https://evil.com"])
        #expect(await reason { _ = try await client.call(Fill.self, other) } == .nothingFound)
        #expect(world.launcher.launches.isEmpty)
    }

    @Test func `a frame with an ancestor that is not an origin is rejected`() async throws {
        let (world, _) = try makeWorld()
        try await world.enable()
        let client = try await world.connect(display: ":0")
        let picked = try await suggestion(over: client)
        let many = Array(repeating: "https://example.com", count: 33)
        for ancestors in [["https://example.com/login"], ["example.com"], [""], ["https://a.com", "nonsense"], many] {
            for call in Call.allCases {
                #expect(
                    await reason {
                        try await call.make(over: client, picked, ancestors: ancestors, acceptsFrame: true)
                    } == .invalidParameters, "\(call)")
            }
            let suggest = Suggest.Parameters(url: AgentWorld.url, ancestorOrigins: ancestors)
            #expect(await reason { _ = try await client.call(Suggest.self, suggest) } == .invalidParameters)
        }
        // Ancestor origins without a page.
        let list = OpenList.Parameters(url: nil, ancestorOrigins: [])
        #expect(await reason { _ = try await client.call(OpenList.self, list) } == .invalidParameters)
        let text = InsertText.Parameters(ancestorOrigins: ["https://a.com"])
        #expect(await reason { _ = try await client.call(InsertText.self, text) } == .invalidParameters)
        #expect(world.launcher.launches.isEmpty)
        #expect(
            await reason {
                try await Call.list.make(over: client, picked, ancestors: many.dropLast())
            } == nil)
    }

    @Test func `a frame inside an http page has a warning`() async throws {
        let (world, contexts) = try makeWorld()
        try await world.enable()
        let client = try await world.connect()
        let ancestors = ["http://www.example.com"]
        let found = try await client.call(Suggest.self, .init(url: AgentWorld.url, ancestorOrigins: ancestors))
        let picked = try #require(found.suggestions.first)
        #expect(
            picked.warning
                == "www.example.com, which this is part of, is not secure (http); anybody on the way can change it")
        #expect(picked.isPreselectable == false)
        #expect(
            await reason { try await Call.fill.make(over: client, picked.id, ancestors: ancestors) } == .insecureOrigin)
        #expect(contexts.all.isEmpty)
        try await Call.fill.make(over: client, picked.id, ancestors: ancestors, acceptsWarning: true)
        #expect(contexts.all.map(\.isSecure) == [false])
    }

    @Test func `suggestions say whether a frame is cross-site and what may be preselected`() async throws {
        let (world, _) = try makeWorld()
        try await world.enable([AgentWorld.alice, Self.code])
        let client = try await world.connect()
        func suggest(_ url: String, _ ancestors: [String]?) async throws -> Suggest.Result {
            try await client.call(Suggest.self, .init(url: url, ancestorOrigins: ancestors))
        }
        let (page, host) = ("https://example.com/", "https://login.example.com/")
        let top = try await suggest(page, nil)
        #expect(top.frame == nil)
        #expect(top.suggestions.map(\.kind) == [.password, .code])
        #expect(top.suggestions.map(\.isPreselectable) == [true, true])
        #expect(try await suggest(host, nil).suggestions.map(\.isPreselectable) == [false, false])

        let inner = try await suggest(page, ["https://shop.example.com"])
        #expect(
            inner.frame
                == FrameOfPage(
                    origin: "https://example.com", topLevelOrigin: "https://shop.example.com", isOfOtherSite: false))
        #expect(inner.suggestions.map(\.isPreselectable) == [true, true])
        let foreign = try await suggest(page, ["https://evil.com", "https://example.com"])
        #expect(
            foreign.frame
                == FrameOfPage(
                    origin: "https://example.com", topLevelOrigin: "https://example.com", isOfOtherSite: true,
                    otherOrigin: "https://evil.com"))
        #expect(foreign.suggestions.map(\.isPreselectable) == [false, false])
    }

    @Test func `the error, the sheet's frame and the log name a frame and the page around it`()
        async throws
    {
        let world = try AgentWorld(hasFallback: true) { parameters, provider in
            try await provider.peer.notify(OpenSheet.self, OpenSheet.Parameters(id: 1, sheet: Sheet(title: "Pick")))
            _ = await provider.events.next()
            return .password(user: "alice", password: "p")
        }
        try await world.enable()
        let client = try await world.connect()
        let ancestors = ["https://shop.example"]
        do {
            try await Call.fill.make(over: client, "", ancestors: ancestors)
            Issue.record("nobody was asked")
        } catch let error as RemoteError {
            #expect(error.message == "example.com is inside shop.example here")
            #expect(
                error.details == [
                    "frame": "https://example.com", "topLevel": "https://shop.example",
                    "other": "https://shop.example",
                ])
            #expect(error.hint != nil)
        }
        async let listed: Void = Call.list.make(over: client, "", ancestors: ancestors, acceptsFrame: true)
        await world.fallback.opened.wait()
        let frame = await world.fallback.frame
        #expect(frame?.requester == .site("example.com"))
        #expect(frame?.embeddingSite == "shop.example")
        await world.fallback.happen(SheetEvent(nil, .cancelled))
        try await listed
        let entry = try #require(try await client.call(ReadLog.self, .init()).entries.first)
        #expect(entry.what == "list" && entry.service == "example.com" && entry.embeddingSite == "shop.example")
    }

    @Test func `a provider's own sheet frame is ignored`() async throws {
        let world = try AgentWorld(hasFallback: true) { _, provider in
            let ownFrame = SheetFrame(
                providerName: "Latchkey", requester: .site("bank.example"), embeddingSite: "bank.example", word: "heron"
            )
            try await provider.peer.notify(
                OpenSheet.self, OpenSheet.Parameters(id: 1, frame: ownFrame, sheet: Sheet(title: "Unlock Latchkey")))
            _ = await provider.events.next()
            return .password(user: "alice", password: "p")
        }
        try await world.enable()
        let client = try await world.connect()
        async let listed: Void = Call.list.make(over: client, "", ancestors: nil)
        await world.fallback.opened.wait()
        let drawn = SheetFrame(providerName: "com.example.first", requester: .site("example.com"))
        #expect(await world.fallback.frame == drawn)
        await world.fallback.happen(SheetEvent(nil, .cancelled))
        try await listed
    }
}
