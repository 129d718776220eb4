import Foundation
import LatchkeySystem
import LatchkeyWire
import TestSupport
import Testing

/// The agent with a system bus of the test.
@Suite(.enabled(if: LoginBus.isAvailable, "needs dbus-daemon and python3-dbus"), .timeLimit(.minutes(3)))
struct AgentLockTests {
    @Test func `the agent's keychain is empty before the machine sleeps`() async throws {
        let bus = try await LoginBus()
        let agent = try await RunningAgent(systemBus: bus.address)
        #expect(try await bus.nextEvent() == "inhibit sleep delay")
        let app = try await agent.connectApp()
        for _ in 0..<2 {
            try await app.putDown()
            try bus.send("sleep")
            #expect(try await bus.nextEvent() == "released")
            #expect(try await app.item() == nil)
            try await agent.wait(for: "locked: suspending")
            try bus.send("wake")
            #expect(try await bus.nextEvent() == "inhibit sleep delay")
            try await agent.wait(for: "locked: resumed")
        }
    }

    @Test(arguments: ["lock", "hint"]) func `the agent's keychain is empty once the screen is locked`(
        word: String
    ) async throws {
        let bus = try await LoginBus()
        let agent = try await RunningAgent(systemBus: bus.address)
        #expect(try await bus.nextEvent() == "inhibit sleep delay")
        let app = try await agent.connectApp()
        try await app.putDown()
        try bus.send(word)
        try await agent.wait(for: "locked: locked")
        #expect(try await app.item() == nil)
    }

    @Test func `the agent locks when it loses logind, and locks with the screen after logind is back`() async throws {
        let socket = "\(UUID())"
        let bus = try await LoginBus(socket: socket)
        let agent = try await RunningAgent(systemBus: LoginBus.address(ofSocket: socket))
        #expect(try await bus.nextEvent() == "inhibit sleep delay")
        let app = try await agent.connectApp()
        try await app.putDown()
        try bus.send("drop")
        try await agent.wait(for: "locked: the system bus closed")
        #expect(try await app.item() == nil)
        #expect(try await app.verdict(of: "logind") == .warning)
        let next = try await LoginBus(socket: socket)
        try await agent.wait(for: "logind is connected")
        #expect(try await app.verdict(of: "logind") == .good)
        try await app.putDown()
        try next.send("lock")
        try await agent.wait(for: "locked: locked")
        #expect(try await app.item() == nil)
    }

    @Test func `the agent logs a missing login manager and serves without it`() async throws {
        let agent = try await RunningAgent(systemBus: "unix:path=/nowhere")
        try await agent.wait(for: "warning: ")
        let app = try await agent.connectApp()
        try await app.putDown()
        #expect(try await app.verdict(of: "logind") == .warning)
    }
}

/// The agent in its own home folder, with one provider.
private struct RunningAgent {
    private static let provider = "com.example.provider"
    private static let list = """
        <?xml version="1.0" encoding="UTF-8"?>
        <plist version="1.0"><dict>
        <key>CFBundleIdentifier</key><string>\(provider)</string>
        <key>CFBundleExecutable</key><string>provider</string>
        <key>NSExtension</key><dict>
        <key>NSExtensionPointIdentifier</key>
        <string>com.apple.authentication-services-credential-provider-ui</string>
        </dict></dict></plist>
        """

    struct LogEnded: Error { let awaited: String }

    private let folder: TemporaryFolder
    private let environment: [String: String]
    private let locations: Locations
    private let process: InteractiveProgram

    init(systemBus: String) async throws {
        folder = try TemporaryFolder()
        environment = ["HOME": folder.path, "XDG_RUNTIME_DIR": folder.path + "/run", "PATH": "/usr/bin:/bin"]
        locations = try Locations(environment: environment)
        let bundle = locations.ownProviders + "/Example.appex"
        try FileManager.default.createDirectory(atPath: bundle, withIntermediateDirectories: true)
        try FileManager.default.createDirectory(
            atPath: folder.path + "/run", withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        try Data(Self.list.utf8).write(to: URL(filePath: bundle + "/Info.plist"))
        try FileManager.default.copyItem(atPath: "/usr/bin/true", toPath: bundle + "/provider")
        process = try await InteractiveProgram(
            ["/bin/sh", "-c", "exec \"$0\" \"$@\" 2>&1", Self.program("latchkeyd"), "--system-bus", systemBus],
            environment: environment)
        try await wait(for: "started")
    }

    private static func program(_ name: String) -> String {
        URL(filePath: probePath).deletingLastPathComponent().path + "/" + name
    }

    /// Allows this process, which is no program of the installation, as a user does.
    private func allowTests() async throws {
        let tests = try #require(FileSystem.targetOfSymbolicLink("/proc/self/exe"))
        let command = try await InteractiveProgram(
            [Self.program("latchkey"), "clients", "allow", tests], environment: environment)
        #expect(try await command.end().status == 0)
    }

    /// Waits for a line in the agent's log.
    func wait(for words: String) async throws {
        var line: String
        repeat {
            line = try await process.readLine()
            if line.isEmpty { throw LogEnded(awaited: words) }
        } while !line.contains("latchkeyd: " + words)
    }

    /// Enables the provider and connects as its app.
    func connectApp() async throws -> App {
        try await allowTests()
        let peer = Peer(
            connection: try await SocketConnection.connect(to: locations.agentSocket), methods: MethodTable())
        Task { try await peer.run() }
        let client = ClientDescription(program: "test", showsSheets: false)
        _ = try await peer.call(Hello.self, Hello.Parameters(role: .client, client: client))
        let provider = try ProviderIdentifier(Self.provider)
        var parameters = EnableProvider.Parameters(provider: provider)
        do {
            _ = try await peer.call(EnableProvider.self, parameters)
        } catch let error as RemoteError where error.reason == .confirmationRequired {
            parameters.confirmedDigest = error.details?["digest"]
            _ = try await peer.call(EnableProvider.self, parameters)
        }
        let token = try Data(contentsOf: URL(filePath: locations.container(of: provider) + "/.latchkey-token"))
        _ = try await peer.call(AuthenticateApp.self, AuthenticateApp.Parameters(provider: provider, token: token))
        return App(peer: peer)
    }

    /// A connection as the provider's containing app.
    struct App {
        fileprivate let peer: Peer

        /// Stores an item in the keychain and reads it.
        func putDown() async throws {
            let item = SetKeychainItem.Parameters(account: "key", value: Data("secret".utf8))
            _ = try await peer.call(SetKeychainItem.self, item)
            #expect(try await self.item() == Data("secret".utf8))
        }

        func item() async throws -> Data? {
            try await peer.call(GetKeychainItem.self, GetKeychainItem.Parameters(account: "key")).value
        }

        /// The verdict of one of the agent's checks for `latchkey doctor`; `nil` if it has no check of that name.
        func verdict(of check: String) async throws -> AgentStatus.Result.Check.Verdict? {
            try await peer.call(AgentStatus.self, Empty()).checks.first { $0.name == check }?.verdict
        }
    }
}
