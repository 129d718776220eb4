/// What the registry knows about one provider.
public struct ProviderDescription: Codable, Hashable, Sendable {
    public var id: ProviderIdentifier
    public var name: String
    /// The bundle's folder.
    public var path: String
    public var executable: String
    /// Lower-case hexadecimal SHA-256 of the executable as it lies there now.
    public var executableDigest: String?
    /// Lower-case hexadecimal SHA-256 over all files of the bundle as they are now; an older agent does not send it.
    public var bundleDigest: String?
    public var icon: String?
    public var containingApplication: String?
    public var capabilities: [String]
    public var isEnabled: Bool
    /// The bundle is not the one that was confirmed when the provider was enabled.
    public var hasChanged: Bool
    public var isDebugging: Bool
    /// Why the bundle cannot be used, one sentence each.
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

/// Lists every bundle found, enabled ones first in their order.
public struct ListProviders: Method {
    public static let name = "providers.list"
    public typealias Parameters = Empty

    public struct Result: Codable, Hashable, Sendable {
        public var providers: [ProviderDescription]
        /// Bundles that could not be read, with the reason.
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

/// Turns a provider on and pins its executable.
///
/// Without `confirmedDigest` the agent answers ``RemoteError/Reason/confirmationRequired`` with `path` and `digest` in
/// the details, so that the person sees what they turn on; with it, the digest must still be the executable's.
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
        /// The provider declares a configuration interface; ``ConfigureProvider`` shows it.
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

/// Turns a provider off: its identities, its keychain and its token go.
public struct DisableProvider: Method {
    public static let name = "providers.disable"
    public typealias Parameters = ProviderParameters
    public typealias Result = Empty
}

/// Puts the enabled providers in an order; those not named follow in the order they had.
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

/// Lifts the deadlines and the core-dump and tracing limits of one provider, until turned off or the agent ends.
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
        /// How to attach a debugger, a line each.
        public var instructions: [String]

        public init(instructions: [String]) {
            self.instructions = instructions
        }
    }
}

/// Reads the folders again after a bundle or quirks were put there or taken away.
public struct ReloadProviders: Method {
    public static let name = "providers.reload"
    public typealias Parameters = Empty
    public typealias Result = Empty
}

/// Reads the shared-credential sets again after files were installed.
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

/// Tells what is known of one site: who shares logins with it, and how its passwords are made and changed.
public struct QuirksOfSite: Method {
    public static let name = "quirks.site"

    public struct Parameters: Codable, Hashable, Sendable {
        public var url: String

        public init(url: String) {
            self.url = url
        }
    }

    public struct Result: Codable, Hashable, Sendable {
        /// Domains whose logins are offered there too, in alphabetical order.
        public var sharesLoginsWith: [String]
        /// What a new password must have, in the grammar of Apple's `passwordrules`.
        public var passwordRules: String?
        /// The page on which the password is changed, where the data that is installed has it.
        public var changePasswordURL: String?
        /// Where a site may lead to that page (W3C, A Well-Known URL for Changing Passwords); nobody has looked whether
        /// this one does.
        public var wellKnownChangePasswordURL: String?
        /// Whether the site wants the one-time code directly after the password.
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

/// Has identities kept in memory only, or on the disk as well; counts from the agent's next start.
public struct KeepIdentitiesInMemory: Method {
    public static let name = "settings.keepIdentitiesInMemory"

    public struct Parameters: Codable, Hashable, Sendable {
        public var isOn: Bool

        public init(isOn: Bool) {
            self.isOn = isOn
        }
    }

    public struct Result: Codable, Hashable, Sendable {
        /// The agent that runs keeps them otherwise.
        public var needsRestart: Bool

        public init(needsRestart: Bool) {
            self.needsRestart = needsRestart
        }
    }
}

/// Locks every provider: nothing that was unlocked stays so, and what goes on ends.
public struct LockProviders: Method {
    public static let name = "lock"
    public typealias Parameters = Empty
    public typealias Result = Empty
}

/// Agent to client: a provider was locked, or the time of what it had unlocked is over.
///
/// Whoever shows a secret of it takes it away. Only clients with ``Hello/locks`` hear it.
public struct ProviderLocked: Notification {
    public static let name = "locked"

    public struct Parameters: Codable, Hashable, Sendable {
        public var provider: ProviderIdentifier

        public init(provider: ProviderIdentifier) {
            self.provider = provider
        }
    }
}

/// Chooses the colour and the word that every sheet carries, by which a person tells it from a page's imitation.
public struct ChooseSheetMark: Method {
    public static let name = "settings.sheetMark"

    public struct Parameters: Codable, Hashable, Sendable {
        /// `#` and six hexadecimal digits; nothing for the one that there is, or one by lot.
        public var color: String?
        /// At most 32 characters; nothing for the one that there is, or one by lot.
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

/// One line of the log: who asked for what and when, never a secret.
public struct LogEntry: Codable, Hashable, Sendable {
    /// Seconds since 1970.
    public var time: Double
    public var program: String
    public var pid: Int32
    public var what: String
    public var service: String?
    /// The site around it, where the service is that of a frame: the one in the address bar, or one between.
    public var embeddingSite: String?
    public var user: String?
    public var provider: ProviderIdentifier?
    public var outcome: String

    public init(
        time: Double, program: String, pid: Int32, what: String, service: String? = nil, embeddingSite: String? = nil,
        user: String? = nil, provider: ProviderIdentifier? = nil, outcome: String
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
    }
}

/// Reads the log, newest first, a page at a time.
public struct ReadLog: Method {
    public static let name = "log.read"

    public struct Parameters: Codable, Hashable, Sendable {
        public var limit: Int
        /// Continues after the page whose ``Result/next`` this was.
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

/// What `latchkey doctor` shows of the agent; safe to paste.
public struct AgentStatus: Method {
    public static let name = "status"
    public typealias Parameters = Empty

    public struct Result: Codable, Hashable, Sendable {
        public struct Check: Codable, Hashable, Sendable {
            public enum Verdict: String, Codable, Sendable { case good, warning, bad }
            public var name: String
            public var verdict: Verdict
            public var finding: String
            /// What to do about it, a command where there is one; nothing where all is well.
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
