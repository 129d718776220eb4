/// An installed provider.
public struct ProviderDescription: Codable, Hashable, Sendable {
    public var id: ProviderIdentifier
    public var name: String
    /// The bundle's folder.
    public var path: String
    public var executable: String
    /// SHA-256 of the executable on the disk, in lower-case hexadecimal.
    public var executableDigest: String?
    /// SHA-256 over all files of the bundle on the disk, in lower-case hexadecimal; `nil` from older agents.
    public var bundleDigest: String?
    public var icon: String?
    public var containingApplication: String?
    public var capabilities: [String]
    public var isEnabled: Bool
    /// Whether the bundle has changed since the user enabled the provider.
    public var hasChanged: Bool
    public var isDebugging: Bool
    /// Why the bundle cannot be used, a sentence each.
    public var problems: [String]

    public init(
        id: ProviderIdentifier, name: String, path: String, executable: String, executableDigest: String? = nil,
        bundleDigest: String? = nil, icon: String? = nil, containingApplication: String? = nil,
        capabilities: [String] = [], isEnabled: Bool = false,
        hasChanged: Bool = false, isDebugging: Bool = false, problems: [String] = []
    ) {
        self.id = id
        self.name = name
        self.path = path
        self.executable = executable
        self.executableDigest = executableDigest
        self.bundleDigest = bundleDigest
        self.icon = icon
        self.containingApplication = containingApplication
        self.capabilities = capabilities
        self.isEnabled = isEnabled
        self.hasChanged = hasChanged
        self.isDebugging = isDebugging
        self.problems = problems
    }
}

/// Lists all installed bundles: first the enabled ones in their order.
public struct ListProviders: Method {
    public static let name = "providers.list"
    public typealias Parameters = Empty

    public struct Result: Codable, Hashable, Sendable {
        public var providers: [ProviderDescription]
        /// The bundles that could not be read, with the reason.
        public var unreadable: [UnreadableBundle]

        public init(providers: [ProviderDescription], unreadable: [UnreadableBundle] = []) {
            self.providers = providers
            self.unreadable = unreadable
        }
    }
}

public struct UnreadableBundle: Codable, Hashable, Sendable {
    public var path: String
    public var reason: String

    public init(path: String, reason: String) {
        self.path = path
        self.reason = reason
    }
}

/// Enables a provider and pins its bundle.
///
/// Without `confirmedDigest` the agent answers ``RemoteError/Reason/confirmationRequired`` with `path` and `digest` in
/// the details, which the user must confirm. With it, the digest must still be the bundle's.
public struct EnableProvider: Method {
    public static let name = "providers.enable"

    public struct Parameters: Codable, Hashable, Sendable {
        public var provider: ProviderIdentifier
        public var confirmedDigest: String?

        public init(provider: ProviderIdentifier, confirmedDigest: String? = nil) {
            self.provider = provider
            self.confirmedDigest = confirmedDigest
        }
    }

    public struct Result: Codable, Hashable, Sendable {
        /// Whether the provider has a configuration interface, which ``ConfigureProvider`` shows.
        public var wantsConfiguration: Bool

        public init(wantsConfiguration: Bool) {
            self.wantsConfiguration = wantsConfiguration
        }
    }
}

/// Names one provider.
public struct ProviderParameters: Codable, Hashable, Sendable {
    public var provider: ProviderIdentifier

    public init(provider: ProviderIdentifier) {
        self.provider = provider
    }
}

/// Disables a provider, and removes its identities, keychain items and token.
public struct DisableProvider: Method {
    public static let name = "providers.disable"
    public typealias Parameters = ProviderParameters
    public typealias Result = Empty
}

/// Sets the order of the enabled providers; those not named follow in their previous order.
public struct OrderProviders: Method {
    public static let name = "providers.order"

    public struct Parameters: Codable, Hashable, Sendable {
        public var providers: [ProviderIdentifier]

        public init(providers: [ProviderIdentifier]) {
            self.providers = providers
        }
    }

    public typealias Result = Empty
}

