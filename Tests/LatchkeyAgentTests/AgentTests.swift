import Foundation
import LatchkeySecret
import LatchkeySheet
import LatchkeyTesting
import LatchkeyWire
import Synchronization
import Testing

@testable import LatchkeyAgent

@Suite("The agent") struct AgentTests {
    private func reason(_ body: () async throws -> Void) async -> RemoteError.Reason? {
        do {
            try await body()
            return nil
        } catch {
            return (error as? RemoteError)?.reason
        }
    }

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

    @Test func `suggests from the store and starts no provider for it`() async throws {
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
        #expect(explained.explanation?.count == 1)
    }

    @Test func `fills what was picked and writes down who asked, but no password`() async throws {
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

    @Test func `fills no suggestion of another page`() async throws {
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

    @Test func `fills no https login on an http page without a word`() async throws {
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

    @Test func `refuses a provider that answers for another login of the page`() async throws {
        let world = try AgentWorld { _, _ in .password(user: "bob", password: "p") }
        try await world.enable([AgentWorld.alice, AgentWorld.bob])
        let client = try await world.connect()
        #expect(await reason { _ = try await world.fill("alice", over: client) } == .providerFailed)
        #expect(try await world.fill("bob", over: client).value == .password(user: "bob", password: "p"))
    }

    @Test func `drops an identity whose record is gone and asks for all of them again`() async throws {
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

    @Test func `asks on the desktop's own screen when the program has none`() async throws {
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

    @Test func `says that it is locked when nobody can be asked`() async throws {
        let world = try AgentWorld { _, _ in .cancelled(domain: "ASExtensionErrorDomain", code: 100) }
        try await world.enable()
        let client = try await world.connect()
        #expect(await reason { _ = try await world.fill(over: client) } == .locked)
    }

    // MARK: The other requests

    @Test func `asks for what a provider declares, and for nothing else`() async throws {
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
        _ = try await client.call(ReportCredential.self, report)
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

    @Test func `asks nothing of a provider that does not declare it`() async throws {
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
        _ = try await client.call(ReportCredential.self, report)
        #expect(world.launcher.launches.isEmpty)
    }

    // MARK: Settings

    @Test func `turns a provider on only after its path and digest were shown, and off with all it had`() async throws {
        let world = try AgentWorld()
        let client = try await world.connect()
        let provider = try ProviderIdentifier.first
        do {
            _ = try await client.call(EnableProvider.self, EnableProvider.Parameters(provider: provider))
            Issue.record("it was turned on unseen")
        } catch let error as RemoteError {
            #expect(error.reason == .confirmationRequired)
            #expect(error.details?["path"]?.hasSuffix("First.appex/provider") == true)
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

    @Test func `does not run a program that is not the one that was turned on`() async throws {
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

    @Test func `lifts a provider's deadlines under a debugger and says how to attach one`() async throws {
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

    @Test func `writes down where identities are to be kept, from the next start`() async throws {
        let world = try AgentWorld()
        let client = try await world.connect()
        let on = KeepIdentitiesInMemory.Parameters(isOn: true)
        #expect(try await client.call(KeepIdentitiesInMemory.self, on).needsRestart)
        let settings = try ProviderSettings(folder: world.folder.url.path + "/config", files: world.disk.files)
        #expect(settings.keepsIdentitiesInMemory)
        let off = KeepIdentitiesInMemory.Parameters(isOn: false)
        #expect(try await client.call(KeepIdentitiesInMemory.self, off).needsRestart == false)
    }

    // MARK: Who may do what

    @Test func `answers nobody who has not greeted`() async throws {
        let world = try AgentWorld()
        try await world.enable()
        let client = try await world.connect(greets: false)
        let suggest = Suggest.Parameters(url: AgentWorld.url)
        #expect(await reason { _ = try await client.call(Suggest.self, suggest) } == .helloExpected)
        #expect(await reason { _ = try await client.call(ListProviders.self, Empty()) } == .helloExpected)
    }

    @Test func `gives no program the store or the keychain of a provider without its token`() async throws {
        let world = try AgentWorld()
        try await world.enable()
        let client = try await world.connect()
        let item = SetKeychainItem.Parameters(account: "key", value: Data([1, 2, 3]))
        #expect(await reason { _ = try await client.call(SetKeychainItem.self, item) } == .notPermitted)
        let name = GetKeychainItem.Parameters(account: "key")
        #expect(await reason { _ = try await client.call(GetKeychainItem.self, name) } == .notPermitted)
        let read = ReadIdentities.Parameters(serviceIdentifier: nil, kinds: [])
        #expect(await reason { _ = try await client.call(ReadIdentities.self, read) } == .notPermitted)
        let wrong = AuthenticateApp.Parameters(provider: try .first, token: Data(repeating: 7, count: 32))
        #expect(await reason { _ = try await client.call(AuthenticateApp.self, wrong) } == .notPermitted)
        #expect(await reason { _ = try await client.call(StoreState.self, Empty()) } == .notPermitted)
    }

    @Test func `takes an app for its provider while the token is good, and no longer`() async throws {
        let world = try AgentWorld()
        try await world.enable()
        let provider = try ProviderIdentifier.first
        let path = world.tokens.container(of: provider) + "/" + ContainerTokens.fileName
        let token = try #require(world.disk[path])
        let app = try await world.connect()
        _ = try await app.call(AuthenticateApp.self, AuthenticateApp.Parameters(provider: provider, token: token))
        _ = try await app.call(
            SetKeychainItem.self, SetKeychainItem.Parameters(account: "key", value: Data([1, 2, 3])))
        let item = try await app.call(GetKeychainItem.self, GetKeychainItem.Parameters(account: "key"))
        #expect(item.value == Data([1, 2, 3]))
        let page = try await app.call(
            ReadIdentities.self, ReadIdentities.Parameters(serviceIdentifier: nil, kinds: []))
        #expect(page.identities == [AgentWorld.alice])

        let settings = try await world.connect()
        _ = try await settings.call(DisableProvider.self, ProviderParameters(provider: provider))
        try await world.enable()
        #expect(await reason { _ = try await app.call(StoreState.self, Empty()) } == .notPermitted)
        #expect(world.keychain.isEmpty)
    }

    @Test func `drops an app's unfinished change with its connection`() async throws {
        let world = try AgentWorld()
        try await world.enable()
        let provider = try ProviderIdentifier.first
        let token = try #require(
            world.disk[world.tokens.container(of: provider) + "/" + ContainerTokens.fileName])
        for _ in 0..<6 {
            let (app, session) = try await world.connectSession()
            _ = try await app.call(AuthenticateApp.self, AuthenticateApp.Parameters(provider: provider, token: token))
            let change = try await app.call(BeginStoreChange.self, BeginStoreChange.Parameters(operation: .replace))
            _ = try await app.call(
                AddToStoreChange.self,
                AddToStoreChange.Parameters(change: change.change, identities: [AgentWorld.bob]))
            await app.close()
            // A fifth change of one provider would be refused as long as four are open.
            await session.value
        }
        #expect(world.store.contents.withLock { $0.changes.isEmpty })
        #expect(try await world.store.all(of: provider) == [AgentWorld.alice])
    }

    @Test func `drops an app's unfinished change also when its token is no longer good`() async throws {
        let world = try AgentWorld()
        try await world.enable()
        let (app, session) = try await world.connectApp()
        _ = try await app.call(BeginStoreChange.self, BeginStoreChange.Parameters(operation: .replace))
        // Confirmed anew: the app would have to show the new token.
        try await world.enable([])
        await app.close()
        await session.value
        #expect(world.store.contents.withLock { $0.changes.isEmpty })
    }

    @Test func `leaves nothing of a replacement whose provider is turned off in the middle`() async throws {
        let world = try AgentWorld()
        try await world.enable()
        let (app, session) = try await world.connectApp()
        let change = try await app.call(BeginStoreChange.self, BeginStoreChange.Parameters(operation: .replace))
        let batch = AddToStoreChange.Parameters(change: change.change, identities: [AgentWorld.bob])
        _ = try await app.call(AddToStoreChange.self, batch)
        let settings = try await world.connect()
        _ = try await settings.call(DisableProvider.self, ProviderParameters(provider: .first))
        #expect(world.store.contents.withLock { $0.changes.isEmpty })
        try await world.enable([])
        await #expect(throws: IdentityStoreError.unknownChange) {
            try await world.store.commit(change.change, of: .first)
        }
        await app.close()
        await session.value
        #expect(try await world.store.all(of: .first) == [])
    }

    @Test func `ends the process that has lived on longest when a fifth is needed`() async throws {
        let processes = Collected<ScriptedProvider>()
        let world = try AgentWorld { _, provider in
            processes.append(provider)
            return .password(user: "alice", password: "p")
        }
        try await world.enable()
        let client = try await world.connect()
        for _ in 0..<4 { _ = try await world.fill(over: client) }
        #expect(processes.values.map(\.wasKilled.isOpen) == [false, false, false, false])
        _ = try await world.fill(over: client)
        #expect(processes.values.map(\.wasKilled.isOpen) == [true, false, false, false, false])
        _ = try await world.fill(over: client)
        #expect(processes.values.map(\.wasKilled.isOpen) == [true, true, false, false, false, false])
    }

    @Test func `serves others while a large executable is read`() async throws {
        let (isReading, mayGoOn) = (Latch(), DispatchSemaphore(value: 0))
        var files = BundleFiles.system
        files.digest = { _, _ in
            isReading.open()
            // A way out for a machine with a single thread, where nobody else can run meanwhile.
            _ = mayGoOn.wait(timeout: .now() + 20)
            return String(repeating: "0", count: 64)
        }
        let world = try AgentWorld(files: files)
        let client = try await world.connect()
        let enabling = Task {
            await reason {
                _ = try await client.call(EnableProvider.self, EnableProvider.Parameters(provider: .first))
            }
        }
        await isReading.wait()
        #expect(try await client.call(ReadLog.self, ReadLog.Parameters()).entries.isEmpty)
        mayGoOn.signal()
        #expect(await enabling.value == .confirmationRequired)
    }

    @Test func `forgets everything that is unlocked when it is locked`() async throws {
        let world = try AgentWorld()
        try await world.enable()
        let provider = try ProviderIdentifier.first
        try world.keychain.set(Secret("key"), account: "vault-key", of: provider)
        #expect(await !world.agent.isIdle)
        await world.agent.lock()
        #expect(world.keychain.isEmpty)
        #expect(await world.agent.isIdle)
    }

    @Test(arguments: [
        ("tty", ClientDescription(program: "x", tty: "/etc/passwd", showsSheets: false)),
        ("tty", ClientDescription(program: "x", tty: "/dev/../etc/x", showsSheets: false)),
        ("tty", ClientDescription(program: "x", tty: "/dev/pts/1\nOPTION", showsSheets: false)),
        ("display", ClientDescription(program: "x", display: ":0 --evil", showsSheets: false)),
        ("language", ClientDescription(program: "x", language: "LANG=C", showsSheets: false)),
        ("language", ClientDescription(program: "x", language: "../../tmp/evil", showsSheets: false)),
        (
            "sessionBusAddress",
            ClientDescription(
                program: "x", sessionBusAddress: "unix:path=/run/bus;unixexec:path=/bin/sh", showsSheets: false)
        ),
        ("program", ClientDescription(program: "", showsSheets: false)),
        ("program", ClientDescription(program: "a\u{1B}[2J", showsSheets: false)),
        (
            "waylandDisplay",
            ClientDescription(program: "x", waylandDisplay: String(repeating: "w", count: 257), showsSheets: false)
        ),
    ])
    func `takes no screen that could steer another program`(member: String, client: ClientDescription) async throws {
        let world = try AgentWorld()
        let peer = try await world.connect(greets: false)
        do {
            _ = try await peer.call(Hello.self, Hello.Parameters(client: client))
            Issue.record("it was accepted")
        } catch let error as RemoteError {
            #expect(error.reason == .invalidParameters)
            #expect(error.message == "the client's \(member) cannot be used")
        }
    }
}
