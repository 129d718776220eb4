public import FoundationEssentials

/// Proves with the token of a provider's container that the caller is the provider's containing app.
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

/// Returns the state of the caller's identity store.
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

/// What a change does with its identities.
public enum StoreOperation: String, Codable, Sendable {
    case save
    case remove
    case replace
}

/// Opens a change of the caller's identities, which becomes visible with ``CommitStoreChange``.
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

/// Adds identities to an open change, in any number of calls.
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

/// Commits an open change as a whole, or fails and changes nothing.
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

/// Removes all identities of the caller.
public struct RemoveAllIdentities: Method {
    public static let name = "store.removeAll"
    public typealias Parameters = Empty
    public typealias Result = Empty
}

/// Reads a page of the caller's identities.
public struct ReadIdentities: Method {
    public static let name = "store.read"

    public struct Parameters: Codable, Hashable, Sendable {
        /// `nil` for every service.
        public var serviceIdentifier: ServiceIdentifier?
        /// Empty for every kind.
        public var kinds: [CredentialKind]
        /// ``Result/next`` of the previous page; `nil` for the first page.
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

/// Stores an item in the keychain of the caller's provider.
public struct SetKeychainItem: Method {
    public static let name = "keychain.set"

    public struct Parameters: Codable, Sendable {
        public var account: String
        public var value: Data
        /// Seconds until the agent removes the item; `nil` keeps it until the next lock.
        ///
        /// Time while the machine sleeps counts.
        public var lifetime: Double?
        /// Whether each read restarts the lifetime.
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

/// Names an item in the keychain of the caller's provider.
public struct KeychainItemParameters: Codable, Hashable, Sendable {
    public var account: String

    public init(account: String) {
        self.account = account
    }
}

/// Reads an item from the keychain of the caller's provider.
public struct GetKeychainItem: Method {
    public static let name = "keychain.get"

    public struct Parameters: Codable, Hashable, Sendable {
        public var account: String
        /// Whether this read restarts the lifetime of an item that was stored with `renewsWhenRead`.
        ///
        /// `nil` means `true`.
        public var renews: Bool?

        public init(account: String, renews: Bool? = nil) {
            self.account = account
            self.renews = renews
        }
    }

    public struct Result: Codable, Sendable {
        /// `nil` if the item does not exist or has expired.
        public var value: Data?
        /// Seconds until the item expires; `nil` without a lifetime.
        public var expiresIn: Double?

        public init(value: Data?, expiresIn: Double? = nil) {
            self.value = value
            self.expiresIn = expiresIn
        }
    }
}

/// Returns when an item of the caller's provider expires, without reading it or restarting its lifetime.
public struct DescribeKeychainItem: Method {
    public static let name = "keychain.describe"
    public typealias Parameters = KeychainItemParameters

    public struct Result: Codable, Hashable, Sendable {
        public var exists: Bool
        /// Seconds until the item expires; `nil` without a lifetime.
        public var expiresIn: Double?

        public init(exists: Bool, expiresIn: Double? = nil) {
            self.exists = exists
            self.expiresIn = expiresIn
        }
    }
}

/// Removes an item from the keychain of the caller's provider, if it exists.
public struct RemoveKeychainItem: Method {
    public static let name = "keychain.remove"
    public typealias Parameters = KeychainItemParameters
    public typealias Result = Empty
}

/// Logs that the caller has shown or written secrets of its provider itself, without a request to the provider.
public struct LogDisclosure: Method {
    public static let name = "log.disclosure"

    public enum Kind: String, Codable, Hashable, Sendable, CaseIterable {
        /// A secret of one login was shown.
        case reveal
        /// All logins were written.
        case export
    }

    public struct Parameters: Codable, Hashable, Sendable {
        public var kind: Kind
        /// The login's user name; `nil` for several logins, and for one without a user name.
        public var user: String?
        /// The login's site; `nil` for several logins, and for one without a site.
        public var service: String?

        public init(kind: Kind, user: String? = nil, service: String? = nil) {
            self.kind = kind
            self.user = user
            self.service = service
        }
    }

    public typealias Result = Empty
}

/// Asks the user to enable a provider that is disabled, for its containing app.
public struct RequestEnabling: Method {
    public static let name = "settings.requestToTurnOn"
    public typealias Parameters = ProviderParameters

    public struct Result: Codable, Hashable, Sendable {
        public var isEnabled: Bool

        public init(isEnabled: Bool) {
            self.isEnabled = isEnabled
        }
    }
}
