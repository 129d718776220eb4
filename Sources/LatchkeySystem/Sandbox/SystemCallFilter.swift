import CLinux
import CSeccomp
import Glibc

/// The seccomp filters that refuse system calls to providers (`seccomp(2)`).
///
/// The filter for any run time is a deny list. It has the calls that reach across namespaces, such as those for
/// keyrings, and those with a history of kernel vulnerabilities. Decision 0040. Our own provider gets an allow list in
/// addition (``allowedToOwnProvider``). Decision 0100.
enum SystemCallFilter {
    /// The calls that fail with `EPERM`, with any arguments.
    ///
    /// Calls that the architecture lacks are skipped.
    static let refused: [String] =
        keyrings + otherProcesses + namespacesAndMounts + kernel

    /// Keyrings belong to the session or the user; namespaces do not separate them.
    private static let keyrings = ["add_key", "keyctl", "request_key"]
    private static let otherProcesses = [
        "kcmp", "pidfd_getfd", "process_madvise", "process_vm_readv", "process_vm_writev", "ptrace",
    ]
    private static let namespacesAndMounts = [
        "chroot", "fsconfig", "fsmount", "fsopen", "fspick", "mount", "mount_setattr", "move_mount",
        "open_by_handle_at",
        "open_tree", "pivot_root", "setns", "swapoff", "swapon", "umount", "umount2", "unshare",
    ]
    /// Large or recent parts of the kernel, and calls for administrators.
    private static let kernel = [
        "acct", "bpf", "delete_module", "fanotify_init", "finit_module", "init_module", "io_uring_enter",
        "io_uring_register", "io_uring_setup", "ioperm", "iopl", "kexec_file_load", "kexec_load", "lookup_dcookie",
        "migrate_pages", "modify_ldt", "move_pages", "perf_event_open", "personality", "quotactl", "quotactl_fd",
        "reboot",
        "syslog", "userfaultfd", "vhangup",
    ]

    /// The calls that our own provider may make with any arguments: those of the C library, Swift's run time, SQLite and
    /// NIO.
    ///
    /// `clone`, `ioctl`, `socket` and `socketpair` have rules of their own. bubblewrap and `prlimit` run under the filter
    /// too, each before it executes the next program. The list omits, for example, the calls for new processes,
    /// tracing, listening and connecting sockets, message queues, shared memory of System V, file watches, device
    /// nodes, and other users and groups.
    static let allowedToOwnProvider: [String] =
        processAndTime + memory + signals + waiting + messages + openFiles + namedFiles

    private static let processAndTime = [
        "arch_prctl", "capget", "clock_getres", "clock_gettime", "clock_nanosleep", "execve", "exit", "exit_group",
        "get_robust_list", "getcpu", "getegid", "geteuid", "getgid", "getgroups", "getpgid", "getpgrp", "getpid",
        "getppid", "getpriority", "getrandom", "getresgid", "getresuid", "getrlimit", "getrusage", "getsid", "gettid",
        "gettimeofday", "getuid", "landlock_add_rule", "landlock_create_ruleset", "landlock_restrict_self", "nanosleep",
        "prctl", "prlimit64", "restart_syscall", "rseq", "sched_get_priority_max", "sched_get_priority_min",
        "sched_getaffinity", "sched_getattr", "sched_getparam", "sched_getscheduler", "sched_yield", "seccomp",
        "set_robust_list", "set_tid_address", "setpriority", "setrlimit", "sysinfo", "time", "times", "umask", "uname",
        "wait4", "waitid",
    ]
    private static let memory = [
        "brk", "futex", "futex_waitv", "madvise", "membarrier", "memfd_create", "memfd_secret", "mincore", "mlock",
        "mlock2", "mmap", "mprotect", "mremap", "msync", "munlock", "munmap", "pkey_alloc", "pkey_free",
        "pkey_mprotect",
    ]
    private static let signals = [
        "kill", "pause", "rt_sigaction", "rt_sigpending", "rt_sigprocmask", "rt_sigqueueinfo", "rt_sigreturn",
        "rt_sigsuspend", "rt_sigtimedwait", "rt_tgsigqueueinfo", "sigaltstack", "signalfd4", "tgkill",
    ]
    private static let waiting = [
        "epoll_create", "epoll_create1", "epoll_ctl", "epoll_pwait", "epoll_pwait2", "epoll_wait", "eventfd",
        "eventfd2",
        "poll", "ppoll", "pselect6", "select", "timerfd_create", "timerfd_gettime", "timerfd_settime",
    ]
    /// For the inherited socket; it needs no address.
    private static let messages = [
        "getpeername", "getsockname", "getsockopt", "recvfrom", "recvmmsg", "recvmsg", "sendmmsg", "sendmsg", "sendto",
        "setsockopt", "shutdown",
    ]
    private static let openFiles = [
        "close", "close_range", "copy_file_range", "dup", "dup2", "dup3", "fadvise64", "fallocate", "fchdir", "fchmod",
        "fchown", "fcntl", "fdatasync", "fgetxattr", "flistxattr", "flock", "fremovexattr", "fsetxattr", "fstat",
        "fstatfs", "fsync", "ftruncate", "getdents", "getdents64", "lseek", "pipe", "pipe2", "pread64", "preadv",
        "preadv2", "pwrite64", "pwritev", "pwritev2", "read", "readahead", "readv", "sendfile", "sync_file_range",
        "syncfs", "write", "writev",
    ]
    private static let namedFiles = [
        "access", "chdir", "chmod", "chown", "creat", "faccessat", "faccessat2", "fchmodat", "fchownat", "getcwd",
        "getxattr", "lchown", "lgetxattr", "link", "linkat", "listxattr", "llistxattr", "lremovexattr", "lsetxattr",
        "lstat", "mkdir", "mkdirat", "newfstatat", "open", "openat", "openat2", "readlink", "readlinkat",
        "removexattr", "rename", "renameat", "renameat2", "rmdir", "setxattr", "stat", "statfs", "statx", "symlink",
        "symlinkat", "truncate", "unlink", "unlinkat", "utime", "utimensat", "utimes",
    ]
    /// Whether it is a terminal (`TCGETS`), the size of one (`TIOCGWINSZ`), bytes to read (`FIONREAD`), and flags
    /// (`FIONBIO`, `FIONCLEX`, `FIOCLEX`).
    private static let allowedRequests: [UInt64] = [0x5401, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451]

