import LatchkeyWire
import Synchronization

/// The queue of providers that must refill their identities, each at most once.
final class PendingRefills: Sendable {
    private let waiting = Mutex<Set<ProviderIdentifier>>([])
    private let stream = AsyncStream<ProviderIdentifier>.makeStream()

    /// Appends a provider, unless it is waiting already.
    func add(_ provider: ProviderIdentifier) {
        let isNew = waiting.withLock { $0.insert(provider).inserted }
        if isNew { stream.continuation.yield(provider) }
    }

    /// Waits for the next provider; `nil` when the task is cancelled.
    ///
    /// Only one task may call it. The provider can be added again while it refills, since its identities can be lost
    /// again.
    func next() async -> ProviderIdentifier? {
        var iterator = stream.stream.makeAsyncIterator()
        guard let provider = await iterator.next() else { return nil }
        waiting.withLock { _ = $0.remove(provider) }
        return provider
    }
}
