import Subprocess
import Testing

@testable import LatchkeySystem

@Suite struct SandboxPolicyTests {
    private let policy = SandboxPolicy(
        executable: "/p/V.appex/vault", arguments: ["--x"], bundle: "/p/V.appex", container: "/c/org.example.vault",
        readOnlyFolders: ["/opt/swift"], language: "de_CH.UTF-8")
    private let merged = SystemTree(entries: [
        .init(path: "/bin", kind: .link(target: "usr/bin")), .init(path: "/lib64", kind: .folder),
    ])

    @Test func `makes exactly these arguments for bubblewrap`() {
        #expect(
            policy.bubblewrapArguments(system: merged) == [
                "--unshare-user", "--disable-userns", "--unshare-pid", "--unshare-net", "--unshare-ipc",
                "--unshare-uts", "--unshare-cgroup-try", "--hostname", "latchkey", "--die-with-parent",
                "--new-session", "--cap-drop", "ALL", "--clearenv", "--seccomp", "3",
                "--setenv", "PATH", "/usr/bin:/bin",
                "--setenv", "HOME", "/c/org.example.vault",
                "--setenv", "XDG_DATA_HOME", "/c/org.example.vault/.local/share",
                "--setenv", "XDG_CONFIG_HOME", "/c/org.example.vault/.config",
                "--setenv", "XDG_STATE_HOME", "/c/org.example.vault/.local/state",
                "--setenv", "XDG_CACHE_HOME", "/c/org.example.vault/.cache",
                "--setenv", "LANG", "de_CH.UTF-8",
                "--ro-bind", "/usr", "/usr", "--symlink", "usr/bin", "/bin", "--ro-bind", "/lib64", "/lib64",
                "--ro-bind-try", "/etc/ld.so.cache", "/etc/ld.so.cache",
                "--ro-bind-try", "/etc/localtime", "/etc/localtime",
                "--proc", "/proc", "--remount-ro", "/proc", "--dev", "/dev", "--remount-ro", "/dev",
                "--size", "67108864", "--tmpfs", "/tmp",
                "--ro-bind", "/opt/swift", "/opt/swift",
                "--ro-bind", "/p/V.appex", "/p/V.appex",
                "--bind", "/c/org.example.vault", "/c/org.example.vault",
                "--remount-ro", "/",
                "--chdir", "/c/org.example.vault", "--", "/usr/bin/prlimit",
                "--core=0", "--nproc=64", "--data=1073741824", "--fsize=536870912", "--nofile=256",
                "--", "/p/V.appex/vault", "--x",
            ])
    }

    @Test func `no limit of the sandbox exceeds this process's hard limit`() {
        var ceilings = SandboxPolicy.Ceilings()
        ceilings.openFiles = 100
        ceilings.memory = 5
        let arguments = policy.bubblewrapArguments(system: merged, ceilings: ceilings)
        #expect(arguments.contains("--nofile=100"))
        #expect(arguments.contains("--data=5"))
        #expect(arguments.contains("--nproc=64"))
    }

    @Test func `debugging allows core dumps and sets the variable`() {
        var debugged = policy
        debugged.isDebugging = true
        let arguments = debugged.bubblewrapArguments(system: merged)
        #expect(arguments.contains("--core=unlimited"))
        #expect(arguments.contains("LATCHKEY_DEBUGGING"))
        #expect(Set(policy.bubblewrapArguments(system: merged)).subtracting(arguments) == ["--core=0"])
    }

    @Test func `finds folders of libraries outside the system's`() {
        let maps = """
            7f00-7f01 r-xp 00000000 fe:00 12 /usr/lib/x86_64-linux-gnu/libc.so.6
            7f02-7f03 r-xp 00000000 fe:00 13 /opt/a toolchain/usr/lib/swift/linux/libswiftCore.so
            7f04-7f05 r--p 00000000 fe:00 13 /opt/a toolchain/usr/lib/swift/linux/libFoundation.so
            7f06-7f07 r-xp 00000000 fe:00 14 /lib64/ld-linux-x86-64.so.2
            7f08-7f09 rw-p 00000000 00:00 0 [heap]
            7f0a-7f0b r--s 00000000 fe:00 15 /home/ada/data.bin
            """
        #expect(LoadedLibraries.folders(inMaps: maps) == ["/opt/a toolchain/usr/lib/swift/linux"])
    }

    @Test func `finds the folder of this process's Swift libraries`() {
        let folders = LoadedLibraries.foldersOutsideTheSystem
        #expect(folders.allSatisfy { $0.hasPrefix("/") && !$0.hasPrefix("/usr/") })
        #expect(folders.count == Set(folders).count)
    }

    @Test(
        arguments: [
            (.exited(0), nil, .exited(0)),
            (.exited(1), "something", .exited(1)),
            (.exited(139), nil, .signalled(11)),
            (.signaled(9), nil, .signalled(9)),
            (
                .exited(1), "bwrap: Can't find source path /x: No such file or directory",
                .sandboxFailed(.sandboxFailed(detail: "Can't find source path /x: No such file or directory"))
            ),
            (
                .exited(1),
                "bwrap: No permissions to create new namespace, likely because the kernel does not allow it",
                .sandboxFailed(
                    .noNamespaces(
                        detail: "No permissions to create new namespace, likely because the kernel does not allow it"))
            ),
        ] as [(TerminationStatus, String?, SandboxedProcess.Ending)])
    func `derives the ending from the exit status and the first error line`(
        status: TerminationStatus, line: String?, ending: SandboxedProcess.Ending
    ) {
        #expect(Bubblewrap.ending(status, firstError: line) == ending)
    }
}
