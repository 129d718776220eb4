package import LatchkeyCore
import LatchkeyWire
import Synchronization

/// Why the keychain did not take an item.
package enum KeychainError: Error, Hashable, Sendable {
    /// Empty, or longer than ``Keychain/maximumAccountLength``.
    case invalidAccount
    case valueTooLong
    case tooManyItems
    /// Not a positive, finite number of seconds.
    case invalidLifetime
    /// Everything was forgotten since whoever puts this down was started.
    case wiped
}

/// The secrets that providers and their apps put down between two processes of theirs, such as the key of an open
/// vault.
///
/// **Invariants**
/// - Items lie in guarded memory and nowhere else; they end with the agent at the latest.
/// - An item is given to the provider that put it down and to nobody else.
/// - After its time, counted in boot time so that a night asleep counts, an item is not given any more.
/// - Whoever was started before a provider was locked, and names its lock generation, puts nothing down after that and gets nothing.
package final class Keychain: Sendable {
    /// What a reading gives.
    package struct Item: Sendable {
        package var value: Secret
        /// Seconds until the item goes, when it has a lifetime.
        package var expiresIn: Double?
    }

    private struct Entry {
        var value: Secret
        var lifetime: Double?
        var renewsWhenRead: Bool
        /// In boot time.
        var deadline: Double?

        func isExpired(at now: Double) -> Bool { deadline.map { $0 <= now } ?? false }
    }

    private struct Contents {
        var entries: [ProviderIdentifier: [String: Entry]] = [:]
        /// How often one provider's items, and everybody's, were forgotten at once.
        var wipes: [ProviderIdentifier: Int] = [:]
        var wipesOfAll = 0
        /// Who wants to hear of locks, by number.
        var listeners: [Int: AsyncStream<ProviderIdentifier>.Continuation] = [:]
        var lastListener = 0

        func lockGeneration(of provider: ProviderIdentifier) -> Int { wipesOfAll + wipes[provider, default: 0] }
    }

    /// Seconds of a clock that counts the time while the machine sleeps and that nobody can set.
    private let now: @Sendable () -> Double
    private let contents = Mutex(Contents())

    /// - Parameter now: See ``LatchkeyCore/MonotonicClock/now``.
    package init(now: @escaping @Sendable () -> Double) {
        self.now = now
    }

    /// Counts how often a provider was locked; a process that was started before is of an older generation.
    package func lockGeneration(of provider: ProviderIdentifier) -> Int {
        contents.withLock { $0.lockGeneration(of: provider) }
    }

    /// Tells, from now on, which providers lose the last item that they had here: they were locked, or their time is over.
    package func locks() -> AsyncStream<ProviderIdentifier> {
        let (stream, continuation) = AsyncStream<ProviderIdentifier>.makeStream(bufferingPolicy: .bufferingNewest(64))
        let number = contents.withLock { contents in
            contents.lastListener += 1
            contents.listeners[contents.lastListener] = continuation
            return contents.lastListener
        }
        continuation.onTermination = { [weak self] _ in
            _ = self?.contents.withLock { $0.listeners.removeValue(forKey: number) }
        }
        return stream
    }

    /// Changes what there is, and tells who has nothing any more.
    private func changing<Result, Failure>(
        _ body: (inout Contents) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try contents.withLock { contents throws(Failure) in
            let before = contents.entries.keys
            defer {
                for provider in before where contents.entries[provider] == nil {
                    for listener in contents.listeners.values { listener.yield(provider) }
                }
            }
            return try body(&contents)
        }
    }

    /// Puts an item down, in the place of an older one of the account.
    ///
    /// - Parameter lockGeneration: When whoever does it was started; nothing for one that outlives a lock.
    package func set(
        _ value: Secret, account: String, of provider: ProviderIdentifier, lifetime: Double? = nil,
        renewsWhenRead: Bool = false, lockGeneration: Int? = nil
    ) throws(KeychainError) {
        guard (1...Self.maximumAccountLength).contains(account.utf8.count) else { throw .invalidAccount }
        guard value.count <= Self.maximumValueLength else { throw .valueTooLong }
        if let lifetime {
            guard lifetime.isFinite, lifetime > 0 else { throw .invalidLifetime }
        }
        let now = now()
        try changing { contents throws(KeychainError) in
            if let lockGeneration, lockGeneration != contents.lockGeneration(of: provider) { throw .wiped }
            Self.removeExpired(&contents.entries, at: now)
            let own = contents.entries[provider] ?? [:]
            guard own[account] != nil || own.count < Self.maximumItemCount else { throw .tooManyItems }
            contents.entries[provider, default: [:]][account] = Entry(
                value: value, lifetime: lifetime, renewsWhenRead: renewsWhenRead, deadline: lifetime.map { now + $0 })
        }
    }

    /// Whether there is an item, and the seconds until it goes; neither reads it nor starts its lifetime again.
    package func describe(
        account: String, of provider: ProviderIdentifier
    ) -> (exists: Bool, expiresIn: Double?) {
        let now = now()
        return contents.withLock { contents in
            guard let entry = contents.entries[provider]?[account], !entry.isExpired(at: now) else {
                return (false, nil)
            }
            return (true, entry.deadline.map { $0 - now })
        }
    }

    /// Gives an item back and, where it was put down so, starts its lifetime again.
    ///
    /// - Parameter renewing: False for a look that is no use.
    /// - Parameter lockGeneration: When whoever asks was started; nothing for one that outlives a lock.
    package func item(
        account: String, of provider: ProviderIdentifier, renewing: Bool = true, lockGeneration: Int? = nil
    ) -> Item? {
        let now = now()
        return changing { contents in
            if let lockGeneration, lockGeneration != contents.lockGeneration(of: provider) { return nil }
            Self.removeExpired(&contents.entries, at: now)
            guard var entry = contents.entries[provider]?[account] else { return nil }
            if renewing, entry.renewsWhenRead, let lifetime = entry.lifetime {
                entry.deadline = now + lifetime
                contents.entries[provider]?[account] = entry
            }
            return Item(value: entry.value, expiresIn: entry.deadline.map { $0 - now })
        }
    }

    /// Removes an item; a missing one is fine.
    ///
    /// - Parameter lockGeneration: When whoever does it was started; nothing for one that outlives a lock.
    /// - Returns: Whether there was one.
    /// - Throws: ``KeychainError/wiped``.
    @discardableResult
    package func remove(
        account: String, of provider: ProviderIdentifier, lockGeneration: Int? = nil
    ) throws(KeychainError) -> Bool {
        try changing { contents throws(KeychainError) in
            if let lockGeneration, lockGeneration != contents.lockGeneration(of: provider) { throw .wiped }
            let removed = contents.entries[provider]?.removeValue(forKey: account)
            if contents.entries[provider]?.isEmpty == true { contents.entries[provider] = nil }
            return removed != nil
        }
    }

    /// Whether a provider has an item here that can still be read.
    package func holdsAnything(of provider: ProviderIdentifier) -> Bool {
        let now = now()
        return contents.withLock { $0.entries[provider]?.values.contains { !$0.isExpired(at: now) } ?? false }
    }

    /// Forgets everything: on lock, suspend, a locked screen, and the agent's end.
    package func wipe() {
        changing { contents in
            contents.entries = [:]
            contents.wipesOfAll += 1
        }
    }

    /// Forgets one provider's items.
    ///
    /// - Returns: The new lock generation.
    @discardableResult
    package func wipe(_ provider: ProviderIdentifier) -> Int {
        changing { contents in
            contents.entries[provider] = nil
            contents.wipes[provider, default: 0] += 1
            return contents.lockGeneration(of: provider)
        }
    }

    /// Forgets what has had its time; the memory is overwritten with it.
    package func removeExpired() {
        let now = now()
        changing { Self.removeExpired(&$0.entries, at: now) }
    }

    /// The boot time at which ``removeExpired()`` has something to do next; changes when items are put down or read.
    package var nextExpiry: Double? {
        contents.withLock { $0.entries.values.flatMap(\.values).compactMap(\.deadline).min() }
    }

    /// Removes items when they expire, until the task is cancelled.
    ///
    /// Checks once a second while an item can expire, and every five seconds otherwise.
    func removeWhenExpired(_ clock: MonotonicClock) async {
        while !Task.isCancelled {
            removeExpired()
            let pause = nextExpiry.map { min(max($0 - clock.now(), 0.1), 1) } ?? 5
            do { try await clock.sleep(pause) } catch { return }
        }
    }

    /// Nobody has anything unlocked here.
    package var isEmpty: Bool {
        let now = now()
        return changing { contents in
            Self.removeExpired(&contents.entries, at: now)
            return contents.entries.isEmpty
        }
    }

    package static let maximumAccountLength = 256
    package static let maximumValueLength = 16_384
    /// Of one provider.
    package static let maximumItemCount = 32

    private static func removeExpired(_ entries: inout [ProviderIdentifier: [String: Entry]], at now: Double) {
        for (provider, own) in entries where own.values.contains(where: { $0.isExpired(at: now) }) {
            let rest = own.filter { !$0.value.isExpired(at: now) }
            entries[provider] = rest.isEmpty ? nil : rest
        }
    }
}
