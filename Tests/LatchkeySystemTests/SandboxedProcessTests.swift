import Foundation
import Glibc
import LatchkeySystem
import LatchkeyWire
import Synchronization
import TestSupport
import Testing

/// Sandboxes of root and of an ordinary user; their providers are small Python programs.
@Suite struct SandboxedProcessTests {
    static let users: [UInt32?] = geteuid() == 0 ? [nil, foreignUser] : [nil]

    @Test(arguments: users) func `talks over descriptor 0 and reports the exit status`(user: UInt32?) async throws {
        let program = """
            import socket,sys; s=socket.socket(fileno=0); m=s.recv(8); s.sendall(b"\\4\\0\\0\\0"+m[4:].upper())
            """
        #expect(try await run(program, mode: "talk", as: user) == ["answer PING", "ending exited(0)"])
    }

    @Test(arguments: users) func `distinguishes a crash from an exit`(user: UInt32?) async throws {
        #expect(try await run("import os; os._exit(7)", as: user) == ["ending exited(7)"])
        #expect(try await run("import os; os.abort()", as: user) == ["ending signalled(6)"])
    }

    @Test(arguments: users) func `logs the last output before a crash`(user: UInt32?) async throws {
        let program = "import os; os.write(1, b'a\\nb'); os.write(2, b'Fatal error: why'); os.abort()"
        #expect(
            try await run(program, as: user).sorted()
                == ["ending signalled(6)", "err Fatal error: why", "out a", "out b"])
    }

    @Test(arguments: users) func `a sandboxed process has no network`(user: UInt32?) async throws {
        let program = """
            import socket; print(sorted(l.split(":")[0].strip() for l in open("/proc/net/dev").readlines()[2:]))
            for family in [socket.AF_INET, socket.AF_INET6, socket.AF_NETLINK]:
                try: socket.socket(family, socket.SOCK_DGRAM); print("made")
                except OSError as e: print(e.strerror)
            """
        let lines = try await run(program, as: user)
        let refusal = "out Address family not supported by protocol"
        // The namespace refuses the first one, the filter the others.
        #expect(lines == ["out ['lo']", refusal, refusal, refusal, "ending exited(0)"])
    }

    @Test(arguments: users) func `a sandboxed process sees no home, other container or other process`(
        user: UInt32?
    ) async throws {
        let program = """
            import os,sys; b,c=sys.argv[1:3]
            print(os.path.exists("/root"), os.path.exists("/home"), os.path.exists("/etc/passwd"))
            print(os.path.exists("/run"), os.path.exists("/var"))
            print(sorted(os.listdir(os.path.dirname(c))), os.listdir("/etc"))
            print(sorted(int(p) for p in os.listdir("/proc") if p.isdigit()) == [1, 2], os.getpid())
            """
        let lines = try await run(program, as: user)
        #expect(lines[0] == "out False False False")
        #expect(lines[1] == "out False False")
        // The parent folder also has another container and a secret file, which must not be visible.
        #expect(lines[2].hasPrefix("out ['org.example.a']"))
        #expect(lines[3] == "out True 2")
    }

    @Test(arguments: users) func `a sandboxed process can write only to its container`(user: UInt32?) async throws {
        let program = """
            import os,sys; b,c=sys.argv[1:3]
            for f in [c+"/x", "x", os.environ["HOME"]+"/y", "/tmp/z", b+"/x", b+"/Info.plist", "/usr/x", "/x", "/dev/x",
                      "/etc/x", "/proc/sys/kernel/core_pattern", "/dev/shm/x"]:
                # Opened and never written: without the sandbox nothing of the machine must change.
                try: os.open(f, os.O_WRONLY | os.O_CREAT); print("opened")
                except OSError as e: print(e.strerror)
            """
        let lines = try await run(program, as: user)
        #expect(lines.prefix(4) == ["out opened", "out opened", "out opened", "out opened"])
        for line in lines[4..<12] {
            #expect(["out Read-only file system", "out Permission denied"].contains(line), "\(lines)")
        }
    }

    @Test(arguments: users) func `a sandboxed process has three descriptors and only the sandbox's variables`(
        user: UInt32?
    ) async throws {
        let program = """
            import os,sys; print(sorted(int(f) for f in os.listdir("/proc/self/fd"))[:-1])
            print(sorted(k for k in os.environ if k != "LC_CTYPE")); print(os.getcwd() == sys.argv[2] == os.environ["HOME"])
            """
        #expect(
            try await run(program, as: user) == [
                "out [0, 1, 2]",
                "out ['HOME', 'LANG', 'PATH', 'PWD', 'XDG_CACHE_HOME', 'XDG_CONFIG_HOME', 'XDG_DATA_HOME', 'XDG_STATE_HOME']",
                "out True", "ending exited(0)",
            ])
    }

    @Test(arguments: users) func `a sandboxed process has no capabilities and cannot gain any`(user: UInt32?)
        async throws
    {
        let program = """
            import os,ctypes
            status=dict(l.split(":\\t",1) for l in open("/proc/self/status") if ":\\t" in l)
            print(int(status["CapEff"],16), int(status["CapBnd"],16), status["NoNewPrivs"].strip())
            libc=ctypes.CDLL(None, use_errno=True)
            print(libc.unshare(0x10000000), libc.mount(b"none", b"/tmp", b"tmpfs", 0, None), os.getsid(0) != os.getpgid(1))
            try: os.open("/dev/tty", os.O_RDWR)
            except OSError as e: print(e.strerror)
            """
        let lines = try await run(program, as: user)
        #expect(lines[0] == "out 0 0 1")
        #expect(lines[1].hasPrefix("out -1 -1"))
        #expect(lines[2] == "out No such device or address")
    }

    @Test(arguments: users)
    func `the filter refuses keyrings, tracing, namespaces and recent calls only inside the sandbox`(
        user: UInt32?
    ) async throws {
        let refused: [String: String] = [
            "keyctl": "EPERM", "add_key": "EPERM", "request_key": "EPERM", "ptrace": "EPERM",
            "process_vm_readv": "EPERM", "pidfd_getfd": "EPERM", "setns": "EPERM",
            "io_uring_setup": "EPERM", "type into a terminal": "EPERM", "type, upper bits set": "EPERM",
            "unshare": "EPERM", "clone": "EPERM", "clone3": "ENOSYS", "packets": "EAFNOSUPPORT",
            "packets, upper bits set": "EAFNOSUPPORT", "personality": "EPERM",
        ]
        let inside = try await run(Self.forbiddenCalls, as: user)
        #expect(inside.last == "ending exited(0)")
        let outcomes = inside.compactMap { $0.hasPrefix("out ") ? String($0.dropFirst(4)) : nil }
        #expect(Set(outcomes) == Set(refused.map { "\($0.key): \($0.value)" }))
        // Without the sandbox, no call fails with these errors.
        let outside = try await InteractiveProgram.python(Self.forbiddenCalls, user: user).end().output.split(
            separator: "\n")
        #expect(outside.count == refused.count)
        #expect(Set(outside.map(String.init)).isDisjoint(with: outcomes))
        #expect(outside.contains("keyctl: 0") && outside.contains("ptrace: 0") && outside.contains("unshare: 0"))
    }

    @Test(arguments: users)
    func `our own provider can make only the calls of its list`(user: UInt32?) async throws {
        // The same program runs without an error under the filter for any run time.
        let program = """
            import ctypes, errno, os, platform, socket, sys, threading
            libc = ctypes.CDLL(None, use_errno=True)
            arm = platform.machine() == "aarch64"
            def attempt(name, number, *arguments):
                result = libc.syscall(ctypes.c_long(number), *map(ctypes.c_long, arguments))
                print(f"{name}: {errno.errorcode[ctypes.get_errno()] if result < 0 else 0}", flush=True)
            def call(name, body):
                try: body(); print(f"{name}: 0", flush=True)
                except OSError as e: print(f"{name}: {errno.errorcode[e.errno]}", flush=True)
            def fork():
                child = os.fork()
                if child == 0: os._exit(0)
                os.waitpid(child, 0)
            def thread():
                started = threading.Thread(target=lambda: None); started.start(); started.join()
            def listen():
                server = socket.socket(socket.AF_UNIX); server.bind("\\0latchkey-test"); server.listen()
            call("thread", thread)
            call("fork", fork)
            call("listen", listen)
            call("pair", socket.socketpair)
            call("node", lambda: os.mknod(sys.argv[2] + "/node", 0o10600))
            call("file", lambda: open(sys.argv[2] + "/file", "w").close())
            attempt("watch", 26 if arm else 294, 0)
            attempt("shared memory", 194 if arm else 29, 0, 4096, 0o1600)
            attempt("splice, bad descriptors", 76 if arm else 275, -1, 0, -1, 0, 0, 0)
            attempt("keyctl", 219 if arm else 250, 0, -2, 1)
            attempt("terminal, upper bits set", 29 if arm else 16, 1, 0x5401 | 1 << 40, 0)
            attempt("packets", 198 if arm else 41, 17, 99, 0)
            """
        let allowed = ["out thread: 0", "out pair: 0", "out file: 0"]
        let own = try await run(program, mode: "own", as: user)
        #expect(
            Set(own) == [
                "out thread: 0", "out fork: ENOSYS", "out listen: ENOSYS", "out pair: 0", "out node: ENOSYS",
                "out file: 0", "out watch: ENOSYS", "out shared memory: ENOSYS",
                "out splice, bad descriptors: ENOSYS", "out keyctl: EPERM", "out terminal, upper bits set: ENOSYS",
                "out packets: EAFNOSUPPORT", "ending exited(0)",
            ])
        let any = try await run(program, as: user)
        #expect(any.last == "ending exited(0)" && allowed.allSatisfy(any.contains))
        #expect(any.filter { $0.hasSuffix(": ENOSYS") } == [])
        #expect(any.contains("out fork: 0") && any.contains("out listen: 0"))
    }

    /// Makes system calls and prints the error number of each, or 0.
    private static let forbiddenCalls = """
        import ctypes, errno, os, platform
        libc = ctypes.CDLL(None, use_errno=True)
        arm = platform.machine() == "aarch64"
        def attempt(name, number, *arguments):
            result = libc.syscall(ctypes.c_long(number), *map(ctypes.c_long, arguments))
            if name == "clone" and result == 0: os._exit(0)
            if name == "clone" and result > 0: os.waitpid(result, 0)
            print(f"{name}: {errno.errorcode[ctypes.get_errno()] if result < 0 else 0}", flush=True)
        text = ctypes.cast(ctypes.c_char_p(b"user"), ctypes.c_void_p).value
        attempt("keyctl", 219 if arm else 250, 0, -2, 1)
        attempt("add_key", 217 if arm else 248, text, text, text, 4, -2)
        attempt("request_key", 218 if arm else 249, text, text, 0, -2)
        attempt("process_vm_readv", 270 if arm else 310, os.getpid(), 0, 0, 0, 0, 0)
        attempt("pidfd_getfd", 438, -1, 0, 0)
        attempt("setns", 268 if arm else 308, -1, 0)
        attempt("io_uring_setup", 425, 0, 0)
        attempt("type into a terminal", 29 if arm else 16, 0, 0x5412, 0)
        attempt("type, upper bits set", 29 if arm else 16, 0, 0x5412 | 1 << 40, 0)
        attempt("personality", 92 if arm else 135, 0xffffffff)
        attempt("packets", 198 if arm else 41, 17, 99, 0)
        attempt("packets, upper bits set", 198 if arm else 41, 17 | 1 << 40, 99, 0)
        attempt("clone3", 435, 0, 0)
        attempt("clone", 220 if arm else 56, 0x10000011, 0, 0, 0, 0)
        attempt("unshare", 97 if arm else 272, 0x10000000)
        # In a child: a process that is traced by its parent stops at each signal.
        child = os.fork()
        if child == 0:
            attempt("ptrace", 117 if arm else 101, 0, 0, 0, 0)
            os._exit(0)
        os.waitpid(child, 0)
        """

    @Test func `a failed start leaves no descriptor open`() async throws {
        let place = try SandboxPlace(user: nil)
        let child = try await InteractiveProgram([probePath, "exhaust", place.bundle, place.container])
        let words = try await child.end().output.split(separator: " ").map(String.init)
        // A start needs a filter, a socket pair, two pipes and copies of the child's descriptors; each may fail.
        // All fifty starts without bubblewrap fail, and those of the twenty that have too few descriptors.
        #expect((56...69).contains(try #require(Int(words[1]))))
        #expect(words[2...] == ["left", "0\n"])
    }

    @Test(arguments: users) func `memory, files and core dumps are limited`(user: UInt32?) async throws {
        let program = """
            import resource as r
            for limit in [r.RLIMIT_CORE, r.RLIMIT_DATA, r.RLIMIT_NPROC, r.RLIMIT_FSIZE, r.RLIMIT_NOFILE]:
                print(*r.getrlimit(limit))
            try: bytearray(2 << 30); print("had 2 GiB")
            except MemoryError: print("no memory")
            import os
            f=os.open("big", os.O_CREAT|os.O_RDWR)
            try: os.pwrite(f, b"x", 1 << 30); print("wrote at 1 GiB")
            except OSError as e: print(e.strerror)
            """
        #expect(
            try await run(program, as: user) == [
                "out 0 0", "out 1073741824 1073741824", "out 64 64", "out 536870912 536870912", "out 256 256",
                "out no memory", "out File too large", "ending exited(0)",
            ])
    }

    @Test(needsRoot) func `a fork bomb of an ordinary user stops at the limit and dies with the sandbox`() async throws
    {
        // Other processes of this user may sleep, too.
        let marker = "marker\(UInt32.random(in: 0 ... .max))"
        let program = """
            import os,time; "\(marker)"
            n=0
            try:
                while n < 1000:
                    if os.fork() == 0: time.sleep(100)
                    n+=1
            except BlockingIOError: print("stopped", 40 < n < 64, flush=True)
            time.sleep(100)
            """
        #expect(
            try await run(program, mode: "kill", as: foreignUser) == ["out stopped True", "ending signalled(9)"])
        #expect(try await processes(of: foreignUser, named: marker).isEmpty)
    }

    @Test(arguments: users) func `kill ends all processes of the sandbox`(user: UInt32?) async throws {
        let marker = "marker\(UInt32.random(in: 0 ... .max))"
        let program = """
            import os,time,signal; signal.signal(signal.SIGTERM, signal.SIG_IGN); "\(marker)"
            if os.fork() == 0:
                os.setsid()
                for f in range(3): os.close(f)
                time.sleep(100)
            print("started", flush=True); time.sleep(100)
            """
        #expect(try await run(program, mode: "kill", as: user) == ["out started", "ending signalled(9)"])
        #expect(try await processes(of: user ?? geteuid(), named: marker).isEmpty)
    }

    @Test(arguments: users) func `processes that a provider leaves running end with it`(user: UInt32?) async throws {
        let marker = "marker\(UInt32.random(in: 0 ... .max))"
        let program = """
            import os,time; "\(marker)"
            if os.fork() == 0:
                os.setsid(); time.sleep(100)
            """
        #expect(try await run(program, as: user) == ["ending exited(0)"])
        #expect(try await processes(of: user ?? geteuid(), named: marker).isEmpty)
    }

    @Test(arguments: users) func `excess output is read, truncated and dropped`(user: UInt32?) async throws {
        let program = """
            import os
            for i in range(200): os.write(2, b"e"*65536)
            for i in range(1000): os.write(1, b"line\\n"*100)
            """
        let lines = try await run(program, as: user)
        #expect(lines.last == "ending exited(0)")
        #expect(lines.contains("err dropping"))
        #expect(lines.contains("out dropping"))
        #expect(lines.filter { $0 == "out line" }.count == 65_536 / 5)
        #expect(lines.filter { $0.hasPrefix("err e") }.map(\.utf8.count) == [4 + 1_024])
    }

    @Test func `the connection closes when the process ends`() async throws {
        let place = try SandboxPlace(user: nil)
        let process = try await SandboxedProcess.start(
            SandboxPolicy(executable: "/usr/bin/true", bundle: place.bundle, container: place.container))
        #expect(try await process.connection.receive() == nil)
        #expect(await process.waitForEnd() == .exited(0))
        process.kill()
        #expect(await process.waitForEnd() == .exited(0))
    }

    @Test func `a debug build finds Swift's libraries in the sandbox`() async throws {
        let place = try SandboxPlace(user: nil)
        let probe = try place.installProbe()
        var policy = SandboxPolicy(
            executable: probe, arguments: ["unknown"], bundle: place.bundle, container: place.container)
        policy.readOnlyFolders = LoadedLibraries.foldersOutsideTheSystem
        let said = Mutex<[ProviderOutput]>([])
        let process = try await SandboxedProcess.start(policy) { line in said.withLock { $0.append(line) } }
        let ending = await process.waitForEnd()
        #expect(ending == .exited(64), "\(said.withLock { $0 })")
    }

    @Test func `errors name a missing bundle and a missing bubblewrap`() async throws {
        let place = try SandboxPlace(user: nil)
        let policy = SandboxPolicy(executable: "/usr/bin/true", bundle: "/nowhere", container: place.container)
        let process = try await SandboxedProcess.start(policy)
        let detail = "Can't find source path /nowhere: No such file or directory"
        #expect(await process.waitForEnd() == .sandboxFailed(.sandboxFailed(detail: detail)))
        await #expect(throws: SystemError.callFailed(name: "spawn", errno: ENOENT, path: "/nowhere/bwrap")) {
            _ = try await SandboxedProcess.start(policy, bubblewrap: "/nowhere/bwrap")
        }
    }

    @Test func `the doctor's report starts a sandbox`() async {
        let report = await Bubblewrap.isolationReport()
        #expect(report.map(\.name) == ["bubblewrap", "isolation", "limits"])
        #expect(report.prefix(2).map(\.verdict) == [.good, .good])
    }

    /// Runs a Python provider in a sandbox of the user.
    private func run(_ program: String, mode: String = "plain", as user: UInt32?) async throws -> [String] {
        let place = try SandboxPlace(user: user)
        let probe = try place.installProbe()
        let child = try await InteractiveProgram(
            [probe, "sandbox", place.bundle, place.container, mode]
                + ["/usr/bin/python3", "-c", program, place.bundle, place.container], user: user,
            environment: ["PATH": "/usr/bin", "SECRET": "in the agent's environment"])
        let lines = try await child.end().output.split(separator: "\n").map(String.init)
        return lines
    }

    private func processes(of user: UInt32, named text: String) async throws -> [String] {
        let list = try await InteractiveProgram(["/bin/ps", "-U", String(user), "-o", "stat=,args="]).end().output
        return list.split(separator: "\n").map(String.init).filter { $0.contains(text) && !$0.hasPrefix("Z") }
    }
}

/// A bundle, the provider's container and another one.
private struct SandboxPlace {
    let folder: TemporaryFolder
    let bundle: String
    let container: String

    init(user: UInt32?) throws {
        folder = try TemporaryFolder()
        try folder.allow(0o755)
        bundle = folder.path + "/V.appex"
        container = folder.path + "/containers/org.example.a"
        let files = FileManager.default
        try files.createDirectory(atPath: bundle, withIntermediateDirectories: false)
        for path in [container, folder.path + "/containers/org.example.b"] {
            try files.createDirectory(atPath: path, withIntermediateDirectories: true)
            if let user { try #require(unsafe chown(path, user, user) == 0) }
        }
        try "plist".write(toFile: bundle + "/Info.plist", atomically: false, encoding: .utf8)
        try "secret".write(toFile: folder.path + "/containers/secret", atomically: false, encoding: .utf8)
    }

    /// Copies SystemProbe to a folder that all users may enter.
    func installProbe() throws -> String {
        let path = bundle + "/provider"
        try FileManager.default.copyItem(atPath: probePath, toPath: path)
        return path
    }
}
