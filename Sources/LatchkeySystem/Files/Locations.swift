import Glibc
package import LatchkeyWire

/// Where everything lies, from `HOME` and the XDG variables alone.
///
/// XDG Base Directory Specification 0.8. A relative path in a variable counts as not set, as the specification says.
package struct Locations: Hashable, Sendable {
    /// The longest path that a Unix socket can have: `sun_path` without its closing zero.
    package static let longestSocketPath = 107

    package let home: String
    package let dataHome: String
    package let dataDirs: [String]
    package let configHome: String
    package let stateHome: String
    package let cacheHome: String
    /// The folder of sockets and locks.
    ///
    /// It may not be there yet; ``PrivateFolder`` makes and checks it.
    package let runtimeDirectory: String
    /// Why ``runtimeDirectory`` is not where it should be, one sentence.
    package let warning: String?

    /// Reads the variables from a dictionary; the process's own only at a program's entry.
    ///
    /// Without `XDG_RUNTIME_DIR` looks for `/run/user/UID`, and falls back to a folder in the person's own home rather
    /// than in `/tmp`, where somebody else could be first.
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
            warning = "XDG_RUNTIME_DIR is not set; sockets lie in \(runtimeDirectory)"
        }
    }

    /// An absolute path without slashes at its end, or nothing.
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

    /// Held by the one agent as long as it runs.
    package var agentLock: String { runtimeDirectory + "/agent.lock" }
    /// Held by whoever is just starting the agent.
    package var starterLock: String { runtimeDirectory + "/start.lock" }
    /// What the agent says when no service manager takes it down.
    package var agentLog: String { stateHome + "/latchkey/agent.log" }
    package var identityStore: String { stateHome + "/latchkey/identities.sqlite" }
    /// The person's own folder of bundles, where `latchkey providers add` puts them.
    package var ownProviders: String { dataHome + "/latchkey/providers" }
    /// Every folder of bundles, the one that wins first.
    package var providerFolders: [String] { [ownProviders] + dataDirs.map { $0 + "/latchkey/providers" } }
    /// The folder of all containers.
    package var containers: String { dataHome + "/latchkey/containers" }
    /// What a provider and its app share.
    package func container(of provider: ProviderIdentifier) -> String { containers + "/" + provider.rawValue }
    package var quirks: String { dataHome + "/latchkey/quirks" }
    package var configuration: String { configHome + "/latchkey" }
    package var state: String { stateHome + "/latchkey" }
    package var cache: String { cacheHome + "/latchkey" }
}

extension Locations {
    /// Checks the folder that the session should have made for this user, where it named one; makes nothing.
    ///
    /// - Throws: ``SystemError/notAFolder(path:)``, ``SystemError/wrongOwner(path:owner:expected:)``, or
    ///   ``SystemError/callFailed(name:errno:path:)``, as for one that is not there.
    package static func checkRuntime(_ environment: [String: String], userID: UInt32 = geteuid()) throws(SystemError) {
        guard let path = absolute(environment["XDG_RUNTIME_DIR"]) else { return }
        var status = stat()
        try systemCall("stat", path: path) { unsafe stat(path, &status) }
        guard status.st_mode & S_IFMT == S_IFDIR else { throw .notAFolder(path: path) }
        guard status.st_uid == userID else {
            throw .wrongOwner(path: path, owner: status.st_uid, expected: userID)
        }
    }

    /// What a person can do about an error: for a place that cannot be used, which variable leads elsewhere.
    package func hint(for error: SystemError) -> String? {
        guard case .callFailed(_, let number, let path?) = error, let variable = variable(behind: path) else {
            return error.hint
        }
        return switch number {
        case EACCES, EPERM, EROFS, ENOENT, ENOTDIR:
            "set \(variable) to a folder that you can write, or look whose it is with \"ls -ld \(ShellWord.quoting(path))\""
        case ENOSPC, EDQUOT: "make room there; \"df -h \(ShellWord.quoting(path))\" shows how much is left"
        default: error.hint
        }
    }

    /// The variable that a path comes from: of a folder below it, or above it where that could not be made.
    private func variable(behind path: String) -> String? {
        func isOnTheWay(to folder: String) -> Bool {
            path == folder || path.hasPrefix(folder + "/") || folder.hasPrefix(path + "/")
        }
        let places = [
            ("XDG_RUNTIME_DIR", runtimeDirectory, stateHome + "/latchkey/run"),
            ("XDG_DATA_HOME", dataHome, home + "/.local/share"), ("XDG_CONFIG_HOME", configHome, home + "/.config"),
            ("XDG_STATE_HOME", stateHome, home + "/.local/state"), ("XDG_CACHE_HOME", cacheHome, home + "/.cache"),
        ]
        // Those that were set before those that follow from the home.
        return places.first { _, folder, usual in folder != usual && isOnTheWay(to: folder) }?.0
            ?? (isOnTheWay(to: home) ? "HOME" : nil)
    }
}
