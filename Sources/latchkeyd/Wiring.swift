import Foundation
import LatchkeyAgent
import LatchkeyCore
import LatchkeyMatching
import LatchkeySheet
import LatchkeyTerminal
import LatchkeySystem
import LatchkeyWire

/// Connects the agent to the operating system.
struct Wiring {
    let locations: Locations
    let agent: Agent
    let sessionWatch: SessionWatch
    let programs = InstalledPrograms()

    /// - Parameter systemBus: The address of the system bus; `nil` for the default one.
    init(
        locations: Locations, environment: [String: String], deadlines: RequestRunner.Deadlines, systemBus: String?
    ) throws {
        self.locations = locations
        let sessionWatch = SessionWatch(systemBus: systemBus)
        self.sessionWatch = sessionWatch
        if let warning = locations.warning { AgentLog.write("warning: \(warning)") }
        for folder in [locations.state, locations.configuration, locations.containers] {
            try PrivateFolder.ensure(folder)
        }
        let files = PrivateFiles.system
        let settings = try ProviderSettings(folder: locations.configuration, files: files)
        if let damaged = settings.damagedFile { AgentLog.write("warning: the settings were damaged; see \(damaged)") }

        let lost = LostStores()
        // `machine-id(5)`; a machine without one is always the same.
        let machine = (try? PrivateFile.read("/etc/machine-id", limit: 256)) ?? nil
        let store = try IdentityStore(
            folder: URL(filePath: locations.state, directoryHint: .isDirectory),
            inMemoryOnly: settings.keepsIdentitiesInMemory, machine: IdentityStore.digest(ofMachine: machine),
            enabled: settings.enabled, onLoss: lost.report)
        let keychain = Keychain(now: MonotonicClock.system.now)
        let tokens = ContainerTokens(folder: locations.containers, files: files)
        // Tokens of providers that were turned off while their folder could not be written.
        try? tokens.revoke(allBut: settings.enabled)
        let directory = ProviderDirectory(
            registry: ProviderRegistry(folders: locations.providerFolders), settings: settings,
            activation: ProviderActivation(settings: settings, tokens: tokens, identities: store, keychain: keychain),
            tokens: tokens,
            readIcon: { path in (try? PrivateFile.read(path, limit: 65_536)) ?? nil })
        let grants = ClientGrants(
            folder: locations.state, files: files, executableFile: { RunningExecutable.at($0) })
        if let damaged = grants.damagedFile {
            AgentLog.write("warning: the list of allowed programs was damaged; see \(damaged)")
        }
        var dependencies = Self.dependencies(
            locations: locations, environment: environment, sessionWatch: sessionWatch)
        dependencies.deadlines = deadlines
        let anchors = AnchorFile(locations)
        dependencies.anchors = ProviderAnchors(
            read: { provider in try await BlockingCalls.run { try anchors.read(provider) } },
            // Another program may hold the lock.
            write: { anchor, provider, replacing in
                try await BlockingCalls.runAlone { try anchors.write(anchor, of: provider, replacing: replacing) }
            })
        agent = Agent(
            store: store, keychain: keychain, directory: directory, grants: grants,
            log: ActivityLog(folder: URL(filePath: locations.state, directoryHint: .isDirectory)),
            dependencies: dependencies)
        lost.connect { [agent] in
            for provider in settings.enabled { agent.requestRefill(of: provider) }
        }
    }

    private static func dependencies(
        locations: Locations, environment: [String: String], sessionWatch: SessionWatch
    ) -> Agent.Dependencies {
        let quirks = locations.quirks
        let display = SessionDisplay(environment: environment)
        let pinentryCheck = PinentryCheck(display: display, environment: environment)
        var dependencies = Agent.Dependencies(
            launcher: SandboxLauncher(),
            clock: .system,
            date: { Date().timeIntervalSince1970 },
            fallbackScreen: { pinentry(for: $0, environment: environment) },
            clipboard: { client throws(RemoteError) in try await clipboard(for: client, environment: environment) },
            readQuirks: { readQuirks(in: quirks) },
            systemChecks: {
                await Bubblewrap.isolationReport() + [
                    sessionWatch.check, LockedMemory.check(), pinentryCheck.run(),
                ]
            },
            processIdentifier: ProcessInfo.processInfo.processIdentifier,
            note: { AgentLog.write($0) })
        dependencies.sessionScreen = {
            guard let client = try? await display.client?.checked() else { return nil }
            return pinentry(for: client, environment: environment)
        }
        dependencies.notify = { await DesktopNotice.show($0, environment: environment) }
        return dependencies
    }

