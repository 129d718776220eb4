import CLinux
import Glibc

/// Closes a process that will hold secrets to other programs of its user.
package enum ProcessHardening {
    /// Set in a process that a debugger is to attach to.
    package static let debuggingVariable = "LATCHKEY_DEBUGGING"

    /// No core dumps, no tracing, no reading of `/proc/PID/mem` by others, and no more rights through exec.
    ///
    /// Call first thing. Does nothing where ``debuggingVariable`` is set, which the agent does for a provider that the
    /// person is debugging.
    ///
    /// - Returns: Whether the process is closed now.
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

    /// The limit that this process cannot go above.
    static func hardLimit(_ resource: __rlimit_resource) -> UInt64 {
        var limit = rlimit()
        return unsafe getrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0 ? UInt64(limit.rlim_max) : .max
    }
}
