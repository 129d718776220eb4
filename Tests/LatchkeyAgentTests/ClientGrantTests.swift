import Foundation
import LatchkeyCore
import LatchkeySheet
import LatchkeyTesting
import LatchkeyWire
import Synchronization
import Testing

@testable import LatchkeyAgent

@Suite("Programs that the user must allow") struct ClientGrantTests {
    private static let python = AgentWorld.python
    private static let allow = typed("allow")
    private static let notNow = SheetEvent(nil, .cancelled)

    /// The button with a typed word.
    private static func typed(_ word: String) -> SheetEvent {
        SheetEvent("allow", .submitted([SubmittedValue("word", .secure(SecureText(word)))]))
    }

    // MARK: Refusing

    @Test func `an unknown program gets no name, secret or log, and changes nothing`() async throws {
        let world = try AgentWorld()
        try await world.enable()
        let script = try await world.connect(as: AgentWorld.script)
        let suggest = Suggest.Parameters(url: AgentWorld.url)
        let provider = ProviderParameters(provider: try .first)
        let list = OpenList.Parameters(url: AgentWorld.url)
        let save = SavePassword.Parameters(
            request: SavePasswordRequest(
                serviceIdentifier: ServiceIdentifier(type: .url, identifier: AgentWorld.url), user: "a", password: "b",
                sessionID: "1", event: .formDidDisappear))
        let allowing = AllowClient.Parameters(path: Self.python.path)
        let calls: [@Sendable () async throws -> Void] = [
            { _ = try await script.call(Suggest.self, suggest) },
            { _ = try await script.call(SearchLogins.self, SearchLogins.Parameters(text: "alice")) },
            { _ = try await script.call(Fill.self, Fill.Parameters(url: AgentWorld.url, suggestion: "1")) },
            { _ = try await script.call(OpenList.self, list) },
            { _ = try await script.call(SavePassword.self, save) },
            { _ = try await script.call(ListPasskeys.self, ListPasskeys.Parameters(provider: .first)) },
            { _ = try await script.call(DisableProvider.self, provider) },
            { _ = try await script.call(ReadLog.self, ReadLog.Parameters()) },
            { _ = try await script.call(ListClients.self, Empty()) },
            { _ = try await script.call(AllowClient.self, allowing) },
        ]
        for call in calls { #expect(await reason(call) == .notPermitted) }
        do {
            _ = try await script.call(Suggest.self, suggest)
        } catch let error as RemoteError {
            #expect(error.hint == "if you trust it, run \"latchkey clients allow /usr/bin/python3.13\"")
        }
        #expect(world.launcher.requests.isEmpty)
        #expect(try world.agent.directory.isEnabled(.first))
        // Neither names nor secrets.
        #expect(try await script.call(AgentStatus.self, Empty()).pid == 1)
    }

    @Test(arguments: [Hello.Role.client, .containingApp])
    func `a program that cannot be identified gets nothing`(role: Hello.Role) async throws {
        let world = try AgentWorld()
        try await world.enable()
        let hidden = try await world.connect(
            greets: false, as: Caller(processIdentifier: 9, standing: .other, executable: nil))
        let greeting = Hello.Parameters(role: role, client: ClientDescription(program: "old", showsSheets: false))
        if role == .client {
            let error = await #expect(throws: RemoteError.self) { _ = try await hidden.call(Hello.self, greeting) }
            #expect(error?.reason == .notPermitted)
            #expect(
                error?.hint == "restart the browser, or another program that was running when Latchkey was updated")
        } else {
            // A provider's app stays protected, and proves itself with its token.
            _ = try await hidden.call(Hello.self, greeting)
            #expect(await reason { _ = try await world.fill(over: hidden) } == .notPermitted)
        }
    }