    /// The desktop's `pinentry` on the client's display or terminal; `nil` if the client has neither.
    private static func pinentry(
        for client: ClientDescription, environment: [String: String]
    ) -> (any SheetScreen)? {
        guard client.tty != nil || client.display != nil || client.waylandDisplay != nil else { return nil }
        return PinentryScreen(
            session: PinentryScreen.Session(
                terminalPath: client.tty, terminalType: client.tty.map { _ in "xterm-256color" },
                display: client.display, characterType: client.language),
            environment: pinentryVariables(for: client, environment: environment))
    }

    /// The variables with which `pinentry` starts for a client.
    static func pinentryVariables(
        for client: ClientDescription, environment: [String: String]
    ) -> [String: String] {
        var variables = environment.filter { ["PATH", "HOME", "XDG_RUNTIME_DIR"].contains($0.key) }
        variables["LANG"] = client.language
        variables.merge(screen(of: client)) { $1 }
        variables["DBUS_SESSION_BUS_ADDRESS"] = client.sessionBusAddress
        return variables
    }

    /// The variables for a program on the client's display.
    private static func screen(of client: ClientDescription) -> [String: String] {
        let variables = [
            "DISPLAY": client.display, "WAYLAND_DISPLAY": client.waylandDisplay, "XAUTHORITY": client.xAuthority,
        ]
        return variables.compactMapValues(\.self)
    }

    /// The clipboard of the client's display.
    private static func clipboard(
        for client: ClientDescription, environment: [String: String]
    ) async throws(RemoteError) -> ScreenClipboard {
        let own = environment.filter { ["HOME", "XDG_RUNTIME_DIR"].contains($0.key) }
        do {
            let found = try await Clipboard.find(environment: own.merging(screen(of: client)) { $1 })
            return ScreenClipboard(
                description: CopyCredential.Result(
                    clearsAfter: clipboardSeconds, isMarkedAsSecret: found.isMarkedAsSecret),
                copy: { secret throws(RemoteError) in
                    do {
                        try await found.copy(secret, clearAfter: clipboardSeconds)
                    } catch {
                        throw noClipboard("nothing could be copied: the clipboard's tool found no screen")
                    }
                })
        } catch {
            throw noClipboard("no clipboard was found")
        }
    }

    private static func noClipboard(_ message: String) -> RemoteError {
        RemoteError(.noClipboard, message, hint: "install wl-clipboard or xclip")
    }

    private static let clipboardSeconds = 45

    private static func readQuirks(in folder: String) -> (quirks: Quirks, problems: [String]) {
        var quirks = Quirks()
        var problems: [String] = []
        for file in QuirksFile.allCases {
            let path = folder + "/" + file.rawValue
            do {
                guard let content = try PrivateFile.read(path, limit: QuirksFile.maximumSize) else { continue }
                try quirks.add(file, Data(content))
            } catch let error as SystemError {
                problems.append("\(file.rawValue): \(error.sentence)")
            } catch {
                problems.append("\(file.rawValue): \(error)")
            }
        }
        return (quirks, problems)
    }
}

/// Reports a lost identity store to the agent, which is created after the store.
private final class LostStores: Sendable {
    private let stream = AsyncStream<IdentityStoreLoss>.makeStream()

    func report(_ loss: IdentityStoreLoss) {
        AgentLog.write("the identity store starts empty (\(loss.reason.rawValue))")
        stream.continuation.yield(loss)
    }

    func connect(_ refill: @escaping @Sendable () -> Void) {
        Task { [stream] in for await _ in stream.stream { refill() } }
    }
}