    /// Typing into a terminal (`TIOCSTI`), and pasting into one (`TIOCLINUX`).
    private static let refusedTerminalRequests: [UInt64] = [0x5412, 0x541C]
    private static let newNamespaces = [
        CLONE_NEWUSER, CLONE_NEWNS, CLONE_NEWPID, CLONE_NEWNET, CLONE_NEWIPC, CLONE_NEWUTS, CLONE_NEWCGROUP,
    ]
    /// Only `AF_UNIX`.
    ///
    /// The network namespace has no interfaces, but some families ignore namespaces: `AF_VSOCK` reaches the host of a
    /// virtual machine.
    private static let allowedFamilies: Set<UInt64> = [1]

    /// A filter's instructions, generated once per process.
    ///
    /// - Throws: ``SystemError/callFailed(name:errno:path:)``.
    static func program(_ calls: SandboxPolicy.SystemCalls = .ofAnyRunTime) throws(SystemError) -> [UInt8] {
        switch calls {
        case .ofAnyRunTime: try denyList.get()
        case .ofOwnProvider: try allowList.get()
        }
    }

    /// Creates a memfd that contains a filter's BPF program, for one reader.
    static func file(_ calls: SandboxPolicy.SystemCalls = .ofAnyRunTime) throws(SystemError) -> OwnedDescriptor {
        let bytes = try program(calls)
        let file = try emptyFile()
        try AtomicFile.append(bytes, to: file, path: "filter")
        try systemCall("lseek") { lseek(file.number, 0, SEEK_SET) }
        return file
    }

    private static let denyList: Result<[UInt8], SystemError> = Result { () throws(SystemError) in
        try unsafe make(SCMP_ACT_ALLOW) { filter throws(SystemError) in
            // A filter cannot read its flags, which are in memory. C libraries fall back to clone.
            try unsafe refuse("clone3", with: ENOSYS, in: filter)
            for request in refusedTerminalRequests {
                try unsafe refuse("ioctl", when: [word(ofArgument: 1, is: request)], in: filter)
            }
        }
    }

    private static let allowList: Result<[UInt8], SystemError> = Result { () throws(SystemError) in
        // As from a kernel that lacks the call, so that libraries fall back to older calls.
        try unsafe make(latchkey_fail_with(ENOSYS)) { filter throws(SystemError) in
            for name in allowedToOwnProvider { try unsafe allow(name, in: filter) }
            // Only threads: the provider starts no processes.
            let flags = newNamespaces.reduce(UInt64(CLONE_THREAD)) { $0 | UInt64($1) }
            let isThread = bits(ofArgument: flagsOfClone, flags, are: UInt64(CLONE_THREAD))
            try unsafe allow("clone", when: [isThread], in: filter)
            for request in allowedRequests {
                let isRequest = scmp_arg_cmp(arg: 1, op: SCMP_CMP_EQ, datum_a: request, datum_b: 0)
                try unsafe allow("ioctl", when: [isRequest], in: filter)
            }
            for call in ["socket", "socketpair"] {
                for family in allowedFamilies {
                    // Compares all bits: with upper bits set, the rule for other families applies.
                    let isFamily = scmp_arg_cmp(arg: 0, op: SCMP_CMP_EQ, datum_a: family, datum_b: 0)
                    try unsafe allow(call, when: [isFamily], in: filter)
                }
            }
        }
    }