    @Test func `a program that is not the file at its path is not asked about`() async throws {
        let world = try AgentWorld(hasSession: true)
        try await world.enable()
        _ = try world.grants.allow(Self.python, showsSheets: false, at: 0)
        // Another file that a mount namespace shows under the path of an allowed one.
        var mounted = Self.python
        mounted.inode = 77
        var caller = AgentWorld.script
        caller.executable = mounted
        let script = try await world.connect(as: caller)
        #expect(await reason { _ = try await world.fill(over: script) } == .notPermitted)
        #expect(await world.session.shown == nil)
    }

    @Test func `recognises a file at its path, also if an update has replaced it`() {
        let file = ExecutableFile(path: "/usr/bin/a", device: 1, inode: 1, owner: 0, changeTime: 1)
        func differs(_ change: (inout ExecutableFile) -> Void) -> ExecutableFile {
            var other = file
            change(&other)
            return other
        }
        #expect(file.isPlaced(at: file))
        #expect(!file.isPlaced(at: nil))
        #expect(!file.isPlaced(at: differs { $0.inode = 2 }))
        let replaced = differs { ($0.isDeleted, $0.inode) = (true, 2) }
        #expect(replaced.isPlaced(at: file))
        #expect(!replaced.isPlaced(at: nil))
        #expect(!replaced.isPlaced(at: differs { $0.owner = 1000 }))
        #expect(!replaced.isPlaced(at: differs { $0.device = 2 }))
        #expect(!replaced.isPlaced(at: differs { $0.path = "/usr/bin/b" }))
    }

    // MARK: Allowing by command

