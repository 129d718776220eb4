public import FoundationEssentials

/// Proves that the caller is a provider's containing app, by the token that lies in the provider's container.
public struct AuthenticateApp: Method {
    public static let name = "app.authenticate"

    public struct Parameters: Codable, Sendable {
        public var provider: ProviderIdentifier
        /// 32 bytes.
        public var token: Data

        public init(provider: ProviderIdentifier, token: Data) {
            self.provider = provider
            self.token = token
        }
    }

    public typealias Result = Empty
}

/// Asks how the caller's own identity store stands.
public struct StoreState: Method {
    public static let name = "store.state"
    public typealias Parameters = Empty

    public struct Result: Codable, Hashable, Sendable {
        public var isEnabled: Bool
        public var supportsIncrementalUpdates: Bool

        public init(isEnabled: Bool, supportsIncrementalUpdates: Bool) {
            self.isEnabled = isEnabled
            self.supportsIncrementalUpdates = supportsIncrementalUpdates
        }
    }
}

/// What is done with the identities of a change.
public enum StoreOperation: String, Codable, Sendable {
    case save
    case remove
    case replace
}

/// Opens a change of the caller's own identities; nothing is visible before ``CommitStoreChange``.
public struct BeginStoreChange: Method {
    public static let name = "store.begin"

    public struct Parameters: Codable, Hashable, Sendable {
        public var operation: StoreOperation

        public init(operation: StoreOperation) {
            self.operation = operation
        }
    }

    public typealias Result = StoreChange
}

/// Names an open change of this connection.
public struct StoreChange: Codable, Hashable, Sendable {
    public var change: Int

    public init(change: Int) {
        self.change = change
    }
}

/// Adds identities to an open change; as many calls as it takes.
public struct AddToStoreChange: Method {
    public static let name = "store.batch"

    public struct Parameters: Codable, Hashable, Sendable {
        public var change: Int
        public var identities: [CredentialIdentity]

        public init(change: Int, identities: [CredentialIdentity]) {
            self.change = change
            self.identities = identities
        }
    }

    public typealias Result = Empty
}

/// Carries an open change out, wholly or not at all.
public struct CommitStoreChange: Method {
    public static let name = "store.commit"
    public typealias Parameters = StoreChange
    public typealias Result = Empty
}

/// Drops an open change.
public struct AbandonStoreChange: Method {
    public static let name = "store.abandon"
    public typealias Parameters = StoreChange
    public typealias Result = Empty
}

/// Removes every identity of the caller's.
public struct RemoveAllIdentities: Method {
    public static let name = "store.removeAll"
    public typealias Parameters = Empty
    public typealias Result = Empty
}

/// Reads the caller's own identities, a page at a time.
public struct ReadIdentities: Method {
    public static let name = "store.read"

    public struct Parameters: Codable, Hashable, Sendable {
        /// Nothing for every service.
        public var serviceIdentifier: ServiceIdentifier?
        /// Empty for every kind.
        public var kinds: [CredentialKind]
        /// Continues after the page whose ``Result/next`` this was.
        public var after: Int?
        public var limit: Int

        public init(
            serviceIdentifier: ServiceIdentifier?, kinds: [CredentialKind], after: Int? = nil, limit: Int = 1000
        ) {
            self.serviceIdentifier = serviceIdentifier
            self.kinds = kinds
            self.after = after
            self.limit = limit
        }
    }

    public struct Result: Codable, Hashable, Sendable {
        public var identities: [CredentialIdentity]
        public var next: Int?

        public init(identities: [CredentialIdentity], next: Int? = nil) {
            self.identities = identities
            self.next = next
        }
    }
}

/// Puts an item into the caller's own part of the keychain.
public struct SetKeychainItem: Method {
    public static let name = "keychain.set"

    public struct Parameters: Codable, Sendable {
        public var account: String
        public var value: Data
        /// Seconds of boot time until the agent forgets the item; nothing for until the next lock.
        public var lifetime: Double?
        /// Each reading of the item starts its lifetime again.
        public var renewsWhenRead: Bool

        public init(account: String, value: Data, lifetime: Double? = nil, renewsWhenRead: Bool = false) {
            self.account = account
            self.value = value
            self.lifetime = lifetime
            self.renewsWhenRead = renewsWhenRead
        }
    }

    public typealias Result = Empty
}

/// Names an item of the caller's own part of the keychain.
public struct KeychainItemParameters: Codable, Hashable, Sendable {
    public var account: String

    public init(account: String) {
        self.account = account
    }
}

/// Reads an item of the caller's own part of the keychain.
public struct GetKeychainItem: Method {
    public static let name = "keychain.get"

    public struct Parameters: Codable, Hashable, Sendable {
        public var account: String
        /// Whether the reading is a use, which starts the item's lifetime again where it was put down so.
        ///
        /// Nothing counts as true.
        public var renews: Bool?

        public init(account: String, renews: Bool? = nil) {
            self.account = account
            self.renews = renews
        }
    }

    public struct Result: Codable, Sendable {
        /// Nothing when there is no such item, or no longer.
        public var value: Data?
        /// Seconds until the item goes, when it has a lifetime.
        public var expiresIn: Double?

        public init(value: Data?, expiresIn: Double? = nil) {
            self.value = value
            self.expiresIn = expiresIn
        }
    }
}

/// Asks how long an item of the caller's own part stays, without reading it and without prolonging that.
public struct DescribeKeychainItem: Method {
    public static let name = "keychain.describe"
    public typealias Parameters = KeychainItemParameters

    public struct Result: Codable, Hashable, Sendable {
        public var exists: Bool
        /// Seconds until the item goes, when it has a lifetime.
        public var expiresIn: Double?

        public init(exists: Bool, expiresIn: Double? = nil) {
            self.exists = exists
            self.expiresIn = expiresIn
        }
    }
}

/// Removes an item of the caller's own part of the keychain; a missing one is fine.
public struct RemoveKeychainItem: Method {
    public static let name = "keychain.remove"
    public typealias Parameters = KeychainItemParameters
    public typealias Result = Empty
}

/// Asks the person to turn a provider on, if it is off; its containing app asks.
public struct RequestToTurnOn: Method {
    public static let name = "settings.requestToEnable"
    public typealias Parameters = ProviderParameters

    public struct Result: Codable, Hashable, Sendable {
        public var isEnabled: Bool

        public init(isEnabled: Bool) {
            self.isEnabled = isEnabled
        }
    }
}
