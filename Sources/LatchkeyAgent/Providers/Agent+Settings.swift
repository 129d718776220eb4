import LatchkeySheet
package import LatchkeyWire

// The calls of settings: enabled providers, their order, the log, and the agent's state.
extension Agent {
    package func listProviders() async -> ListProviders.Result {
        await directory.describe()
    }

    package func enable(
        _ parameters: EnableProvider.Parameters, for requester: Requester
    ) async throws(RemoteError) -> EnableProvider.Result {
        let launcher = dependencies.launcher
        let result = try await directory.enable(parameters) { executable, bundle in
            await launcher.missingLibrary(of: executable, in: bundle)
        }
        enablePrompt.forgetRefusal(of: parameters.provider)
        note("enable", of: parameters.provider, by: requester)
        return result
    }

    package func disable(_ provider: ProviderIdentifier, for requester: Requester) async throws(RemoteError) -> Empty {
        await starter.end(provider)
        try await directory.disable(provider)
        note("disable", of: provider, by: requester)
        return Empty()
    }

    package func order(_ providers: [ProviderIdentifier]) throws(RemoteError) -> Empty {
        try directory.order(providers)
        return Empty()
    }

    /// Lifts the limits that stop a debugger, and returns instructions for attaching one.
    package func debug(
        _ parameters: DebugProvider.Parameters, for requester: Requester
    ) async throws(RemoteError) -> DebugProvider.Result {
        await starter.endAhead(parameters.provider)
        try directory.debug(parameters.provider, isOn: parameters.isOn)
        note(parameters.isOn ? "debug" : "debug off", of: parameters.provider, by: requester)
        guard parameters.isOn else {
            return DebugProvider.Result(instructions: ["the time limits are restored"])
        }
        let launch = try await directory.launch(of: parameters.provider)
        return DebugProvider.Result(instructions: [
            "the time limits of \(launch.name) are off; restore them with \"latchkey providers debug --off \(launch.provider)\"",
            "start a request, then attach a debugger: lldb -p $(pgrep -nf \(ShellWord.pattern(beginning: launch.executable)))",
            "its stderr goes to the agent's log",
        ])
    }

    /// Saves where identities are kept, which takes effect at the next start; `nil` only reads the setting.
    package func keepIdentitiesInMemory(_ isOn: Bool?) throws(RemoteError) -> KeepIdentitiesInMemory.Result {
        if let isOn { try directory.keepIdentitiesInMemory(isOn) }
        let current = directory.keepsIdentitiesInMemory
        return KeepIdentitiesInMemory.Result(needsRestart: store.isInMemory != current, isOn: current)
    }

    /// Sets the color and the word of all further sheets.
    package func chooseSheetMark(_ wish: ChooseSheetMark.Parameters) throws(RemoteError) -> ChooseSheetMark.Result {
        let mark = try directory.chooseSheetMark(wish)
        return ChooseSheetMark.Result(color: mark.color.description, word: mark.word)
    }

    /// Locks all providers at the user's request, and ends open requests.
    package func lock(for requester: Requester) async -> Empty {
        await lock()
        guard mustLogOpenCall(of: requester) else { return Empty() }
        log.append(
            LogEntry(
                time: dependencies.date(), program: requester.client.program, pid: requester.caller.processIdentifier,
                what: "lock", outcome: "done", executable: requester.caller.loggedPath))
        return Empty()
    }

    package func reloadProviders() -> Empty {
        directory.reload()
        return Empty()
    }

    package nonisolated func readLog(_ parameters: ReadLog.Parameters) async -> ReadLog.Result {
        // Not on the event loop, since an older page reads all newer lines.
        await withTaskExecutorPreference(globalConcurrentExecutor) {
            log.read(limit: parameters.limit, before: parameters.before)
        }
    }

    package func status() async -> AgentStatus.Result {
        var checks = await dependencies.systemChecks()
        let providers = await directory.describe()
        let on = providers.providers.filter(\.isEnabled)
        let off = providers.providers.first { !$0.isEnabled && $0.problems.isEmpty }
        checks.append(
            AgentStatus.Result.Check(
                name: "providers", verdict: on.isEmpty ? .warning : .good,
                finding: "\(providers.providers.count) installed, \(on.count) on",
                remedy: on.isEmpty ? off.map { Self.enabling($0.id) } ?? Self.adding : nil))
        for provider in providers.providers where provider.hasChanged || !provider.problems.isEmpty {
            let repair = await directory.repair(of: provider.id)
            checks.append(
                AgentStatus.Result.Check(
                    name: provider.id.rawValue, verdict: .bad,
                    finding: provider.hasChanged
                        ? "its bundle has changed since it was enabled" : provider.problems.joined(separator: "; "),
                    remedy: provider.hasChanged
                        ? Self.enabling(provider.id) + " if you changed it" : repair ?? Self.adding))
        }
        let unlocked = providers.providers.filter { keychain.holdsAnything(of: $0.id) }.map(\.name)
        checks.append(
            AgentStatus.Result.Check(
                name: "unlocked", verdict: .good,
                finding: unlocked.isEmpty ? "nothing" : unlocked.joined(separator: ", ")))
        return AgentStatus.Result(pid: dependencies.processIdentifier, checks: checks)
    }

    private static func enabling(_ provider: ProviderIdentifier) -> String {
        "run \"latchkey providers enable \(provider)\""
    }

    private static let adding = "run \"latchkey providers add PATH\" with the path of a sound NAME.appex"

    /// Logs that an app received a keychain item of its provider.
    nonisolated func logItem(of provider: ProviderIdentifier, by requester: Requester) {
        note("read keychain", of: provider, by: requester)
    }

    /// Logs secrets that an app has shown or written itself.
    nonisolated func logDisclosure(
        _ disclosure: LogDisclosure.Parameters, of provider: ProviderIdentifier, by requester: Requester
    ) {
        note(
            disclosure.kind.rawValue, of: provider, by: requester, service: disclosure.service, user: disclosure.user)
    }

    private nonisolated func note(
        _ what: String, of provider: ProviderIdentifier, by requester: Requester, service: String? = nil,
        user: String? = nil
    ) {
        log.append(
            LogEntry(
                time: dependencies.date(), program: requester.client.program, pid: requester.caller.processIdentifier,
                what: what, service: service, user: user, provider: provider, outcome: "done",
                executable: requester.caller.loggedPath))
    }
}