    @Test func `an allowed program is served until it is revoked, and the log names its executable`() async throws {
        let world = try AgentWorld()
        try await world.enable()
        let (script, latchkey) = (
            try await world.connect(as: AgentWorld.script), try await world.connect(as: AgentWorld.latchkey)
        )
        let allowed = try await latchkey.call(AllowClient.self, .init(path: "/usr/bin/python3"))
        #expect(allowed == AllowedClient(path: Self.python.path, showsSheets: false, time: 1_800_000_000))
        #expect(try await latchkey.call(ListClients.self, Empty()).clients == [allowed])
        _ = try await world.fill(over: script)
        #expect(try await latchkey.call(RevokeClient.self, .init(path: "/usr/bin/python3")) == allowed)
        #expect(await reason { _ = try await world.fill(over: script) } == .notPermitted)
        #expect(
            await reason { _ = try await latchkey.call(RevokeClient.self, .init(path: Self.python.path)) }
                == .nothingFound)
        #expect(await reason { _ = try await world.fill(over: script) } == .notPermitted)
        let log = try await latchkey.call(ReadLog.self, .init()).entries.prefix(4)
        // A refused program is logged once.
        #expect(log.map(\.what) == ["request", "revoke", "fill", "allow"])
        #expect(log.map(\.outcome) == ["notPermitted", "done", "done", "done"])
        #expect(log.map(\.executable) == Array(repeating: Self.python.path, count: 4))
    }

    @Test func `an allowed program cannot allow or revoke programs`() async throws {
        let world = try AgentWorld()
        _ = try world.grants.allow(Self.python, showsSheets: true, at: 0)
        for caller in [AgentWorld.script, AgentWorld.browser] {
            let client = try await world.connect(as: caller)
            let path = Self.python.path
            #expect(await reason { _ = try await client.call(AllowClient.self, .init(path: path)) } == .notPermitted)
            #expect(await reason { _ = try await client.call(RevokeClient.self, .init(path: path)) } == .notPermitted)
        }
    }

    @Test func `a path without a program cannot be allowed`() async throws {
        let world = try AgentWorld()
        let latchkey = try await world.connect(as: AgentWorld.latchkey)
        #expect(
            await reason { _ = try await latchkey.call(AllowClient.self, .init(path: "/nowhere")) } == .nothingFound)
    }

    // MARK: The question

    @Test func `asks about an unknown program once, on the session's screen`() async throws {
        let world = try AgentWorld(hasSession: true)
        try await world.enable()
        let script = try await world.connect(as: AgentWorld.script)
        async let filled = world.fill(over: script)
        await world.session.opened.wait()
        let sheet = try #require(await world.session.shown)
        #expect(sheet.elements.map(\.identifier) == ["what", "interpreter", "name", "path", "word", "allow"])
        #expect(sheet.cancelTitle == "Not Now")
        #expect(await world.session.frame?.requester == .program(Self.python.path))
        await world.session.happen(Self.allow)
        #expect(try await filled.value == .password(user: "alice", password: "p"))
        _ = try await world.fill(over: script)
        #expect(await world.session.closings == 1)
        #expect(world.grants.all.map(\.path) == [Self.python.path])
        // The answer does not let it show the sheets of its own requests.
        #expect(world.grants.all.map(\.showsSheets) == [false])
    }

    @Test func `a refused program is asked about again only after an hour`() async throws {
        let world = try AgentWorld(hasSession: true)
        try await world.enable()
        let script = try await world.connect(as: AgentWorld.script)
        async let refused = reason { _ = try await world.fill(over: script) }
        await world.session.opened.wait()
        await world.session.happen(Self.notNow)
        #expect(await refused == .notPermitted)
        #expect(await reason { _ = try await world.fill(over: script) } == .notPermitted)
        #expect(await world.session.closings == 1)
        #expect(world.agent.log.read().entries.prefix(2).map(\.outcome) == ["notPermitted", "declined"])
        var prompt = ClientPrompt()
        prompt.refuse(Self.python, at: 10)
        let states = [-1, 0].map { prompt.isRefused(Self.python, at: 10 + ClientPrompt.refusalTime + $0) }
        #expect(states == [true, false])
    }

    /// A window that appears suddenly can get a press of Enter.
    @Test func `the button allows a program only with the typed word`() async throws {
        let world = try AgentWorld(hasSession: true)
        try await world.enable()
        let script = try await world.connect(as: AgentWorld.script)
        async let filled = world.fill(over: script)
        let session = world.session
        await session.opened.wait()
        for word in ["", "yes"] { await session.happen(Self.typed(word)) }
        await session.changed.wait()
        #expect(await session.shown?.elements.last?.identifier == "advice")
        #expect(world.grants.all.isEmpty)
        await session.happen(Self.typed(" Allow"))
        _ = try await filled
        #expect(await session.openings == 1)
        #expect(world.grants.all.map(\.path) == [Self.python.path])
    }

    @Test func `a press without the word does not allow a program`() async throws {
        let world = try AgentWorld(hasSession: true)
        try await world.enable()
        let script = try await world.connect(as: AgentWorld.script)
        async let refused = reason { _ = try await world.fill(over: script) }
        await world.session.opened.wait()
        await world.session.happen(SheetEvent("allow", .pressed))
        #expect(await refused == .notPermitted)
        #expect(world.grants.all.isEmpty)
    }

    @Test func `a screen that fails is no refusal of the user, who is asked again after a minute`() async throws {
        let world = try AgentWorld(hasSession: true)
        try await world.enable()
        let script = try await world.connect(as: AgentWorld.script)
        let session = world.session
        let failing = Task {
            do { _ = try await world.fill(over: script) } catch { return error as? RemoteError }
            return nil
        }
        await session.opened.wait()
        await session.fail("pinentry ended before it answered")
        let error = await failing.value
        #expect(error?.reason == .notPermitted)
        let path = Self.python.path
        #expect(
            error?.message
                == "\(path) may not request logins, and you could not be asked: pinentry ended before it answered")
        #expect(error?.hint == "if you trust it, run \"latchkey clients allow \(path)\"")
        #expect(world.agent.log.read().entries.map(\.outcome).contains("declined") == false)
        #expect(await reason { _ = try await world.fill(over: script) } == .notPermitted)
        #expect(await session.openings == 1)
        world.clock.advance(by: ClientPrompt.withdrawalTime)
        async let filled = world.fill(over: script)
        while await session.openings < 2 { await Task.yield() }
        await session.happen(Self.allow)
        _ = try await filled
    }

    @Test func `an unanswered question is no refusal of the user, but is not repeated`() async throws {
        let world = try AgentWorld(hasSession: true)
        try await world.enable()
        let script = try await world.connect(as: AgentWorld.script)
        async let unanswered = reason { _ = try await world.fill(over: script) }
        await world.session.opened.wait()
        // The keychain's and the store's watch sleep as well.
        await world.clock.waitForSleepers(3)
        world.clock.advance(by: 180)
        #expect(await unanswered == .notPermitted)
        #expect(world.agent.log.read().entries.prefix(2).map(\.outcome) == ["notPermitted", "timedOut"])
        #expect(await reason { _ = try await world.fill(over: script) } == .notPermitted)
        #expect(await world.session.openings == 1)
    }

    @Test func `the question fails after many submissions without the word`() async throws {
        let world = try AgentWorld(hasSession: true)
        try await world.enable()
        let script = try await world.connect(as: AgentWorld.script)
        async let refused = reason { _ = try await world.fill(over: script) }
        await world.session.opened.wait()
        for _ in 0..<20 { await world.session.happen(Self.typed("")) }
        #expect(await refused == .notPermitted)
        #expect(world.grants.all.isEmpty)
    }

    @Test func `asks about no program after five refused ones`() {
        var prompt = ClientPrompt()
        for number in 0..<ClientPrompt.limit {
            var copy = Self.python
            copy.path = "/tmp/\(number)"
            let isRefused = prompt.isRefused(copy, at: 10)
            #expect(!isRefused)
            prompt.refuse(copy, at: 10)
        }
        let states = [-1, 0].map { prompt.isRefused(Self.python, at: 10 + ClientPrompt.refusalTime + $0) }
        #expect(states == [true, false])
    }

    @Test func `a program that withdraws its question is asked about again only after a minute`() async throws {
        let world = try AgentWorld(hasSession: true)
        try await world.enable()
        let script = try await world.connect(as: AgentWorld.script)
        let withdrawn = Task { await reason { _ = try await world.fill(over: script) } }
        await world.session.opened.wait()
        withdrawn.cancel()
        _ = await withdrawn.value
        var again: RemoteError.Reason?
        // Repeat until the agent has processed the cancellation.
        repeat { again = await reason { _ = try await world.fill(over: script) } } while again == .busy
        #expect(again == .notPermitted)
        #expect(await world.session.closings == 1)
    }

    @Test func `asks about one program at a time`() async throws {
        let world = try AgentWorld(hasSession: true)
        try await world.enable()
        let script = try await world.connect(as: AgentWorld.script)
        async let first = reason { _ = try await world.fill(over: script) }
        await world.session.opened.wait()
        #expect(await reason { _ = try await world.fill(over: script) } == .busy)
        await world.session.happen(Self.notNow)
        _ = await first
    }

    // MARK: Sheets and private windows

    @Test(arguments: [false, true])
    func `a program shows the sheets of its own requests only if the user allowed that`(isAllowed: Bool) async throws {
        let world = try AgentWorld { parameters, _ in
            parameters.request.showsInterface
                ? .password(user: "alice", password: "p") : .cancelled(domain: "ASExtensionErrorDomain", code: 100)
        }
        try await world.enable()
        _ = try world.grants.allow(Self.python, showsSheets: isAllowed, at: 0)
        let script = try await world.connect(
            features: [], methods: MethodTable(), as: AgentWorld.script, showsSheets: true)
        // Without a screen the agent does not ask the provider for its interface.
        #expect(await reason { _ = try await world.fill(over: script) } == (isAllowed ? nil : .locked))
    }

    @Test func `only the native host keeps a request private`() async throws {
        let world = try AgentWorld()
        try await world.enable()
        _ = try world.grants.allow(Self.python, showsSheets: true, at: 0)
        let services: [(Caller, String?)] = [
            (AgentWorld.script, "example.com"), (AgentWorld.latchkey, "example.com"), (AgentWorld.browser, nil),
        ]
        for (caller, service) in services {
            let client = try await world.connect(as: caller)
            let found = try await client.call(Suggest.self, Suggest.Parameters(url: AgentWorld.url))
            let picked = try #require(found.suggestions.first)
            _ = try await client.call(
                Fill.self, Fill.Parameters(url: AgentWorld.url, suggestion: picked.id, isPrivate: true))
            let entry = try #require(world.agent.log.read(limit: 1).entries.first)
            #expect(entry.what == "fill" && entry.service == service && (entry.user == nil) == (service == nil))
        }
    }

    // MARK: The file

    /// Permissions on a disk whose programs a test changes.
    private static func grants(
        on disk: FilesInMemory, programs: ProgramsInMemory = ProgramsInMemory()
    ) -> ClientGrants {
        ClientGrants(folder: "/state", files: disk.files) { programs[$0] }
    }

    @Test func `a replaced or changed program needs a new permission, unless root owns it`() throws {
        let (disk, programs) = (FilesInMemory(), ProgramsInMemory())
        let grants = Self.grants(on: disk, programs: programs)
        for owner: UInt32 in [0, 1000] {
            let file = ExecutableFile(path: "/bin/\(owner)", device: 1, inode: 1, owner: owner, changeTime: 1)
            programs[file.path] = file
            _ = try grants.allow(file, showsSheets: false, at: 0)
            #expect(grants.permission(of: file) != nil)
            let changes: [(inout ExecutableFile) -> Void] = [
                { $0.inode = 2 }, { $0.changeTime = 2 }, { ($0.changeTime, $0.isWritableByOthers) = (2, true) },
            ]
            for (index, change) in changes.enumerated() {
                var changed = file
                change(&changed)
                programs[file.path] = changed
                #expect((grants.permission(of: changed) != nil) == (owner == 0 && index < 2))
            }
            programs[file.path] = file
            var moved = file
            moved.path = "/tmp/\(owner)"
            programs[moved.path] = moved
            #expect(grants.permission(of: moved) == nil)
        }
        var other = ExecutableFile(path: "/bin/0", device: 1, inode: 1, owner: 1000, changeTime: 1)
        programs[other.path] = other
        #expect(grants.permission(of: other) == nil)
        other.owner = 0
        programs[other.path] = other
        // A restarted agent reads the file.
        #expect(Self.grants(on: disk, programs: programs).permission(of: other) != nil)
    }

    @Test func `a damaged or newer file allows nothing and is renamed`() throws {
        for text in ["{", "{\"version\":2,\"clients\":[]}"] {
            let disk = FilesInMemory()
            disk["/state/clients.json"] = Data(text.utf8)
            let grants = Self.grants(on: disk)
            #expect(grants.damagedFile == "clients.json.damaged" && grants.all.isEmpty)
            #expect(disk["/state/clients.json.damaged"] == Data(text.utf8))
        }
    }

    @Test func `a permission that cannot be saved does not count`() throws {
        let (disk, programs) = (FilesInMemory(), ProgramsInMemory())
        programs[Self.python.path] = Self.python
        let grants = Self.grants(on: disk, programs: programs)
        disk.isFull = true
        #expect(throws: RemoteError.self) { try grants.allow(Self.python, showsSheets: false, at: 0) }
        #expect(grants.permission(of: Self.python) == nil)
        disk.isFull = false
        _ = try grants.allow(Self.python, showsSheets: false, at: 0)
        disk.isFull = true
        #expect(throws: RemoteError.self) { try grants.revoke(Self.python.path) }
        #expect(grants.permission(of: Self.python) != nil)
    }
}

/// The executable files of a computer.
private final class ProgramsInMemory: Sendable {
    private let files = Mutex<[String: ExecutableFile]>([:])

    subscript(path: String) -> ExecutableFile? {
        get { files.withLock { $0[path] } }
        set { files.withLock { $0[path] = newValue } }
    }
}
