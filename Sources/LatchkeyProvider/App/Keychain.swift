public import LatchkeyCore
import LatchkeyWire

/// Stores secrets in the agent's memory, for this provider and its containing app only.
///
/// It is the equivalent of a shared keychain on Apple's systems, but is never written to disk. An item is removed when
/// its lifetime ends, the screen is locked, the computer is suspended, the provider is disabled, or the agent ends.
/// There are at most 32 items of 16 KiB.
public struct Keychain: Sendable {
    private let link: AgentLink

    package init(link: AgentLink) {
        self.link = link
    }

    /// The keychain of this process; `nil` before ``ProviderMain`` or ``ContainingApplication`` has connected.
    public static var shared: Keychain? { ProcessLink.current.map(Keychain.init) }

    /// Stores an item, replacing an older one with the same name.
    ///
    /// - Parameters:
    ///   - account: The item's name.
    ///   - lifetime: Seconds until the item expires, including time in suspend; `nil` for no limit.
    ///   - renewsWhenRead: Whether each read restarts the lifetime.
    /// - Throws: ``RemoteError``, for example if there are too many items.
    public func set(
        _ value: Secret, for account: String, lifetime: Double? = nil, renewsWhenRead: Bool = false
    ) async throws {
        _ = try await link.call(
            SetKeychainItem.self,
            SetKeychainItem.Parameters(
                account: account, value: value.revealBytes(), lifetime: lifetime, renewsWhenRead: renewsWhenRead))
    }

    /// Reads an item; `nil` if there is none or it has expired.
    ///
    /// - Parameter renewing: Whether the read restarts the lifetime of an item that allows it.
    /// - Throws: ``RemoteError`` if the agent cannot be reached.
    public func value(for account: String, renewing: Bool = true) async throws -> Secret? {
        let item = try await link.call(
            GetKeychainItem.self, GetKeychainItem.Parameters(account: account, renews: renewing))
        return item.value.map { Secret(copying: $0) }
    }

    /// The seconds until an item expires; `nil` if there is no such item or it has no lifetime.
    ///
    /// The call does not restart the lifetime.
    ///
    /// - Throws: ``RemoteError`` if the agent cannot be reached.
    public func lifetime(of account: String) async throws -> Double? {
        try await link.call(DescribeKeychainItem.self, KeychainItemParameters(account: account)).expiresIn
    }

    /// Removes an item; a missing item is ignored.
    ///
    /// - Throws: ``RemoteError`` if the agent cannot be reached.
    public func remove(_ account: String) async throws {
        _ = try await link.call(RemoveKeychainItem.self, KeychainItemParameters(account: account))
    }
}
