import LatchkeyWire
import Synchronization

/// The state of this process: its connection to the agent, and the request that it answers.
///
/// It is global, since Apple's API is available everywhere in a process (`ASCredentialIdentityStore.shared`). It is set
/// before any of the provider's code runs.
enum ProcessLink {
    private struct Values {
        var link: AgentLink?
        var container: String?
        var context: RequestContext?
        var codeExpiresIn: Int?
        var gitCredentialDetails: GitCredentialDetails?
        var reportedUserDisplayName: String?
    }

    private static let values = Mutex(Values())

    static func install(_ link: AgentLink, container: String) {
        values.withLock {
            $0.link = link
            $0.container = container
        }
    }

    /// Sets only the container, for an app that cannot reach the agent.
    static func install(container: String) {
        values.withLock { $0.container = container }
    }

    static func begin(_ context: RequestContext) {
        values.withLock {
            $0.context = context
            $0.codeExpiresIn = nil
        }
    }

    /// Sets how many seconds the code is valid with which the request is about to be completed.
    static func noteCode(expiresIn seconds: Int) {
        values.withLock { $0.codeExpiresIn = seconds }
    }

    static func answer(with details: GitCredentialDetails?) {
        values.withLock { $0.gitCredentialDetails = details }
    }

    /// Sets the display name of the next report that the controller receives.
    static func note(reportedUserDisplayName name: String?) {
        values.withLock { $0.reportedUserDisplayName = name }
    }

    static var reportedUserDisplayName: String? { values.withLock(\.reportedUserDisplayName) }
    static var gitCredentialDetails: GitCredentialDetails? { values.withLock(\.gitCredentialDetails) }
    static var current: AgentLink? { values.withLock(\.link) }
    static var container: String? { values.withLock(\.container) }
    static var context: RequestContext? { values.withLock(\.context) }
    static var codeExpiresIn: Int? { values.withLock(\.codeExpiresIn) }
}
