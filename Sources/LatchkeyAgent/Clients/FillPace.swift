import LatchkeyCore

/// A login of a provider, for ``FillPace``.
///
/// It has a digest only, since a record identifier may have content of the record.
struct PacedLogin: Hashable {
    private let digest: Int

    init(_ provider: ProviderIdentifier, _ login: String) {
        // The seed of each process is random.
        var hasher = Hasher()
        hasher.combine(provider)
        hasher.combine(login)
        digest = hasher.finalize()
    }
}

/// Slows a program that requests the secrets of many logins, and reports it once.
///
/// A login counts once in ``window``, so that git's repeated requests and a page's second attempt are not slowed.
struct FillPace {
    /// The delay before a request, and whether to log it.
    struct Verdict: Hashable {
        /// Seconds to wait, 0 for a program below the limit; `nil` if too many of its requests wait.
        var delay: Double?
        /// Whether to report the program in the log: once for each burst of requests.
        var isFirst: Bool
    }

    private struct Login {
        /// When it was last requested.
        var time: Double
        /// Whether a request has revealed its secret.
        var isRevealed: Bool
        /// When its first request may run.
        var ready: Double
    }

    private struct Program {
        var logins: [PacedLogin: Login] = [:]
        /// When the next delayed request may run.
        var next = 0.0
        var isReported = false
    }

    /// Seconds in which logins are counted.
    static let window = 60.0
    /// Different logins in ``window`` that are not delayed; a user or git needs fewer.
    static let limit = 48
    /// Seconds between two requests beyond the limit.
    static let interval = 5.0
    /// The number of counted programs above which idle ones are removed; a user runs fewer at once.
    private static let programLimit = 64

    private var programs: [String: Program] = [:]

    /// Counts a request, which may still fail.
    ///
    /// - Parameter program: The path of the caller's executable.
    mutating func begin(_ login: PacedLogin, by program: String, at now: Double) -> Verdict {
        if programs.count > Self.programLimit {
            programs = programs.filter { $0.value.logins.values.contains { now - $0.time < Self.window } }
        }
        var state = programs[program] ?? Program()
        defer { programs[program] = state }
        state.logins = state.logins.filter { now - $0.value.time < Self.window }
        let isBelowLimit = state.logins.count < Self.limit
        if isBelowLimit { state.isReported = false }
        if let known = state.logins[login] {
            state.logins[login]?.time = now
            // A second request for a login that waits must not overtake the first.
            return Verdict(delay: max(0, known.ready - now), isFirst: false)
        }
        if isBelowLimit {
            state.logins[login] = Login(time: now, isRevealed: false, ready: now)
            return Verdict(delay: 0, isFirst: false)
        }
        let isFirst = !state.isReported
        state.isReported = true
        let next = max(now, state.next) + Self.interval
        guard next - now <= Self.window else { return Verdict(delay: nil, isFirst: isFirst) }
        state.logins[login] = Login(time: now, isRevealed: false, ready: next)
        state.next = next
        return Verdict(delay: next - now, isFirst: isFirst)
    }

    /// Records the outcome of a request; a login whose secret was not revealed does not count any more.
    mutating func end(_ login: PacedLogin, by program: String, hasRevealed: Bool, at now: Double) {
        if hasRevealed {
            programs[program, default: Program()].logins[login] = Login(time: now, isRevealed: true, ready: now)
        } else if programs[program]?.logins[login]?.isRevealed == false {
            programs[program]?.logins[login] = nil
        }
    }
}
