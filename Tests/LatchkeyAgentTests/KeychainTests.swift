import LatchkeyCore
import LatchkeyWire
import Synchronization
import Testing

@testable import LatchkeyAgent

@Suite(.timeLimit(.minutes(3))) struct `Keychain of providers` {
    /// Boot time, set by the test.
    private final class Time: Sendable {
        private let value = Mutex(1000.0)
        var now: Double { value.withLock { $0 } }
        func advance(_ seconds: Double) { value.withLock { $0 += seconds } }
    }

    private let time = Time()
    private let keychain: Keychain
    private let first: ProviderIdentifier
    private let second: ProviderIdentifier

    init() throws {
        let time = time
        keychain = Keychain { time.now }
        first = try .first
        second = try .second
    }

    private func value(_ account: String = "key", of provider: ProviderIdentifier? = nil) -> String? {
        keychain.item(account: account, of: provider ?? first)?.value.reveal()
    }

    @Test func `only the provider that stored an item can read it`() throws {
        try keychain.set(Secret("one"), account: "key", of: first)
        #expect(value() == "one")
        #expect(value(of: second) == nil)
        try keychain.remove(account: "key", of: second)
        keychain.wipe(second)
        #expect(value() == "one")
        try keychain.set(Secret("two"), account: "key", of: second)
        #expect(value() == "one" && value(of: second) == "two")
    }

    @Test func `an item without a lifetime stays until a wipe`() throws {
        try keychain.set(Secret("one"), account: "key", of: first)
        time.advance(1e9)
        #expect(value() == "one" && keychain.nextExpiry == nil && !keychain.isEmpty)
        keychain.wipe()
        #expect(value() == nil && keychain.isEmpty)
    }

    @Test func `an expired item cannot be read`() throws {
        try keychain.set(Secret("one"), account: "key", of: first, lifetime: 60)
        #expect(keychain.nextExpiry == 1060)
        time.advance(59)
        #expect(keychain.item(account: "key", of: first)?.expiresIn == 1)
        time.advance(1)
        #expect(value() == nil)
    }

    /// Each cause of losing items.
    @Test(arguments: ["removed", "wiped", "all wiped", "expired", "expired when read"])
    func `notifies of each provider that loses its last item`(how: String) async throws {
        try keychain.set(Secret("one"), account: "key", of: first, lifetime: 60)
        try keychain.set(Secret("two"), account: "other", of: first, lifetime: 60)
        try keychain.set(Secret("three"), account: "key", of: second)
        var locks = keychain.locks().makeAsyncIterator()
        try keychain.remove(account: "other", of: first)
        switch how {
        case "removed": try keychain.remove(account: "key", of: first)
        case "wiped": keychain.wipe(first)
        case "all wiped": keychain.wipe()
        case "expired":
            time.advance(61)
            keychain.removeExpired()
        default:
            time.advance(61)
            #expect(value() == nil)
        }
        var told = [await locks.next()]
        if how == "all wiped" { told.append(await locks.next()) }
        #expect(Set(told) == (how == "all wiped" ? [first, second] : [first]))
        // The provider is not reported a second time: the next notification is for another one.
        keychain.wipe()
        if how != "all wiped" { #expect(await locks.next() == second) }
    }

    // The vault's key with an auto-lock time of one minute, and an item whose lifetime reads do not restart.
    @Test func `notifies of a lock once for items that expire together`() async throws {
        try keychain.set(Secret("vault"), account: "person", of: first, lifetime: 60)
        try keychain.set(Secret("one"), account: "key", of: first, lifetime: 60, renewsWhenRead: true)
        try keychain.set(Secret("three"), account: "key", of: second)
        var locks = keychain.locks().makeAsyncIterator()
        time.advance(61)
        #expect(!keychain.holdsAnything(of: first))
        keychain.removeExpired()
        #expect(await locks.next() == first)
        keychain.wipe()
        #expect(await locks.next() == second)
    }

    @Test func `describing an item does not restart its lifetime`() throws {
        try keychain.set(Secret("one"), account: "key", of: first, lifetime: 60, renewsWhenRead: true)
        time.advance(50)
        #expect(keychain.describe(account: "key", of: first) == (true, 10))
        #expect(keychain.describe(account: "key", of: second) == (false, nil))
        time.advance(10)
        #expect(keychain.describe(account: "key", of: first) == (false, nil))
        #expect(value() == nil)
    }

    @Test func `a keychain is empty after the last item expires`() throws {
        try keychain.set(Secret("one"), account: "key", of: first, lifetime: 60)
        time.advance(60)
        #expect(keychain.isEmpty && keychain.nextExpiry == nil)
    }

    @Test func `removes only expired items`() throws {
        try keychain.set(Secret("one"), account: "a", of: first, lifetime: 10)
        try keychain.set(Secret("two"), account: "b", of: first, lifetime: 20)
        try keychain.set(Secret("three"), account: "a", of: second, lifetime: 30)
        time.advance(10)
        #expect(keychain.nextExpiry == 1010)
        keychain.removeExpired()
        #expect(keychain.nextExpiry == 1020)
        #expect(value("b") == "two" && value("a", of: second) == "three")
    }

    @Test func `each read restarts a renewable lifetime`() throws {
        try keychain.set(Secret("one"), account: "renewed", of: first, lifetime: 60, renewsWhenRead: true)
        try keychain.set(Secret("two"), account: "fixed", of: first, lifetime: 60)
        time.advance(40)
        #expect(value("renewed") == "one" && value("fixed") == "two")
        time.advance(40)
        #expect(value("renewed") == "one" && value("fixed") == nil)
        time.advance(60)
        #expect(value("renewed") == nil)
    }

    @Test func `a read without renewal does not restart the lifetime`() throws {
        try keychain.set(Secret("one"), account: "key", of: first, lifetime: 60, renewsWhenRead: true)
        time.advance(40)
        #expect(keychain.item(account: "key", of: first, renewing: false)?.expiresIn == 20)
        time.advance(20)
        #expect(value("key") == nil)
    }

    @Test func `replaces and removes keychain items`() throws {
        try keychain.set(Secret("one"), account: "key", of: first, lifetime: 1)
        try keychain.set(Secret("two"), account: "key", of: first)
        time.advance(5)
        #expect(value() == "two")
        try keychain.remove(account: "key", of: first)
        try keychain.remove(account: "key", of: first)
        #expect(keychain.isEmpty)
    }

    /// The causes of an item's removal.
    enum WayOut: CaseIterable {
        case removal, replacement, wiping, wipingOfItsProvider, look, readingTooLate, another
    }

    @Test(arguments: WayOut.allCases) func `removing an item frees its secret`(way: WayOut) throws {
        weak var secret: Secret?
        do {
            let made = Secret("one")
            secret = made
            try keychain.set(made, account: "key", of: first, lifetime: 5)
        }
        #expect(secret != nil)
        switch way {
        case .removal: try keychain.remove(account: "key", of: first)
        case .replacement: try keychain.set(Secret("two"), account: "key", of: first)
        case .wiping: keychain.wipe()
        case .wipingOfItsProvider: keychain.wipe(first)
        case .look:
            time.advance(5)
            keychain.removeExpired()
        case .readingTooLate:
            time.advance(5)
            #expect(value() == nil)
        case .another:
            time.advance(5)
            try keychain.set(Secret("two"), account: "other", of: second)
        }
        #expect(secret == nil)
    }

    @Test func `limits accounts, values, counts and lifetimes of items`() throws {
        let value = Secret("one")
        for account in ["", String(repeating: "a", count: 257)] {
            #expect(throws: KeychainError.invalidAccount) { try keychain.set(value, account: account, of: first) }
        }
        #expect(throws: KeychainError.valueTooLong) {
            try keychain.set(.random(count: 16_385), account: "key", of: first)
        }
        for lifetime in [0, -1, Double.nan, .infinity] {
            #expect(throws: KeychainError.invalidLifetime) {
                try keychain.set(value, account: "key", of: first, lifetime: lifetime)
            }
        }
        #expect(keychain.isEmpty)
        for number in 0..<32 { try keychain.set(value, account: "\(number)", of: first) }
        #expect(throws: KeychainError.tooManyItems) { try keychain.set(value, account: "32", of: first) }
        try keychain.set(value, account: "31", of: first)
        try keychain.set(value, account: "32", of: second)
    }
}
