import LatchkeyWire
import Synchronization

/// What this process is: whose line to the agent it holds, and what it is asked.
///
/// Apple's API reaches the system from anywhere in a process (`ASCredentialIdentityStore.shared`), so this is one
/// value for the process as well. It is set once, before any of the provider's code runs.
enum ProcessLink {
    private struct Values {
        var link: AgentLink?
        var container: String?
        var context: RequestContext?
        var codeExpiresIn: Int?
        var gitCredentialDetails: GitCredentialDetails?
    }

    private static let values = Mutex(Values())

    static func install(_ link: AgentLink, container: String) {
        values.withLock {
            $0.link = link
            $0.container = container
        }
    }

    /// Sets the container alone, for an app that may not reach the agent.
    static func install(container: String) {
        values.withLock { $0.container = container }
    }

    static func begin(_ context: RequestContext) {
        values.withLock {
            $0.context = context
            $0.codeExpiresIn = nil
        }
    }

    /// Notes how long the code is good for that the request is about to be completed with.
    static func noteCode(expiresIn seconds: Int) {
        values.withLock { $0.codeExpiresIn = seconds }
    }

    static func answer(with details: GitCredentialDetails?) {
        values.withLock { $0.gitCredentialDetails = details }
    }

    static var gitCredentialDetails: GitCredentialDetails? { values.withLock(\.gitCredentialDetails) }
    static var current: AgentLink? { values.withLock(\.link) }
    static var container: String? { values.withLock(\.container) }
    static var context: RequestContext? { values.withLock(\.context) }
    static var codeExpiresIn: Int? { values.withLock(\.codeExpiresIn) }
}
