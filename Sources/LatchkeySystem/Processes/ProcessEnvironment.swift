import Glibc

/// The variables that this process was started with.
package enum ProcessEnvironment {
    /// Starts the program anew in this process, with other variables; returns only when that fails.
    ///
    /// Foundation keeps the home folder from the process's start, so that a variable that is set later comes too late.
    ///
    /// - Throws: ``SystemError/callFailed(name:errno:path:)``.
    package static func restart(with variables: [String: String]) throws(SystemError) {
        let words = unsafe CommandLine.arguments.map { unsafe strdup($0) } + [nil]
        let settings = unsafe variables.map { unsafe strdup("\($0.key)=\($0.value)") } + [nil]
        defer { unsafe (words + settings).forEach { unsafe free($0) } }
        try systemCall("execve", path: "/proc/self/exe") { unsafe execve("/proc/self/exe", words, settings) }
    }
}
