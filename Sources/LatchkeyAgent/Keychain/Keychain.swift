package import LatchkeyCore
import LatchkeyWire
import Synchronization

/// Why the keychain rejected an item.
package enum KeychainError: Error, Hashable, Sendable {
    /// Empty, or longer than ``Keychain/maximumAccountLength``.
    case invalidAccount
    case valueTooLong
    case tooManyItems
    /// Not a positive, finite number of seconds.
    case invalidLifetime
    /// The keychain was wiped after the calling process started.
    case wiped
}

/// The secrets that providers and their apps store between two processes, such as the key of an unlocked vault.
///
/// **Invariants**
/// - Items are stored in guarded memory only, and at most until the agent ends.
/// - Only the provider that stored an item can read it.
/// - An item cannot be read after its lifetime; time while the machine sleeps counts.
/// - A process that was started before its provider was locked can neither store nor read items.
package final class Keychain: Sendable {
    /// An item that was read.
    package struct Item: Sendable {
        package var value: Secret
        /// Seconds until the item expires; `nil` without a lifetime.
        package var expiresIn: Double?
    }

    private struct Entry {
        var value: Secret
        var lifetime: Double?
        var renewsWhenRead: Bool
        /// In seconds of the clock.
        var deadline: Double?

        func isExpired(at now: Double) -> Bool { deadline.map { $0 <= now } ?? false }
    }

    private struct Contents {
        var entries: [ProviderIdentifier: [String: Entry]] = [:]
        /// How often the items of one provider, and of all, were wiped.
        var wipes: [ProviderIdentifier: Int] = [:]
        var wipesOfAll = 0
        /// The streams of ``Keychain/locks()``.
        var listeners: [Int: AsyncStream<ProviderIdentifier>.Continuation] = [:]
        var lastListener = 0

        func lockGeneration(of provider: ProviderIdentifier) -> Int { wipesOfAll + wipes[provider, default: 0] }
    }

    /// Seconds of a clock that cannot be set and that counts the time while the machine sleeps.
    private let now: @Sendable () -> Double
    private let contents = Mutex(Contents())

    /// - Parameter now: See ``LatchkeyCore/MonotonicClock/now``.
    package init(now: @escaping @Sendable () -> Double) {
        self.now = now
    }

    /// How often a provider was locked; a process that was started before a lock has an older generation.
    package func lockGeneration(of provider: ProviderIdentifier) -> Int {
        contents.withLock { $0.lockGeneration(of: provider) }
    }

    /// A stream of the providers that lose their last item, because they were locked or the item expired.
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

    /// Changes the contents, and notifies the listeners of providers that lose their last item.
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

    /// Stores an item, in place of an older one of the account.
    ///
    /// - Parameter lockGeneration: The generation in which the calling process was started; `nil` for an app.
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

    /// Whether there is an item, and the seconds until it expires, without restarting its lifetime.
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

    /// Reads an item, and restarts its lifetime if it was stored with `renewsWhenRead`.
    ///
    /// - Parameter renewing: `false` does not restart the lifetime.
    /// - Parameter lockGeneration: The generation in which the calling process was started; `nil` for an app.
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

    /// Removes an item, if it exists.
    ///
    /// - Parameter lockGeneration: The generation in which the calling process was started; `nil` for an app.
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

    /// Whether a provider has an item that has not expired.
    package func holdsAnything(of provider: ProviderIdentifier) -> Bool {
        let now = now()
        return contents.withLock { $0.entries[provider]?.values.contains { !$0.isExpired(at: now) } ?? false }
    }

    /// Removes all items: on a lock, suspend, a locked screen, and the agent's end.
    package func wipe() {
        changing { contents in
            contents.entries = [:]
            contents.wipesOfAll += 1
        }
    }

    /// Removes one provider's items.
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

    /// Removes the expired items, whose memory is overwritten.
    package func removeExpired() {
        let now = now()
        changing { Self.removeExpired(&$0.entries, at: now) }
    }

    /// The time at which the next item expires; it changes when items are stored or read.
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

    /// Whether there are no items.
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
