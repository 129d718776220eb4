public import LatchkeyCore
import LatchkeyWire

/// What a shared keychain is on Apple's systems: a place in the agent's guarded memory that only this provider and
/// its containing app can read.
///
/// Everything in it is forgotten when the item's lifetime is over, the screen is locked, the machine suspended, the
/// provider turned off or the agent ended. It is never written to disk.
public struct Keychain: Sendable {
    private let link: AgentLink

    package init(link: AgentLink) {
        self.link = link
    }

    /// The keychain of this process; nothing before ``ProviderMain`` or ``ContainingApplication`` has connected.
    public static var shared: Keychain? { ProcessLink.current.map(Keychain.init) }

    /// Puts an item in, over an earlier one of that name.
    ///
    /// - Parameters:
    ///   - lifetime: Seconds until the item is forgotten, a night's sleep included; nothing for until the next lock.
    ///   - renewsWhenRead: Each reading starts the lifetime again.
    public func set(
        _ value: Secret, for account: String, lifetime: Double? = nil, renewsWhenRead: Bool = false
    ) async throws {
        _ = try await link.call(
            SetKeychainItem.self,
            SetKeychainItem.Parameters(
                account: account, value: value.revealBytes(), lifetime: lifetime, renewsWhenRead: renewsWhenRead))
    }

    /// Reads an item; nothing when there is none, or no longer.
    ///
    /// - Parameter renewing: False for a look that is no use, and prolongs nothing.
    public func value(for account: String, renewing: Bool = true) async throws -> Secret? {
        let item = try await link.call(
            GetKeychainItem.self, GetKeychainItem.Parameters(account: account, renews: renewing))
        return item.value.map { Secret(copying: $0) }
    }

    /// Seconds until an item is forgotten; nothing when there is none or it has no lifetime.
    ///
    /// Prolongs nothing.
    public func lifetime(of account: String) async throws -> Double? {
        try await link.call(DescribeKeychainItem.self, KeychainItemParameters(account: account)).expiresIn
    }

    /// Removes an item; a missing one is fine.
    public func remove(_ account: String) async throws {
        _ = try await link.call(RemoveKeychainItem.self, KeychainItemParameters(account: account))
    }
}