/// Shows the provider's configuration interface.
public struct ConfigureProvider: Method {
    public static let name = "providers.configure"
    public typealias Parameters = ProviderParameters
    public typealias Result = Empty
}

/// Lifts the deadlines and the core-dump and tracing limits of a provider.
///
/// This lasts until it is switched off or the agent ends.
public struct DebugProvider: Method {
    public static let name = "providers.debug"

    public struct Parameters: Codable, Hashable, Sendable {
        public var provider: ProviderIdentifier
        public var isOn: Bool

        public init(provider: ProviderIdentifier, isOn: Bool) {
            self.provider = provider
            self.isOn = isOn
        }
    }

    public struct Result: Codable, Hashable, Sendable {
        /// How to attach a debugger, one line each.
        public var instructions: [String]

        public init(instructions: [String]) {
            self.instructions = instructions
        }
    }
}

/// Reads the folders again after a bundle or a quirks file was added or removed.
public struct ReloadProviders: Method {
    public static let name = "providers.reload"
    public typealias Parameters = Empty
    public typealias Result = Empty
}

/// Reads the files of quirks again.
public struct ReloadQuirks: Method {
    public static let name = "quirks.reload"
    public typealias Parameters = Empty

    public struct Result: Codable, Hashable, Sendable {
        public var sharedSets: Int
        public var problems: [String]

        public init(sharedSets: Int, problems: [String]) {
            self.sharedSets = sharedSets
            self.problems = problems
        }
    }
}

/// Returns the quirks of a site: shared logins, password rules, and where passwords are changed.
public struct QuirksOfSite: Method {
    public static let name = "quirks.site"

    public struct Parameters: Codable, Hashable, Sendable {
        public var url: String

        public init(url: String) {
            self.url = url
        }
    }

    public struct Result: Codable, Hashable, Sendable {
        /// The domains whose logins are offered there too, in alphabetical order.
        public var sharesLoginsWith: [String]
        /// The rules for new passwords, in Apple's `passwordrules` grammar.
        public var passwordRules: String?
        /// The page on which the password is changed; `nil` if no quirks file has it.
        public var changePasswordURL: String?
        /// The well-known address that can redirect to that page (W3C, A Well-Known URL for Changing Passwords).
        ///
        /// The agent does not check whether the site has it.
        public var wellKnownChangePasswordURL: String?
        /// Whether the site takes the one-time code directly after the password, in one field.
        public var appendsCodeToPassword: Bool

        public init(
            sharesLoginsWith: [String], passwordRules: String? = nil, changePasswordURL: String? = nil,
            wellKnownChangePasswordURL: String? = nil, appendsCodeToPassword: Bool = false
        ) {
            self.sharesLoginsWith = sharesLoginsWith
            self.passwordRules = passwordRules
            self.changePasswordURL = changePasswordURL
            self.wellKnownChangePasswordURL = wellKnownChangePasswordURL
            self.appendsCodeToPassword = appendsCodeToPassword
        }
    }
}

/// Sets whether identities are kept in memory only, from the agent's next start; or reads the setting.
public struct KeepIdentitiesInMemory: Method {
    public static let name = "settings.keepIdentitiesInMemory"

    public struct Parameters: Codable, Hashable, Sendable {
        /// `nil` only reads the setting; older agents refuse it as invalid.
        public var isOn: Bool?

        public init(isOn: Bool? = nil) {
            self.isOn = isOn
        }
    }

    public struct Result: Codable, Hashable, Sendable {
        /// Whether the setting takes effect only after a restart.
        public var needsRestart: Bool
        /// The setting; `nil` from older agents.
        public var isOn: Bool?

        public init(needsRestart: Bool, isOn: Bool? = nil) {
            self.needsRestart = needsRestart
            self.isOn = isOn
        }
    }
}

/// Locks every provider: wipes the keychain and ends open requests.
public struct LockProviders: Method {
    public static let name = "lock"
    public typealias Parameters = Empty
    public typealias Result = Empty
}

/// Agent to client: a provider was locked, or its last keychain item expired.
///
/// The client removes the provider's secrets from its screen. Only clients with ``Hello/locks`` receive it.
public struct ProviderLocked: Notification {
    public static let name = "locked"

