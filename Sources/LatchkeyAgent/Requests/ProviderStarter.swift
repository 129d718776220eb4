import LatchkeyCore
import LatchkeyWire

/// Starts provider processes, at most four of one provider at once, those included that have answered and live on.
///
/// One of them may be started ahead of the pick. A new request ends the process that has lived on longest where there
/// is no room otherwise.
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

    /// The processes that have answered, for the agent to end after their time.
    nonisolated let answered = AsyncStream<(provider: ProviderIdentifier, conversation: ProviderConversation)>
        .makeStream()

    private let launcher: any ProviderLauncher
    private let clock: MonotonicClock
    private var running: [ProviderIdentifier: Int] = [:]
    /// Processes that have answered and live on, the oldest first.
    private var lingering: [ProviderIdentifier: [ProviderConversation]] = [:]
    private var ahead: [ProviderIdentifier: Ahead] = [:]
    /// Providers of which one is being started ahead, so that a second call does not start another.
    private var starting: Set<ProviderIdentifier> = []

    init(launcher: any ProviderLauncher, clock: MonotonicClock) {
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

    /// Notes that a request's process no longer counts.
    func ended(_ provider: ProviderIdentifier) {
        guard let count = running[provider], count > 1 else {
            running[provider] = nil
            return
        }
        running[provider] = count - 1
    }

    /// Notes that a request's process has answered and lives on for a while.
    func linger(_ conversation: ProviderConversation, of provider: ProviderIdentifier) {
        ended(provider)
        lingering[provider, default: []].append(conversation)
        answered.continuation.yield((provider, conversation))
    }

    /// Notes that a process that lived on has ended.
    func ended(_ conversation: ProviderConversation, of provider: ProviderIdentifier) {
        lingering[provider]?.removeAll { $0 === conversation }
        if lingering[provider]?.isEmpty == true { lingering[provider] = nil }
    }

    /// Starts a process that waits for its request; ended when none comes.
    ///
    /// Where it would be one too many it is not started: nothing is ended for a pick that may never come.
    func startAhead(_ launch: ProviderLaunch) async {
        guard count(of: launch.provider) < Self.maximumProcesses, ahead[launch.provider] == nil, !launch.isDebugging,
            starting.insert(launch.provider).inserted
        else {
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
            await self.endAhead(launch.provider)
        }
        ahead[launch.provider] = Ahead(launch: launch, process: process, expiry: expiry)
    }

    /// Ends what has no request: what waits for one and what lives on after one, of one provider or of all.
    func end(_ provider: ProviderIdentifier? = nil) async {
        for provider in provider.map({ [$0] }) ?? Array(ahead.keys) { await endAhead(provider) }
        for provider in provider.map({ [$0] }) ?? Array(lingering.keys) {
            while let oldest = lingering[provider]?.first { await stop(oldest, of: provider) }
        }
    }

    /// Ends what waits for a request of a provider.
    func endAhead(_ provider: ProviderIdentifier) async {
        await takeAhead(provider)?.process.kill()
    }

    /// How many of its processes there are, apart from the one that waits.
    private func count(of provider: ProviderIdentifier) -> Int {
        running[provider, default: 0] + (lingering[provider]?.count ?? 0)
    }

    /// Ends a process that lives on; until it has ended it counts, so that whoever ends all waits for it, too.
    private func stop(_ conversation: ProviderConversation, of provider: ProviderIdentifier) async {
        await conversation.stop()
        ended(conversation, of: provider)
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
