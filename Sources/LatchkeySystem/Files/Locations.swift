import CLinux
import Glibc
package import LatchkeyWire

/// The paths of all files, derived from `HOME` and the XDG variables.
///
/// XDG Base Directory Specification 0.8. As it requires, a relative path in a variable is ignored.
package struct Locations: Hashable, Sendable {
    /// The maximum length of a Unix socket's path: `sun_path` without its terminating NUL.
    package static let longestSocketPath = 107

    package let home: String
    package let dataHome: String
    package let dataDirs: [String]
    package let configHome: String
    package let stateHome: String
    package let cacheHome: String
    /// The folder of sockets and locks.
    ///
    /// It may not exist yet; ``PrivateFolder`` creates and checks it.
    package let runtimeDirectory: String
    /// A sentence about a fallback for ``runtimeDirectory``; `nil` if there is none.
    package let warning: String?

    /// Derives the paths from a program's variables.
    ///
    /// Without `XDG_RUNTIME_DIR` it uses `/run/user/UID`, and without that folder one in the user's home. It does not
    /// use `/tmp`, where another user could create the folder first.
    ///
    /// - Throws: ``SystemError/noHome``.
    package init(
        environment: [String: String], userID: UInt32 = geteuid(), systemRuntime: String = "/run/user"
    ) throws(SystemError) {
        guard let home = Self.absolute(environment["HOME"]) else { throw .noHome }
        self.home = home
        dataHome = Self.absolute(environment["XDG_DATA_HOME"]) ?? home + "/.local/share"
        configHome = Self.absolute(environment["XDG_CONFIG_HOME"]) ?? home + "/.config"
        stateHome = Self.absolute(environment["XDG_STATE_HOME"]) ?? home + "/.local/state"
        cacheHome = Self.absolute(environment["XDG_CACHE_HOME"]) ?? home + "/.cache"
        let dirs = (environment["XDG_DATA_DIRS"] ?? "").split(separator: ":").compactMap { Self.absolute(String($0)) }
        dataDirs = dirs.isEmpty ? ["/usr/local/share", "/usr/share"] : dirs

        let ofTheSystem = "\(systemRuntime)/\(userID)"
        if let given = Self.absolute(environment["XDG_RUNTIME_DIR"]) {
            (runtimeDirectory, warning) = (given + "/latchkey", nil)
        } else if PrivateFolder.isPrivate(ofTheSystem, userID: userID) {
            (runtimeDirectory, warning) = (ofTheSystem + "/latchkey", nil)
        } else {
            runtimeDirectory = stateHome + "/latchkey/run"
            warning = "XDG_RUNTIME_DIR is not set; sockets are in \(runtimeDirectory)"
        }
    }

    /// The path without trailing slashes; `nil` unless it is absolute.
    private static func absolute(_ path: String?) -> String? {
        guard var path, path.hasPrefix("/"), !path.utf8.contains(0) else { return nil }
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        return path
    }
}

extension Locations {
    /// The agent's socket.
    ///
    /// - Throws: ``SystemError/socketPathTooLong(path:length:limit:)``.
    package var agentSocket: String {
        get throws(SystemError) { try Self.checkedSocketPath(runtimeDirectory + "/agent.sock") }
    }

    /// Checks that a Unix socket can have this path.
    static func checkedSocketPath(_ path: String) throws(SystemError) -> String {
        let length = path.utf8.count
        guard length <= longestSocketPath else {
            throw .socketPathTooLong(path: path, length: length, limit: longestSocketPath)
        }
        return path
    }

