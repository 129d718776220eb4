import CLinux
import Glibc
import Synchronization

/// Protects a process that holds secrets from other processes of its user.
package enum ProcessHardening {
    /// The variable that disables the protection, for debuggers.
    package static let debuggingVariable = "LATCHKEY_DEBUGGING"

    /// Disables core dumps, tracing, access to `/proc/PID/mem`, and new privileges through exec.
    ///
    /// Call it first in `main`. It does nothing if ``debuggingVariable`` is `1`; the agent sets it for a provider that
    /// the user debugs.
    ///
    /// - Returns: Whether the process is protected now.
    /// - Throws: ``SystemError/callFailed(name:errno:path:)``.
    @discardableResult
    package static func apply(environment: [String: String]) throws(SystemError) -> Bool {
        guard environment[debuggingVariable] != "1" else { return false }
        var none = rlimit(rlim_cur: 0, rlim_max: 0)
        try systemCall("setrlimit") { unsafe setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none) }
        try systemCall("prctl") { latchkey_prctl(PR_SET_DUMPABLE, 0) }
        try systemCall("prctl") { latchkey_prctl(PR_SET_NO_NEW_PRIVS, 1) }
        return true
    }

    /// The hard limit of a resource; the maximum value if it cannot be read.
    static func hardLimit(_ resource: __rlimit_resource) -> UInt64 {
        var limit = rlimit()
        return unsafe getrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0 ? UInt64(limit.rlim_max) : .max
    }
}

/// Lets other processes of the user read which program a protected process runs, until ``end()``.
///
/// The kernel shows `/proc/PID/exe` of a protected process only to root, and the agent must know its clients. Until
/// ``end()``, or until the last reference is released, a debugger of the user can attach. A process without protection
/// does not change.
final class Identification: Sendable {
    private let isOpen: Atomic<Bool>

    init() {
        let wasProtected = latchkey_prctl(PR_GET_DUMPABLE, 0) == 0
        isOpen = Atomic(wasProtected && latchkey_prctl(PR_SET_DUMPABLE, 1) == 0)
    }

    deinit {
        end()
    }

    /// Protects the process again; later calls do nothing.
    func end() {
        guard isOpen.exchange(false, ordering: .relaxed) else { return }
        _ = latchkey_prctl(PR_SET_DUMPABLE, 0)
    }
}
