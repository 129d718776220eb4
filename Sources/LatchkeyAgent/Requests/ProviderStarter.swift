import LatchkeyCore
import LatchkeyWire

/// Starts provider processes, at most four of one provider at a time, including those that have answered.
///
/// One of them can be started before the pick. If four processes run, a new request stops the one that answered first.
actor ProviderStarter {
    /// The largest number of concurrent requests of one provider.
    static let maximumProcesses = 4
    /// Seconds after which an unused process that was started ahead is killed.
    static let patience = 10.0

    private struct Ahead {
        var launch: ProviderLaunch
        var process: any ProviderProcess
        var expiry: Task<Void, Never>
    }

    /// The processes that have answered, which the agent stops later.
    nonisolated let answered = AsyncStream<(provider: ProviderIdentifier, conversation: ProviderConversation)>
        .makeStream()

    private let launcher: any ProviderLauncher
    private let clock: MonotonicClock
    private var running: [ProviderIdentifier: Int] = [:]
    /// The processes that have answered and still run, the oldest first.
    private var lingering: [ProviderIdentifier: [ProviderConversation]] = [:]
    private var ahead: [ProviderIdentifier: Ahead] = [:]
    /// The providers of which a process is being started ahead, so that a second call does not start another.
    private var starting: Set<ProviderIdentifier> = []

    init(launcher: any ProviderLauncher, clock: MonotonicClock) {
        self.launcher = launcher
        self.clock = clock
    }

    /// Starts a process, or returns the one that was started ahead.
    ///
    /// - Throws: ``RemoteError/Reason/busy`` while four requests of the provider are open.
    func start(_ launch: ProviderLaunch) async throws(RemoteError) -> any ProviderProcess {
        guard running[launch.provider, default: 0] < Self.maximumProcesses else {
            throw RemoteError(
                .busy, "\(launch.name) is busy with \(Self.maximumProcesses) requests",
                hint: "finish or cancel one of them")
        }
        running[launch.provider, default: 0] += 1
        while count(of: launch.provider) > Self.maximumProcesses, let oldest = lingering[launch.provider]?.first {
            await stop(oldest, of: launch.provider)
        }
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

    /// Stops counting the process of a request.
    func ended(_ provider: ProviderIdentifier) {
        guard let count = running[provider], count > 1 else {
            running[provider] = nil
            return
        }
        running[provider] = count - 1
    }

    /// Takes over a process that has answered and still runs.
    func linger(_ conversation: ProviderConversation, of provider: ProviderIdentifier) {
        ended(provider)
        lingering[provider, default: []].append(conversation)
        answered.continuation.yield((provider, conversation))
    }

    /// Stops counting a process that had answered.
    func ended(_ conversation: ProviderConversation, of provider: ProviderIdentifier) {
        lingering[provider]?.removeAll { $0 === conversation }
        if lingering[provider]?.isEmpty == true { lingering[provider] = nil }
    }

    /// Starts a process for the next request, and kills it if no request comes.
    ///
    /// It does nothing if four processes run: none is stopped for a pick that may never come.
    func startAhead(_ launch: ProviderLaunch) async {
        guard count(of: launch.provider) < Self.maximumProcesses, ahead[launch.provider] == nil, !launch.isDebugging,
            starting.insert(launch.provider).inserted
        else {
            return
        }
        defer { starting.remove(launch.provider) }
        // The request will report the failure with its reason.
        guard let process = try? await launcher.launch(launch) else { return }
        let expiry = Task { [clock] in
            // A process that ends meanwhile must not be used for a request.
            let watch = Task {
                _ = await process.waitForEnd()
                self.forget(launch.provider, process.processIdentifier)
            }
            defer { watch.cancel() }
            do { try await clock.sleep(Self.patience) } catch { return }
            await self.endAhead(launch.provider)
        }
        ahead[launch.provider] = Ahead(launch: launch, process: process, expiry: expiry)
    }

    /// Stops the processes without an open request, of one provider or of all.
    func end(_ provider: ProviderIdentifier? = nil) async {
        for provider in provider.map({ [$0] }) ?? Array(ahead.keys) { await endAhead(provider) }
        for provider in provider.map({ [$0] }) ?? Array(lingering.keys) {
            while let oldest = lingering[provider]?.first { await stop(oldest, of: provider) }
        }
    }

    /// Kills the process that was started ahead.
    func endAhead(_ provider: ProviderIdentifier) async {
        await takeAhead(provider)?.process.kill()
    }

    /// The number of its processes without the one that was started ahead.
    private func count(of provider: ProviderIdentifier) -> Int {
        running[provider, default: 0] + (lingering[provider]?.count ?? 0)
    }

    /// Stops a process that has answered; it counts until it has ended, so that ``end(_:)`` waits for it too.
    private func stop(_ conversation: ProviderConversation, of provider: ProviderIdentifier) async {
        await conversation.stop()
        ended(conversation, of: provider)
    }

    /// Forgets a process that ended before it was used.
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
