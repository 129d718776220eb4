import Glibc

/// The sandbox of a provider process, as arguments for bubblewrap.
///
/// The process sees the system's programs and libraries, its own bundle and its container; it can write only to the
/// container. It has no network, no other processes, no home folder, a few variables and three descriptors.
package struct SandboxPolicy: Hashable, Sendable {
    /// The program to run, inside ``bundle``; an absolute path.
    package var executable: String
    package var arguments: [String]
    /// The provider's bundle, read-only.
    package var bundle: String
    /// The only writable folder; `HOME`, the XDG folders and the working folder are in it.
    package var container: String
    /// Other read-only folders, such as the Swift libraries of a debug build.
    package var readOnlyFolders: [String]
    package var language: String?
    package var timeZone: String?
    package var limits: Limits
    package var systemCalls: SystemCalls
    /// Allows core dumps, and sets the variable that lets a debugger attach.
    package var isDebugging: Bool

    package init(
        executable: String, arguments: [String] = [], bundle: String, container: String,
        readOnlyFolders: [String] = [], language: String? = nil, timeZone: String? = nil, limits: Limits = Limits(),
        systemCalls: SystemCalls = .ofAnyRunTime, isDebugging: Bool = false
    ) {
        self.executable = executable
        self.arguments = arguments
        self.bundle = bundle
        self.container = container
        self.readOnlyFolders = readOnlyFolders
        self.language = language
        self.timeZone = timeZone
        self.limits = limits
        self.systemCalls = systemCalls
        self.isDebugging = isDebugging
    }

    /// The system calls that the seccomp filter allows.
    package enum SystemCalls: Hashable, Sendable, CaseIterable {
        /// All calls but those that reach across namespaces or have a history of kernel vulnerabilities.
        case ofAnyRunTime
        /// Only the calls that our own provider needs.
        case ofOwnProvider
    }

    /// The resource limits of a provider process.
    package struct Limits: Hashable, Sendable {
        /// Bytes of private writable memory, most of it for Argon2id.
        package var memory: UInt64 = 1 << 30
        /// Threads and processes together, counted only in the sandbox.
        package var processes: UInt64 = 64
        /// The maximum size of a file in bytes.
        package var fileSize: UInt64 = 512 << 20
        package var openFiles: UInt64 = 256
        /// The size of the private `/tmp` in bytes of memory.
        package var temporaryFiles: UInt64 = 64 << 20

        package init() {}
    }
}

extension SandboxPolicy {
    /// The descriptor of ``SystemCallFilter``: the first one that the provider does not inherit.
    static let filterDescriptor = 3

    /// The arguments for bubblewrap, without its own name.
    ///
    /// - Parameters:
    ///   - system: The system's folders of programs and libraries.
    ///   - ceilings: The hard limits of this process, which a child cannot exceed.
    func bubblewrapArguments(system: SystemTree, ceilings: Ceilings = Ceilings()) -> [String] {
        Self.isolation + environment.flatMap { ["--setenv", $0.name, $0.value] } + files(system) + [
            "--chdir", container, "--",
        ] + limits.command(core: isDebugging ? ceilings.core : 0, ceilings) + [executable] + arguments
    }

    /// The namespaces, and what the process loses in them.
    static var isolation: [String] {
        [
            // --disable-userns: no further user namespace can be created inside.
            "--unshare-user", "--disable-userns",
            "--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try",
            "--hostname", "latchkey",
            // --die-with-parent ends providers with a killed agent. --new-session keeps a provider from typing into the
            // agent's terminal.
            "--die-with-parent", "--new-session", "--cap-drop", "ALL", "--clearenv",
            // bubblewrap reads and closes it, and applies the filter before the program's code runs.
            "--seccomp", String(filterDescriptor),
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

    /// The mounts; later ones cover earlier ones.
    private func files(_ system: SystemTree) -> [String] {
        var arguments = Self.systemFiles(system, temporaryFiles: limits.temporaryFiles)
        for folder in readOnlyFolders { arguments += ["--ro-bind", folder, folder] }
        arguments += ["--ro-bind", bundle, bundle, "--bind", container, container]
        // The root is a tmpfs without a size limit, so it must not be writable.
        return arguments + ["--remount-ro", "/"]
    }

    /// The system's programs and libraries, `/proc`, `/dev` and an empty `/tmp` with a size limit in bytes.
    static func systemFiles(_ system: SystemTree, temporaryFiles: UInt64) -> [String] {
        var arguments = ["--ro-bind", "/usr", "/usr"]
        for entry in system.entries {
            switch entry.kind {
            case .link(let target): arguments += ["--symlink", target, entry.path]
            case .folder: arguments += ["--ro-bind", entry.path, entry.path]
            }
        }
        for path in ["/etc/ld.so.cache", "/etc/localtime"] { arguments += ["--ro-bind-try", path, path] }
        // The kernel checks access to /proc/sys by the global user ID, in every namespace. If root runs the agent, a
        // provider could otherwise change the machine's settings.
        arguments += ["--proc", "/proc", "--remount-ro", "/proc", "--dev", "/dev", "--remount-ro", "/dev"]
        return arguments + ["--size", String(temporaryFiles), "--tmpfs", "/tmp"]
    }

    /// The hard limits of the process that starts the sandbox.
    struct Ceilings: Hashable, Sendable {
        var core = UInt64.max
        var memory = UInt64.max
        var processes = UInt64.max
        var fileSize = UInt64.max
        var openFiles = UInt64.max

        init() {}

        /// The limits of this process.
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

extension SandboxPolicy.Limits {
    /// The command line that runs a program with these limits; the program and its arguments follow.
    ///
    /// - Parameters:
    ///   - core: The largest core file in bytes.
    ///   - ceilings: The hard limits of this process, which a child cannot exceed.
    func command(core: UInt64 = 0, _ ceilings: SandboxPolicy.Ceilings) -> [String] {
        [
            "/usr/bin/prlimit",
            "--core=\(core == .max ? "unlimited" : String(core))",
            "--nproc=\(min(processes, ceilings.processes))",
            "--data=\(min(memory, ceilings.memory))",
            "--fsize=\(min(fileSize, ceilings.fileSize))",
            "--nofile=\(min(openFiles, ceilings.openFiles))",
            "--",
        ]
    }
}
