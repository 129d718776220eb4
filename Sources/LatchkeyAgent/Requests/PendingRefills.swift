import LatchkeyWire
import Synchronization

/// The providers that are to fill their stores again, each of them once.
final class PendingRefills: Sendable {
    private let waiting = Mutex<Set<ProviderIdentifier>>([])
    private let stream = AsyncStream<ProviderIdentifier>.makeStream()

    /// Puts a provider at the end; one that waits already keeps its place.
    func add(_ provider: ProviderIdentifier) {
        let isNew = waiting.withLock { $0.insert(provider).inserted }
        if isNew { stream.continuation.yield(provider) }
    }

    /// Waits for the next one; nothing when the task is cancelled.
    ///
    /// One reader only. From here on it may be added again: its store can be lost once more while it is being filled.
    func next() async -> ProviderIdentifier? {
        var iterator = stream.stream.makeAsyncIterator()
        guard let provider = await iterator.next() else { return nil }
        waiting.withLock { _ = $0.remove(provider) }
        return provider
    }
}