    /// The agent holds it while it runs.
    package var agentLock: String { runtimeDirectory + "/agent.lock" }
    /// A client holds it while it starts the agent.
    package var starterLock: String { runtimeDirectory + "/start.lock" }
    /// The agent's output when no service manager records it.
    package var agentLog: String { stateHome + "/latchkey/agent.log" }
    /// The user's folder of bundles; `latchkey providers add` copies them there.
    package var ownProviders: String { dataHome + "/latchkey/providers" }
    /// Every folder of bundles, in order of precedence; the last one is that of this program's own installation.
    package var providerFolders: [String] {
        let own = CurrentProcess.executableFolder.flatMap { Self.share(ofProgramsIn: $0) }
        let folders = dataDirs + (own.map { dataDirs.contains($0) ? [] : [$0] } ?? [])
        return [ownProviders] + folders.map { $0 + "/latchkey/providers" }
    }
    /// The `share` folder of the installation that has its programs in a folder; `nil` for a build.
    static func share(ofProgramsIn folder: String) -> String? {
        for programs in ["/bin", "/libexec/latchkey"] where folder.hasSuffix(programs) {
            return folder.dropLast(programs.count) + "/share"
        }
        return nil
    }
    /// The folder of all containers.
    package var containers: String { dataHome + "/latchkey/containers" }
    /// The folder that a provider and its app share.
    package func container(of provider: ProviderIdentifier) -> String { containers + "/" + provider.rawValue }
    package var quirks: String { dataHome + "/latchkey/quirks" }
    package var configuration: String { configHome + "/latchkey" }
    package var state: String { stateHome + "/latchkey" }
}

extension Locations {
    /// Checks the folder that `XDG_RUNTIME_DIR` names, if it is set.
    ///
    /// - Throws: ``SystemError/notAFolder(path:)``, ``SystemError/wrongOwner(path:owner:expected:)``, or
    ///   ``SystemError/callFailed(name:errno:path:)``, such as for a missing folder.
    package static func checkRuntime(_ environment: [String: String], userID: UInt32 = geteuid()) throws(SystemError) {
        guard let path = absolute(environment["XDG_RUNTIME_DIR"]) else { return }
        var status = stat()
        try systemCall("stat", path: path) { unsafe stat(path, &status) }
        guard status.st_mode & S_IFMT == S_IFDIR else { throw .notAFolder(path: path) }
        guard status.st_uid == userID else {
            throw .wrongOwner(path: path, owner: status.st_uid, expected: userID)
        }
    }

    /// The hint for an error; for a folder that cannot be used, it names the variable that sets another one.
    package func hint(for error: SystemError) -> String? {
        guard case .callFailed(_, let number, let path?) = error, let variable = variable(behind: path) else {
            return error.hint
        }
        let folder = Self.existing(path)
        return switch number {
        case EACCES, EPERM, EROFS, ENOENT, ENOTDIR:
            "set \(variable) to a folder that you can write to, or see its owner with \"ls -ld \(ShellWord.quoting(folder))\""
        case ENOSPC, EDQUOT: "free some space there; \"df -h \(ShellWord.quoting(folder))\" shows how much is left"
        default: error.hint
        }
    }

    /// The path, or the innermost folder above it that exists, so that commands about it do not fail.
    private static func existing(_ path: String) -> String {
        var path = path[...]
        var status = stat()
        while path.count > 1, unsafe lstat(String(path), &status) != 0 {
            path = path[..<(path.lastIndex(of: "/") ?? path.startIndex)]
        }
        return path.isEmpty ? "/" : String(path)
    }

    /// The variable that a path is derived from; the path may also be a parent that could not be created.
    private func variable(behind path: String) -> String? {
        func isRelated(to folder: String) -> Bool {
            path == folder || path.hasPrefix(folder + "/") || folder.hasPrefix(path + "/")
        }
        let places = [
            ("XDG_RUNTIME_DIR", runtimeDirectory, stateHome + "/latchkey/run"),
            ("XDG_DATA_HOME", dataHome, home + "/.local/share"), ("XDG_CONFIG_HOME", configHome, home + "/.config"),
            ("XDG_STATE_HOME", stateHome, home + "/.local/state"), ("XDG_CACHE_HOME", cacheHome, home + "/.cache"),
        ]
        // Variables that are set come before `HOME`, from which the others are derived.
        return places.first { _, folder, usual in folder != usual && isRelated(to: folder) }?.0
            ?? (isRelated(to: home) ? "HOME" : nil)
    }
}
