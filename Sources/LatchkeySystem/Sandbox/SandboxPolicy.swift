import Glibc

/// What a provider process may see and use; bubblewrap's arguments follow from it.
///
/// The process sees the system's programs and libraries, its own bundle and its container, and of these it can write
/// the container alone. It has no network, no other processes, no home, no environment and no descriptors but the
/// three that it is started with.
package struct SandboxPolicy: Hashable, Sendable {
    /// The program to run, inside ``bundle``; an absolute path.
    package var executable: String
    package var arguments: [String]
    /// The provider's bundle, read-only.
    package var bundle: String
    /// The only folder that can be written; `HOME`, the XDG folders and the working folder lie in it.
    package var container: String
    /// What else is shown read-only, such as where a debug build finds Swift's libraries.
    package var readOnlyFolders: [String]
    package var language: String?
    package var timeZone: String?
    package var limits: Limits
    /// Lets the process dump core, and tells it to let a debugger attach.
    package var isDebugging: Bool

    package init(
        executable: String, arguments: [String] = [], bundle: String, container: String,
        readOnlyFolders: [String] = [], language: String? = nil, timeZone: String? = nil, limits: Limits = Limits(),
        isDebugging: Bool = false
    ) {
        self.executable = executable
        self.arguments = arguments
        self.bundle = bundle
        self.container = container
        self.readOnlyFolders = readOnlyFolders
        self.language = language
        self.timeZone = timeZone
        self.limits = limits
        self.isDebugging = isDebugging
    }

    /// What one provider process may use up.
    package struct Limits: Hashable, Sendable {
        /// Bytes of writable memory of its own; Argon2id takes the most of it.
        package var memory: UInt64 = 1 << 30
        /// Threads and processes together, counted in the sandbox alone.
        package var processes: UInt64 = 64
        /// Bytes of its longest file.
        package var fileSize: UInt64 = 512 << 20
        package var openFiles: UInt64 = 256
        /// Bytes of its private `/tmp`, which is memory.
        package var temporaryFiles: UInt64 = 64 << 20

        package init() {}
    }
}

extension SandboxPolicy {
    /// Where bubblewrap finds ``SystemCallFilter``: the first descriptor that the provider does not have.
    static let filterDescriptor = 3

    /// The arguments for bubblewrap, without its own name.
    ///
    /// - Parameters:
    ///   - system: Where the system keeps its programs and libraries.
    ///   - ceilings: This process's own hard limits, which nobody can go above.
    func bubblewrapArguments(system: SystemTree, ceilings: Ceilings = Ceilings()) -> [String] {
        namespaces + environment.flatMap { ["--setenv", $0.name, $0.value] } + files(system) + [
            "--chdir", container, "--", "/usr/bin/prlimit",
        ] + resourceLimits(ceilings) + ["--", executable] + arguments
    }

    private var namespaces: [String] {
        [
            // The user namespace comes first and is the last one: no more can be made inside.
            "--unshare-user", "--disable-userns",
            "--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try",
            "--hostname", "latchkey",
            // Without the first a killed agent would leave providers behind; without the second one could type into
            // the terminal that the agent was started from.
            "--die-with-parent", "--new-session", "--cap-drop", "ALL", "--clearenv",
            // Read to its end and closed by bubblewrap, and in force before anything of the provider's runs.
            "--seccomp", String(Self.filterDescriptor),
        ]
    }

    private var environment: [(name: String, value: String)] {
        var variables = [
            ("PATH", "/usr/bin:/bin"),
            ("HOME", container),
            ("XDG_DATA_HOME", container + "/.local/share"),
            ("XDG_CONFIG_HOME", container + "/.config"),
            ("XDG_STATE_HOME", container + "/.local/state"),
            ("XDG_CACHE_HOME", container + "/.cache"),
        ]
        if let language { variables.append(("LANG", language)) }
        if let timeZone { variables.append(("TZ", timeZone)) }
        if isDebugging { variables.append((ProcessHardening.debuggingVariable, "1")) }
        return variables
    }

    /// What is mounted where; later mounts lie over earlier ones.
    private func files(_ system: SystemTree) -> [String] {
        var arguments = ["--ro-bind", "/usr", "/usr"]
        for entry in system.entries {
            switch entry.kind {
            case .link(let target): arguments += ["--symlink", target, entry.path]
            case .folder: arguments += ["--ro-bind", entry.path, entry.path]
            }
        }
        for path in ["/etc/ld.so.cache", "/etc/localtime"] { arguments += ["--ro-bind-try", path, path] }
        // Files under /proc/sys obey root's own user number, in whatever namespace: an agent of root would give its
        // providers the whole machine.
        arguments += ["--proc", "/proc", "--remount-ro", "/proc", "--dev", "/dev", "--remount-ro", "/dev"]
        arguments += ["--size", String(limits.temporaryFiles), "--tmpfs", "/tmp"]
        for folder in readOnlyFolders { arguments += ["--ro-bind", folder, folder] }
        arguments += ["--ro-bind", bundle, bundle, "--bind", container, container]
        // The root is bubblewrap's own and in memory; writable, it would have no limit.
        return arguments + ["--remount-ro", "/"]
    }

    private func resourceLimits(_ ceilings: Ceilings) -> [String] {
        let core = isDebugging ? ceilings.core : 0
        return [
            "--core=\(core == .max ? "unlimited" : String(core))",
            "--nproc=\(min(limits.processes, ceilings.processes))",
            "--data=\(min(limits.memory, ceilings.memory))",
            "--fsize=\(min(limits.fileSize, ceilings.fileSize))",
            "--nofile=\(min(limits.openFiles, ceilings.openFiles))",
        ]
    }

    /// The hard limits of the process that starts the sandbox.
    struct Ceilings: Hashable, Sendable {
        var core = UInt64.max
        var memory = UInt64.max
        var processes = UInt64.max
        var fileSize = UInt64.max
        var openFiles = UInt64.max

        init() {}

        /// This process's own.
        static var own: Ceilings {
            var ceilings = Ceilings()
            ceilings.core = ProcessHardening.hardLimit(RLIMIT_CORE)
            ceilings.memory = ProcessHardening.hardLimit(RLIMIT_DATA)
            ceilings.processes = ProcessHardening.hardLimit(__RLIMIT_NPROC)
            ceilings.fileSize = ProcessHardening.hardLimit(RLIMIT_FSIZE)
            ceilings.openFiles = ProcessHardening.hardLimit(RLIMIT_NOFILE)
            return ceilings
        }
    }
}
