package import LatchkeySheet
package import LatchkeyWire

// What the settings ask for: providers on and off, their order, the log, the agent's own state.
extension Agent {
    package func listProviders() -> ListProviders.Result {
        directory.describe()
    }

    package func enable(
        _ parameters: EnableProvider.Parameters, for asker: Asker
    ) async throws(RemoteError) -> EnableProvider.Result {
        let result = try directory.enable(parameters)
        note("enable", of: parameters.provider, by: asker)
        return result
    }

    package func disable(_ provider: ProviderIdentifier, for asker: Asker) async throws(RemoteError) -> Empty {
        await starter.end(provider)
        try await directory.disable(provider)
        note("disable", of: provider, by: asker)
        return Empty()
    }

    package func order(_ providers: [ProviderIdentifier]) throws(RemoteError) -> Empty {
        try directory.order(providers)
        return Empty()
    }

    /// Lifts what keeps a debugger out, and says how to attach one.
    package func debug(
        _ parameters: DebugProvider.Parameters, for asker: Asker
    ) async throws(RemoteError) -> DebugProvider.Result {
        await starter.end(parameters.provider)
        try directory.debug(parameters.provider, isOn: parameters.isOn)
        note(parameters.isOn ? "debug" : "debug off", of: parameters.provider, by: asker)
        guard parameters.isOn else {
            return DebugProvider.Result(instructions: ["deadlines and limits are back"])
        }
        let launch = try directory.launch(of: parameters.provider)
        return DebugProvider.Result(instructions: [
            "no deadline ends \(launch.name) until you run \"latchkey providers debug --off \(launch.provider)\"",
            "ask it for something, then attach: lldb -p $(pgrep -nf \(ShellWord.pattern(beginning: launch.executable)))",
            "what it writes to stderr is in the agent's log",
        ])
    }

    /// Asks the person whether the provider may be turned on, for its app; gives whether it is on now.
    package func askToTurnOn(
        _ provider: ProviderIdentifier, for asker: Asker, on screen: (any SheetScreen)?
    ) async throws(RemoteError) -> RequestToTurnOn.Result {
        if directory.isEnabled(provider) { return RequestToTurnOn.Result(isEnabled: true) }
        guard let screen, let confirmation = try confirmation(of: provider) else {
            return RequestToTurnOn.Result(isEnabled: false)
        }
        let events = await screen.open(
            frame: SheetFrame(providerName: "Latchkey", requester: .program(asker.client.program)),
            sheet: confirmation.sheet)
        var isConfirmed = false
        for await event in events {
            isConfirmed = event.element == Self.turnOn
            break
        }
        await screen.close()
        guard isConfirmed else { return RequestToTurnOn.Result(isEnabled: false) }
        _ = try await enable(
            EnableProvider.Parameters(provider: provider, confirmedDigest: confirmation.digest), for: asker)
        return RequestToTurnOn.Result(isEnabled: true)
    }

    private static let turnOn: ElementIdentifier = "turnOn"

    /// The question, with what would be turned on.
    private func confirmation(of provider: ProviderIdentifier) throws(RemoteError) -> (digest: String, sheet: Sheet)? {
        do throws(RemoteError) {
            _ = try directory.enable(EnableProvider.Parameters(provider: provider))
            return nil
        } catch {
            guard error.reason == .confirmationRequired, let details = error.details, let path = details["path"],
                let digest = details["digest"]
            else { throw error }
            let name = directory.describe().providers.first { $0.id == provider }?.name ?? provider.rawValue
            let sheet = Sheet(
                title: "Turn on \(name)?",
                elements: [
                    Sheet.Element("what", .text(Sheet.Text("It will be asked for logins where you fill them."))),
                    Sheet.Element("path", .text(Sheet.Text(path))),
                    Sheet.Element("digest", .text(Sheet.Text("SHA-256 \(digest)"))),
                    Sheet.Element(Self.turnOn, .button(Sheet.Button(title: "Turn On"))),
                ],
                cancelTitle: "Not Now", defaultButton: Self.turnOn)
            return (digest, sheet)
        }
    }

    package func reloadProviders() -> Empty {
        directory.reload()
        return Empty()
    }

    package func readLog(_ parameters: ReadLog.Parameters) -> ReadLog.Result {
        log.read(limit: parameters.limit, before: parameters.before)
    }

    package func status() async -> AgentStatus.Result {
        var checks = await surroundings.systemChecks()
        let providers = directory.describe()
        let on = providers.providers.filter(\.isEnabled)
        checks.append(
            AgentStatus.Result.Check(
                name: "providers", verdict: on.isEmpty ? .warning : .good,
                finding: "\(providers.providers.count) installed, \(on.count) on"))
        for provider in providers.providers where provider.hasChanged || !provider.problems.isEmpty {
            checks.append(
                AgentStatus.Result.Check(
                    name: provider.id.rawValue, verdict: .bad,
                    finding: provider.hasChanged ? "its program has changed" : provider.problems.joined(separator: "; ")
                ))
        }
        checks.append(
            AgentStatus.Result.Check(
                name: "unlocked", verdict: .good, finding: keychain.isEmpty ? "nothing" : "something"))
        return AgentStatus.Result(pid: surroundings.processIdentifier, checks: checks)
    }

    private func note(_ what: String, of provider: ProviderIdentifier, by asker: Asker) {
        log.append(
            LogEntry(
                time: surroundings.date(), program: asker.client.program, pid: asker.processIdentifier, what: what,
                provider: provider, outcome: "done"))
    }
}
