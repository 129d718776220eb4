import CLinux
import CSeccomp
import Glibc

/// The system calls that a provider is refused, as a program for the kernel (`seccomp(2)`).
///
/// A list of what is refused, not of what is allowed: a provider is anybody's program, and brings its own run time. The
/// list has what reaches past the namespaces, which have no part in keyrings, and what has often been a way into the
/// kernel. Decision 0040.
enum SystemCallFilter {
    /// Calls that fail with `EPERM`, whatever their arguments.
    ///
    /// Where an architecture lacks one, that one is left out.
    static let refused: [String] =
        keyrings + otherProcesses + namespacesAndMounts + kernel

    /// Keyrings are the session's or the user's: no namespace parts them.
    private static let keyrings = ["add_key", "keyctl", "request_key"]
    private static let otherProcesses = [
        "kcmp", "pidfd_getfd", "process_madvise", "process_vm_readv", "process_vm_writev", "ptrace",
    ]
    private static let namespacesAndMounts = [
        "chroot", "fsconfig", "fsmount", "fsopen", "fspick", "mount", "mount_setattr", "move_mount",
        "open_by_handle_at",
        "open_tree", "pivot_root", "setns", "swapoff", "swapon", "umount", "umount2", "unshare",
    ]
    /// Large and young parts of the kernel, and those that only an administrator needs.
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
    /// `AF_UNIX`: for all others a provider has nobody to talk to, or should not have.
    ///
    /// Its network namespace has no way out, but some families do not know about namespaces: `AF_VSOCK` reaches the host
    /// of a virtual machine.
    private static let allowedFamilies: Set<UInt64> = [1]

    /// The filter's instructions; made once, in less than a millisecond.
    ///
    /// - Throws: ``SystemError/callFailed(name:errno:path:)``.
    static func program() throws(SystemError) -> [UInt8] {
        try cached.get()
    }

    /// A file in memory that holds the filter, to be read once by whoever applies it.
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
        // Another architecture's numbers mean other calls; by default that would end one thread of the process alone.
        try check("seccomp_attr_set", unsafe seccomp_attr_set(filter, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS))
        for name in refused { try unsafe refuse(name, in: filter) }
        // Its flags lie in memory, where a filter cannot look; a libc without it takes the older clone.
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

    /// Adds a rule; a call that this architecture does not have needs none.
    private static func refuse(
        _ name: String, with error: Int32 = EPERM, when conditions: [scmp_arg_cmp] = [], in filter: scmp_filter_ctx
    ) throws(SystemError) {
        guard let call = number(of: name) else { return }
        let result = unsafe seccomp_rule_add_array(
            filter, latchkey_fail_with(error), call, UInt32(conditions.count), conditions)
        try check("seccomp_rule_add(\(name))", result)
    }

    /// A call's number as libseccomp has it, below zero for one of another architecture; nothing for an unknown name.
    static func number(of name: String) -> Int32? {
        let number = unsafe seccomp_syscall_resolve_name(name)
        return number == __NR_SCMP_ERROR ? nil : number
    }

    /// The kernel takes these arguments as 32 bits, so the upper ones, which could be anything, do not count.
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

    /// libseccomp gives error numbers, with a minus.
    private static func check(_ name: String, _ result: Int32) throws(SystemError) {
        guard result >= 0 else { throw .callFailed(name: name, errno: -result, path: nil) }
    }
}
