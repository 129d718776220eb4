import Foundation
import LatchkeyCore
import LatchkeySheet
import LatchkeyTesting
import LatchkeyWire
import Synchronization
import Testing

@testable import LatchkeyAgent

@Suite("The agent") struct AgentTests {
    private static var all: [String: Any] {
        [
            "ASCredentialProviderExtensionCapabilities": [
                "ProvidesPasswords": true, "ProvidesOneTimeCodes": true, "ProvidesTextToInsert": true,
                "ShowsConfigurationUI": true, "SupportsSavePasswordCredentials": true,
                "SupportsGeneratePasswordCredentials": true, "SupportsCredentialUpdate": true,
            ]
        ]
    }

    // MARK: Suggesting and filling

    @Test func `suggests from the store without starting a provider`() async throws {
        let world = try AgentWorld()
        try await world.enable()
        let client = try await world.connect()
        let result = try await client.call(Suggest.self, Suggest.Parameters(url: "https://m.example.com/login"))
        #expect(
            result.serviceIdentifiers.map(\.identifier) == [
                "https://m.example.com/login", "m.example.com", "example.com",
            ])
        #expect(result.suggestions.map(\.user) == ["alice"])
        #expect(result.suggestions.first?.grade == .site)
        #expect(result.explanation == nil)
        #expect(world.launcher.launches.isEmpty)
        let explained = try await client.call(Suggest.self, Suggest.Parameters(url: AgentWorld.url, explain: true))
        #expect(explained.explanation == ["password alice (example.com): offered: it belongs to example.com itself"])
    }

    @Test func `fills a picked login, and logs the client but no password`() async throws {
        let world = try AgentWorld()
        try await world.enable()
        let client = try await world.connect()
        let filled = try await world.fill(over: client)
        #expect(filled.value == .password(user: "alice", password: "p"))
        #expect(world.launcher.requests == [.provideWithoutUserInteraction(AgentWorld.alice)])
        let log = try await client.call(ReadLog.self, ReadLog.Parameters())
        let entry = try #require(log.entries.first { $0.what == "fill" })
        #expect(entry.program == "test" && entry.pid == 4242 && entry.user == "alice" && entry.outcome == "done")
        #expect(entry.service == "example.com")
    }

    @Test func `logs neither site nor account of a private window`() async throws {
        let world = try AgentWorld()
        try await world.enable()
        let client = try await world.connect()
        let picked = try #require(
            try await client.call(Suggest.self, Suggest.Parameters(url: AgentWorld.url)).suggestions.first)
        _ = try await client.call(
            Fill.self, Fill.Parameters(url: AgentWorld.url, suggestion: picked.id, isPrivate: true))
        let log = try await client.call(ReadLog.self, ReadLog.Parameters())
        let entry = try #require(log.entries.first { $0.what == "fill" })
        #expect(entry.outcome == "done" && entry.service == nil && entry.user == nil && entry.embeddingSite == nil)
    }

    @Test func `rejects a suggestion of another page`() async throws {
        let world = try AgentWorld()
        try await world.enable()
        let client = try await world.connect()
        let picked = try #require(
            try await client.call(Suggest.self, Suggest.Parameters(url: AgentWorld.url)).suggestions.first)
        for url in ["https://example.org/", "https://evil-example.com/"] {
            let parameters = Fill.Parameters(url: url, suggestion: picked.id)
            #expect(await reason { _ = try await client.call(Fill.self, parameters) } == .nothingFound)
        }
        #expect(world.launcher.launches.isEmpty)
    }

    @Test func `fills an https login on an http page only after the warning is accepted`() async throws {
        let world = try AgentWorld()
        try await world.enable()
        let client = try await world.connect()
        let url = "http://example.com/"
        let picked = try #require(
            try await client.call(Suggest.self, Suggest.Parameters(url: url)).suggestions.first)
        #expect(picked.warning != nil)
        let silent = Fill.Parameters(url: url, suggestion: picked.id)
        #expect(await reason { _ = try await client.call(Fill.self, silent) } == .insecureOrigin)
        let accepted = Fill.Parameters(url: url, suggestion: picked.id, acceptsWarning: true)
        #expect(try await client.call(Fill.self, accepted).value == .password(user: "alice", password: "p"))
    }

    @Test func `rejects an answer for another login of the page`() async throws {
        let world = try AgentWorld { _, _ in .password(user: "bob", password: "p") }
        try await world.enable([AgentWorld.alice, AgentWorld.bob])
        let client = try await world.connect()
        #expect(await reason { _ = try await world.fill("alice", over: client) } == .providerFailed)
        #expect(try await world.fill("bob", over: client).value == .password(user: "bob", password: "p"))
    }

    @Test func `removes an identity whose record does not exist, and requests a refill`() async throws {
        let asked = Latch()
        let world = try AgentWorld { parameters, _ in
            if parameters.request == .refillIdentityStore {
                asked.open()
                return .reported
            }
            return .cancelled(domain: "ASExtensionErrorDomain", code: 101)
        }
        try await world.enable()
        let client = try await world.connect()
        #expect(await reason { _ = try await world.fill(over: client) } == .credentialIdentityNotFound)
        #expect(try await client.call(Suggest.self, Suggest.Parameters(url: AgentWorld.url)).suggestions.isEmpty)
        await asked.wait()
    }

    @Test func `uses the desktop's screen for a client without one`() async throws {
        let world = try AgentWorld(hasFallback: true) { parameters, provider in
            guard parameters.request.showsInterface else {
                return .cancelled(domain: "ASExtensionErrorDomain", code: 100)
            }
            try await provider.peer.notify(OpenSheet.self, OpenSheet.Parameters(id: 1, sheet: Sheet(title: "Unlock")))
            _ = await provider.events.next()
            return .password(user: "alice", password: "p")
        }
        try await world.enable()
        let client = try await world.connect()
        async let filled = world.fill(over: client)
        await world.fallback.opened.wait()
        #expect(await world.fallback.frame?.requester == .site("example.com"))
        await world.fallback.happen(SheetEvent(nil, .cancelled))
        #expect(try await filled.value == .password(user: "alice", password: "p"))
    }

    @Test func `a sheet names the client's call that it belongs to`() async throws {
        let world = try AgentWorld { parameters, provider in
            // The agent ignores a provider's own number.
            let sheet = OpenSheet.Parameters(id: 1, call: 99, sheet: Sheet(title: "Pick"))
            try await provider.peer.notify(OpenSheet.self, sheet)
            _ = await provider.events.next()
            return .password(user: "alice", password: "p")
        }
        try await world.enable()
        let (opened, sheets) = AsyncStream.makeStream(of: OpenSheet.Parameters.self)
        var methods = MethodTable()
        methods.on(OpenSheet.self) { sheets.yield($0) }
        let client = try await world.connect(features: [], methods: methods, showsSheets: true)
        var iterator = opened.makeAsyncIterator()
        // The greeting was the client's call 1.
        for call in 2...3 {
            async let listed = client.call(OpenList.self, OpenList.Parameters(url: AgentWorld.url))
            let sheet = try #require(await iterator.next())
            #expect(sheet.call == call)
            let event = SheetEvent(nil, .cancelled)
            try await client.notify(SheetHappening.self, SheetHappening.Parameters(id: sheet.id, event: event))
            _ = try await listed
        }
    }

    @Test func `fails with locked without a screen`() async throws {
        let world = try AgentWorld { _, _ in .cancelled(domain: "ASExtensionErrorDomain", code: 100) }
        try await world.enable()
        let client = try await world.connect()
        #expect(await reason { _ = try await world.fill(over: client) } == .locked)
    }

    // MARK: The other requests

    @Test func `calls a provider only for capabilities that it declares`() async throws {
        let world = try AgentWorld(attributes: Self.all, hasFallback: true) { parameters, _ in
            switch parameters.request {
            case .prepareCredentialList: .password(user: "alice", password: "p")
            case .prepareOneTimeCodeList: .oneTimeCode("123456", expiresIn: 17)
            case .prepareTextToInsert: .text("words")
            case .saveWithoutUserInteraction: .passwordSaved
            case .generateWithoutUserInteraction, .prepareToGenerate:
                .generatedPasswords([GeneratedPassword(kind: "strong", value: "s3cret")])
            case .prepareConfiguration: .configured
            default: .reported
            }
        }
        try await world.enable()
        let client = try await world.connect()
        let list = try await client.call(OpenList.self, OpenList.Parameters(url: nil))
        #expect(list.value == .password(user: "alice", password: "p"))
        let code = try await client.call(OpenList.self, OpenList.Parameters(url: AgentWorld.url, kind: .code))
        #expect(code.value == .code("123456", expiresIn: 17))
        #expect(try await client.call(InsertText.self, InsertText.Parameters()).value == .text("words"))
        let service = ServiceIdentifier(type: .url, identifier: AgentWorld.url)
        let save = SavePasswordRequest(
            serviceIdentifier: service, user: "alice", password: "new", sessionID: "s", event: .formDidDisappear)
        _ = try await client.call(SavePassword.self, SavePassword.Parameters(request: save))
        let rules = GeneratePasswordsRequest(serviceIdentifier: service, passwordRulesFromQuirks: "minlength: 20;")
        let generated = try await client.call(
            GeneratePasswords.self, GeneratePasswords.Parameters(request: rules))
        #expect(generated.passwords.map(\.value) == ["s3cret"])
        _ = try await client.call(ConfigureProvider.self, ProviderParameters(provider: .first))
        let report = CredentialReport.unusedPasswordCredential(domain: "example.com", user: "alice")
        _ = try await client.call(ReportCredential.self, .init(report))
        #expect(
            world.launcher.requests == [
                .prepareCredentialList([]),
                .prepareOneTimeCodeList([
                    ServiceIdentifier(type: .url, identifier: AgentWorld.url),
                    ServiceIdentifier(type: .domain, identifier: "example.com"),
                ]),
                .prepareTextToInsert, .saveWithoutUserInteraction(save), .generateWithoutUserInteraction(rules),
                .prepareConfiguration, .report(report),
            ])
    }

    @Test func `logs a report that failed`() async throws {
        let world = try AgentWorld(attributes: Self.all) { _, _ in
            .cancelled(domain: "ASExtensionErrorDomain", code: 0)
        }
        try await world.enable()
        let client = try await world.connect()
        let report = CredentialReport.unusedPasswordCredential(domain: "example.com", user: "alice")
        _ = try await client.call(ReportCredential.self, .init(report))
        let entries = try await client.call(ReadLog.self, ReadLog.Parameters()).entries
        #expect(entries.first?.what == "report")
        #expect(entries.first?.outcome == RemoteError.Reason.providerFailed.rawValue)
    }

    @Test func `does not report to a provider without the capability`() async throws {
        let world = try AgentWorld()
        try await world.enable()
        let client = try await world.connect()
        let service = ServiceIdentifier(type: .url, identifier: AgentWorld.url)
        let save = SavePasswordRequest(
            serviceIdentifier: service, user: "alice", password: "new", sessionID: "s", event: .userInitiated)
        let saving = SavePassword.Parameters(request: save)
        #expect(await reason { _ = try await client.call(SavePassword.self, saving) } == .noProviders)
        #expect(await reason { _ = try await client.call(InsertText.self, InsertText.Parameters()) } == .noProviders)
        let codes = OpenList.Parameters(url: nil, kind: .code)
        #expect(await reason { _ = try await client.call(OpenList.self, codes) } == .noProviders)
        let named = ProviderParameters(provider: try .first)
        #expect(await reason { _ = try await client.call(ConfigureProvider.self, named) } == .notPermitted)
        let report = CredentialReport.unusedPasswordCredential(domain: "example.com", user: "alice")
        _ = try await client.call(ReportCredential.self, .init(report))
        #expect(world.launcher.launches.isEmpty)
    }

    // MARK: Settings

    @Test func `enables a provider only with a confirmed digest, and removes its data when it is disabled`()
        async throws
    {
        let world = try AgentWorld()
        let client = try await world.connect()
        let provider = try ProviderIdentifier.first
        do {
            _ = try await client.call(EnableProvider.self, EnableProvider.Parameters(provider: provider))
            Issue.record("it was turned on unseen")
        } catch let error as RemoteError {
            #expect(error.reason == .confirmationRequired)
            #expect(error.details?["path"]?.hasSuffix("bundles/First.appex") == true)
            #expect(error.details?["digest"]?.count == 64)
        }
        try await world.enable()
        #expect(try await client.call(Suggest.self, Suggest.Parameters(url: AgentWorld.url)).suggestions.count == 1)
        _ = try await client.call(DisableProvider.self, ProviderParameters(provider: provider))
        #expect(try await client.call(Suggest.self, Suggest.Parameters(url: AgentWorld.url)).suggestions.isEmpty)
        #expect(
            await reason { _ = try await client.call(OpenList.self, OpenList.Parameters(url: nil)) } == .noProviders)
        try await world.enable([])
        #expect(try await client.call(Suggest.self, Suggest.Parameters(url: AgentWorld.url)).suggestions.isEmpty)
    }

    @Test func `does not run an executable that changed after the provider was enabled`() async throws {
        let world = try AgentWorld()
        try await world.enable()
        let client = try await world.connect()
        let picked = try #require(
            try await client.call(Suggest.self, Suggest.Parameters(url: AgentWorld.url)).suggestions.first)
        let program = world.folder.url.appending(path: "bundles/First.appex/provider")
        try Data("#!/bin/false".utf8).write(to: program)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program.path)
        let fill = Fill.Parameters(url: AgentWorld.url, suggestion: picked.id)
        #expect(await reason { _ = try await client.call(Fill.self, fill) } == .providerChanged)
        let listed = try await client.call(ListProviders.self, Empty()).providers
        #expect(listed.first?.hasChanged == true)
        #expect(world.launcher.launches.isEmpty)
    }

    @Test func `lifts a provider's deadlines for debugging, and returns instructions`() async throws {
        let world = try AgentWorld()
        try await world.enable()
        let client = try await world.connect()
        let on = try await client.call(
            DebugProvider.self, DebugProvider.Parameters(provider: .first, isOn: true))
        #expect(on.instructions.contains { $0.contains("lldb -p") })
        _ = try await world.fill(over: client)
        #expect(world.launcher.launches.last?.isDebugging == true)
        _ = try await client.call(DebugProvider.self, DebugProvider.Parameters(provider: .first, isOn: false))
        _ = try await world.fill(over: client)
        #expect(world.launcher.launches.last?.isDebugging == false)
    }

    @Test func `saves where identities are kept from the next start on`() async throws {
        let world = try AgentWorld()
        let client = try await world.connect()
        let on = KeepIdentitiesInMemory.Parameters(isOn: true)
        #expect(try await client.call(KeepIdentitiesInMemory.self, on).needsRestart)
        let settings = try ProviderSettings(folder: world.folder.url.path + "/config", files: world.disk.files)
        #expect(settings.keepsIdentitiesInMemory)
        let off = KeepIdentitiesInMemory.Parameters(isOn: false)
        #expect(try await client.call(KeepIdentitiesInMemory.self, off).needsRestart == false)
    }

    @Test func `every sheet has the chosen mark; an omitted colour or word stays the same`() async throws {
        let world = try AgentWorld()
        let client = try await world.connect()
        let drawn = try await client.call(ChooseSheetMark.self, ChooseSheetMark.Parameters())
        let color = try SheetColor(drawn.color)
        #expect(SheetMark(color: color, word: drawn.word) != nil)
        let named = try await client.call(ChooseSheetMark.self, ChooseSheetMark.Parameters(word: "Quiet Harbour"))
        #expect(named == ChooseSheetMark.Result(color: drawn.color, word: "Quiet Harbour"))
        let settings = try ProviderSettings(folder: world.folder.url.path + "/config", files: world.disk.files)
        #expect(settings.sheetMark == SheetMark(color: color, word: "Quiet Harbour"))
        let frame = try world.agent.directory.frame(
            of: .first,
            for: Requester(client: ClientDescription(program: "test", showsSheets: true), caller: AgentWorld.browser),
            in: nil)
        #expect(frame.word == "Quiet Harbour" && frame.color == settings.sheetMark?.color)
    }

    @Test func `draws a mark only when a client shows sheets next to pages`() async throws {
        let world = try AgentWorld()
        func mark() throws -> SheetMark? {
            try ProviderSettings(folder: world.folder.url.path + "/config", files: world.disk.files).sheetMark
        }
        _ = try await world.connect()
        #expect(try mark() == nil)
        let browser = try await world.connect(greets: false)
        _ = try await browser.call(
            Hello.self,
            Hello.Parameters(
                features: [Hello.windows], client: ClientDescription(program: "browser", showsSheets: true)))
        let drawn = try #require(try mark())
        let again = try await browser.call(ChooseSheetMark.self, ChooseSheetMark.Parameters())
        #expect(again == ChooseSheetMark.Result(color: drawn.color.description, word: drawn.word))
    }

    @Test(arguments: [
        ChooseSheetMark.Parameters(color: "blue"), .init(color: "#12345"), .init(word: ""), .init(word: " "),
        .init(word: "two\nlines"), .init(word: "\u{202E}drawkcab"), .init(word: String(repeating: "a", count: 33)),
    ])
    func `rejects a mark that is invisible or misleading`(wish: ChooseSheetMark.Parameters) async throws {
        let client = try await AgentWorld().connect()
        await #expect(throws: RemoteError.self) { try await client.call(ChooseSheetMark.self, wish) }
    }
}
