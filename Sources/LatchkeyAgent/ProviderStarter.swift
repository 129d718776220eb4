import LatchkeyWire

/// Starts provider processes, at most four of one provider at once, and one ahead of the pick.
actor ProviderStarter {
    /// How many requests of one provider may run side by side.
    static let maximumProcesses = 4
    /// Seconds after which a process that was started ahead and not used is ended.
    static let patience = 10.0

    private struct Ahead {
        var launch: ProviderLaunch
        var process: any ProviderProcess
        var expiry: Task<Void, Never>
    }

    private let launcher: any ProviderLauncher
    private let clock: AgentClock
    private var running: [ProviderIdentifier: Int] = [:]
    private var ahead: [ProviderIdentifier: Ahead] = [:]
    /// Providers of which one is being started ahead, so that a second call does not start another.
    private var starting: Set<ProviderIdentifier> = []

    init(launcher: any ProviderLauncher, clock: AgentClock) {
        self.launcher = launcher
        self.clock = clock
    }

    /// Starts a process, or gives the one that was started ahead.
    ///
    /// - Throws: ``RemoteError/Reason/busy`` when four requests of the provider are open.
    func start(_ launch: ProviderLaunch) async throws(RemoteError) -> any ProviderProcess {
        guard running[launch.provider, default: 0] < Self.maximumProcesses else {
            throw RemoteError(
                .busy, "\(launch.name) is busy with \(Self.maximumProcesses) requests",
                hint: "finish or cancel one of them")
        }
        running[launch.provider, default: 0] += 1
        if let waiting = takeAhead(launch.provider) {
            if waiting.launch == launch { return waiting.process }
            await waiting.process.kill()
        }
        do throws(RemoteError) {
            return try await launcher.launch(launch)
        } catch {
            ended(launch.provider)
            throw error
        }
    }

    /// Notes that a request's process no longer counts.
    func ended(_ provider: ProviderIdentifier) {
        guard let count = running[provider], count > 1 else {
            running[provider] = nil
            return
        }
        running[provider] = count - 1
    }

    /// Starts a process that waits for its request; ended when none comes.
    func startAhead(_ launch: ProviderLaunch) async {
        guard ahead[launch.provider] == nil, !launch.isDebugging, starting.insert(launch.provider).inserted else {
            return
        }
        defer { starting.remove(launch.provider) }
        // A failure shows itself again, with its reason, when the provider is asked.
        guard let process = try? await launcher.launch(launch) else { return }
        let expiry = Task { [clock] in
            // One that dies meanwhile is of no use to the request that comes.
            let watch = Task {
                _ = await process.waitForEnd()
                self.forget(launch.provider, process.processIdentifier)
            }
            defer { watch.cancel() }
            do { try await clock.sleep(Self.patience) } catch { return }
            await self.end(launch.provider)
        }
        ahead[launch.provider] = Ahead(launch: launch, process: process, expiry: expiry)
    }

    /// Ends what waits for a request: of one provider, or of all.
    func end(_ provider: ProviderIdentifier? = nil) async {
        for provider in provider.map({ [$0] }) ?? Array(ahead.keys) {
            await takeAhead(provider)?.process.kill()
        }
    }

    /// Lets go of a process that has ended before it was used.
    private func forget(_ provider: ProviderIdentifier, _ processIdentifier: Int32) {
        guard ahead[provider]?.process.processIdentifier == processIdentifier else { return }
        _ = takeAhead(provider)
    }

    private func takeAhead(_ provider: ProviderIdentifier) -> Ahead? {
        guard let waiting = ahead.removeValue(forKey: provider) else { return nil }
        waiting.expiry.cancel()
        return waiting
    }
}