    public struct Parameters: Codable, Hashable, Sendable {
        public var provider: ProviderIdentifier

        public init(provider: ProviderIdentifier) {
            self.provider = provider
        }
    }
}

/// Sets the color and the word of every sheet, which tell a sheet from an imitation by a page.
public struct ChooseSheetMark: Method {
    public static let name = "settings.sheetMark"

    public struct Parameters: Codable, Hashable, Sendable {
        /// `#` and six hexadecimal digits; `nil` keeps the current color, or draws one at random.
        public var color: String?
        /// At most 32 characters; `nil` keeps the current word, or draws one at random.
        public var word: String?

        public init(color: String? = nil, word: String? = nil) {
            self.color = color
            self.word = word
        }
    }

    public struct Result: Codable, Hashable, Sendable {
        public var color: String
        public var word: String

        public init(color: String, word: String) {
            self.color = color
            self.word = word
        }
    }
}

/// A line of the activity log: client, request, time and outcome, never a secret.
public struct LogEntry: Codable, Hashable, Sendable {
    /// Seconds since 1970.
    public var time: Double
    public var program: String
    public var pid: Int32
    public var what: String
    public var service: String?
    /// The site that embeds the frame: the one in the address bar, or one in between; `nil` without frames.
    public var embeddingSite: String?
    public var user: String?
    public var provider: ProviderIdentifier?
    /// `done`, the reason of a ``RemoteError``, or a ``ScreenOutcome``.
    public var outcome: String
    /// The path of the program's executable; `nil` for most entries of this installation's programs, and from older
    /// agents.
    ///
    /// For `allow` and `revoke` it is the program that was allowed or revoked.
    public var executable: String?

    public init(
        time: Double, program: String, pid: Int32, what: String, service: String? = nil, embeddingSite: String? = nil,
        user: String? = nil, provider: ProviderIdentifier? = nil, outcome: String, executable: String? = nil
    ) {
        self.time = time
        self.program = program
        self.pid = pid
        self.what = what
        self.service = service
        self.embeddingSite = embeddingSite
        self.user = user
        self.provider = provider
        self.outcome = outcome
        self.executable = executable
    }
}

/// Why a request could not show its screen, as an outcome in the activity log.
public enum ScreenOutcome: String, Sendable {
    case noScreenForList
    case noScreenForSettings
    /// Only for an unlocked provider; for a locked one the outcome is `locked`.
    case noScreenForQuestion
    case screenFailed
}

/// Reads a page of the activity log, the newest line first.
public struct ReadLog: Method {
    public static let name = "log.read"

    public struct Parameters: Codable, Hashable, Sendable {
        public var limit: Int
        /// ``Result/next`` of the previous page; `nil` for the first page.
        public var before: Int?

        public init(limit: Int = 100, before: Int? = nil) {
            self.limit = limit
            self.before = before
        }
    }

    public struct Result: Codable, Hashable, Sendable {
        public var entries: [LogEntry]
        public var next: Int?

        public init(entries: [LogEntry], next: Int? = nil) {
            self.entries = entries
            self.next = next
        }
    }
}

/// The agent's part of `latchkey doctor`; it is safe to paste.
public struct AgentStatus: Method {
    public static let name = "status"
    public typealias Parameters = Empty

    public struct Result: Codable, Hashable, Sendable {
        public struct Check: Codable, Hashable, Sendable {
            public enum Verdict: String, Codable, Sendable { case good, warning, bad }
            public var name: String
            public var verdict: Verdict
            public var finding: String
            /// What the user can do, a command if there is one; `nil` if nothing is wrong.
            public var remedy: String?

            public init(name: String, verdict: Verdict, finding: String, remedy: String? = nil) {
                self.name = name
                self.verdict = verdict
                self.finding = finding
                self.remedy = remedy
            }
        }

        public var productVersion: String
        public var pid: Int32
        public var checks: [Check]

        public init(productVersion: String = ProtocolVersion.product, pid: Int32, checks: [Check]) {
            self.productVersion = productVersion
            self.pid = pid
            self.checks = checks
        }
    }
}