    /// Makes a filter with the rules that both have.
    ///
    /// - Parameter otherwise: The action for a call without a rule.
    private static func make(
        _ otherwise: UInt32, _ add: (scmp_filter_ctx) throws(SystemError) -> Void
    ) throws(SystemError) -> [UInt8] {
        guard let filter = unsafe seccomp_init(otherwise) else {
            throw .callFailed(name: "seccomp_init", errno: ENOMEM, path: nil)
        }
        defer { unsafe seccomp_release(filter) }
        // The numbers of another architecture mean other calls. libseccomp's default ends only the calling thread.
        try check("seccomp_attr_set", unsafe seccomp_attr_set(filter, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS))
        for name in refused { try unsafe refuse(name, in: filter) }
        for flag in newNamespaces {
            let isSet = bits(ofArgument: flagsOfClone, UInt64(flag), are: UInt64(flag))
            try unsafe refuse("clone", when: [isSet], in: filter)
        }
        try unsafe refuseSockets(in: filter)
        try unsafe add(filter)
        let file = try emptyFile()
        try check("seccomp_export_bpf", unsafe seccomp_export_bpf(filter, file.number))
        return try content(of: file)
    }

    private static func refuseSockets(in filter: scmp_filter_ctx) throws(SystemError) {
        let highest = allowedFamilies.max() ?? 0
        let above = scmp_arg_cmp(arg: 0, op: SCMP_CMP_GT, datum_a: highest, datum_b: 0)
        for call in ["socket", "socketpair"] {
            for family in 0...highest where !allowedFamilies.contains(family) {
                try unsafe refuse(call, with: EAFNOSUPPORT, when: [word(ofArgument: 0, is: family)], in: filter)
            }
            try unsafe refuse(call, with: EAFNOSUPPORT, when: [above], in: filter)
        }
    }

    private static func refuse(
        _ name: String, with error: Int32 = EPERM, when conditions: [scmp_arg_cmp] = [], in filter: scmp_filter_ctx
    ) throws(SystemError) {
        try unsafe add(latchkey_fail_with(error), name, conditions, to: filter)
    }

    private static func allow(
        _ name: String, when conditions: [scmp_arg_cmp] = [], in filter: scmp_filter_ctx
    ) throws(SystemError) {
        try unsafe add(SCMP_ACT_ALLOW, name, conditions, to: filter)
    }

    /// Adds a rule, unless the architecture lacks the call.
    private static func add(
        _ action: UInt32, _ name: String, _ conditions: [scmp_arg_cmp], to filter: scmp_filter_ctx
    ) throws(SystemError) {
        guard let call = number(of: name) else { return }
        let result = unsafe seccomp_rule_add_array(filter, action, call, UInt32(conditions.count), conditions)
        try check("seccomp_rule_add(\(name))", result)
    }

    /// A call's number in libseccomp, negative for calls of other architectures; `nil` for an unknown name.
    static func number(of name: String) -> Int32? {
        let number = unsafe seccomp_syscall_resolve_name(name)
        return number == __NR_SCMP_ERROR ? nil : number
    }

    /// Compares the lower 32 bits of an argument; the kernel ignores the upper ones.
    private static func word(ofArgument index: UInt32, is value: UInt64) -> scmp_arg_cmp {
        bits(ofArgument: index, 0xffff_ffff, are: value)
    }

    private static func bits(ofArgument index: UInt32, _ mask: UInt64, are value: UInt64) -> scmp_arg_cmp {
        scmp_arg_cmp(arg: index, op: SCMP_CMP_MASKED_EQ, datum_a: mask, datum_b: value)
    }

    private static var flagsOfClone: UInt32 {
        #if arch(s390x)
            1
        #else
            0
        #endif
    }

    private static func emptyFile() throws(SystemError) -> OwnedDescriptor {
        OwnedDescriptor(try systemCall("memfd_create") { latchkey_memory_file() })
    }

    private static func content(of file: OwnedDescriptor) throws(SystemError) -> [UInt8] {
        var status = stat()
        try systemCall("fstat") { unsafe fstat(file.number, &status) }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        let count = try systemCall("pread") {
            unsafe bytes.withUnsafeMutableBytes { unsafe pread(file.number, $0.baseAddress, $0.count, 0) }
        }
        guard count > 0, count == bytes.count else {
            throw .callFailed(name: "seccomp_export_bpf", errno: EIO, path: nil)
        }
        return bytes
    }

    /// Throws for libseccomp's results, which are negative error numbers.
    private static func check(_ name: String, _ result: Int32) throws(SystemError) {
        guard result >= 0 else { throw .callFailed(name: name, errno: -result, path: nil) }
    }
}
