import LatchkeyCore
import LatchkeySystem
import LatchkeyWire

/// Finds the display of the user's session, which no client names.
///
/// The desktop gives it to the user's service manager. The agent's own environment has none, since the first client may
/// have started the agent.
actor SessionDisplay {
    private let environment: [String: String]
    private var found: (client: ClientDescription?, until: Double)?
    /// The running look-up, which concurrent requests share.
    private var reading: Task<ClientDescription?, Never>?

    /// Seconds for which the answer is kept, so that a program cannot start a process with each request.
    private static let lifetime = 30.0

    init(environment: [String: String]) {
        self.environment = environment.filter { ["PATH", "HOME", "XDG_RUNTIME_DIR"].contains($0.key) }
    }

    /// The session's display; `nil` without a display or without `pinentry`.
    var client: ClientDescription? {
        get async {
            let now = MonotonicClock.system.now()
            if let found, now < found.until { return found.client }
            if let reading { return await reading.value }
            let task = Task { await read() }
            reading = task
            let client = await task.value
            found = (client, now + Self.lifetime)
            reading = nil
            return client
        }
    }

    /// The session's display as it is now.
    func refreshed() async -> ClientDescription? {
        found = nil
        return await client
    }

    private func read() async -> ClientDescription? {
        let folders = (environment["PATH"] ?? "").split(separator: ":").map(String.init)
        guard FileSystem.executable("pinentry", in: folders) != nil,
            let output = await ProgramOutput.of(
                "systemctl", ["--user", "show-environment"], environment: environment),
            output.hasSucceeded
        else { return nil }
        var variables: [String: String] = [:]
        for line in output.text.split(separator: "\n") {
            let parts = line.split(separator: "=", maxSplits: 1)
            // systemctl quotes unusual values, which no display has.
            guard parts.count == 2, !parts[1].hasPrefix("$'") else { continue }
            variables[String(parts[0])] = String(parts[1])
        }
        guard variables["DISPLAY"] != nil || variables["WAYLAND_DISPLAY"] != nil else { return nil }
        return ClientDescription(
            program: "latchkeyd", display: variables["DISPLAY"], waylandDisplay: variables["WAYLAND_DISPLAY"],
            xAuthority: variables["XAUTHORITY"], sessionBusAddress: variables["DBUS_SESSION_BUS_ADDRESS"],
            language: variables["LANG"], showsSheets: false)
    }
}
