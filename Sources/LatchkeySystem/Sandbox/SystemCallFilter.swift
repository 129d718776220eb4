import CLinux
import CSeccomp
import Glibc

/// The seccomp filter that refuses system calls to providers (`seccomp(2)`).
///
/// It is a deny list, since a provider may have any run time. It has the calls that reach across namespaces, such as
/// those for keyrings, and those with a history of kernel vulnerabilities. Decision 0040.
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

    /// The filter's instructions, generated once per process.
    ///
    /// - Throws: ``SystemError/callFailed(name:errno:path:)``.
    static func program() throws(SystemError) -> [UInt8] {
        try cached.get()
    }

    /// Creates a file in memory with the filter, for one reader.
    static func file() throws(SystemError) -> OwnedDescriptor {
        let bytes = try program()
        let file = try emptyFile()
        try AtomicFile.append(bytes, to: file, path: "filter")
        try systemCall("lseek") { lseek(file.number, 0, SEEK_SET) }
        return file
    }

    private static let cached: Result<[UInt8], SystemError> = Result { () throws(SystemError) in try make() }

    private static func make() throws(SystemError) -> [UInt8] {
        guard let filter = unsafe seccomp_init(SCMP_ACT_ALLOW) else {
            throw .callFailed(name: "seccomp_init", errno: ENOMEM, path: nil)
        }
        defer { unsafe seccomp_release(filter) }
        // The numbers of another architecture mean other calls. libseccomp's default ends only the calling thread.
        try check("seccomp_attr_set", unsafe seccomp_attr_set(filter, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS))
        for name in refused { try unsafe refuse(name, in: filter) }
        // A filter cannot read its flags, which are in memory. C libraries fall back to clone.
        try unsafe refuse("clone3", with: ENOSYS, in: filter)
        for flag in newNamespaces {
            let isSet = bits(ofArgument: flagsOfClone, UInt64(flag), are: UInt64(flag))
            try unsafe refuse("clone", when: [isSet], in: filter)
        }
        for request in refusedTerminalRequests {
            try unsafe refuse("ioctl", when: [word(ofArgument: 1, is: request)], in: filter)
        }
        try unsafe refuseSockets(in: filter)
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

    /// Adds a rule, unless the architecture lacks the call.
    private static func refuse(
        _ name: String, with error: Int32 = EPERM, when conditions: [scmp_arg_cmp] = [], in filter: scmp_filter_ctx
    ) throws(SystemError) {
        guard let call = number(of: name) else { return }
        let result = unsafe seccomp_rule_add_array(
            filter, latchkey_fail_with(error), call, UInt32(conditions.count), conditions)
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
