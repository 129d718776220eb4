import Foundation
import Testing

@Suite(.timeLimit(.minutes(4))) struct AllocatorTests {
    /// A preloaded allocator.
    struct Allocator: CustomTestStringConvertible, Sendable {
        let variables: [String]
        var testDescription: String { variables[0] }

        /// As git's test suite sets them.
        static let checking = Allocator(
            variables: [
                "LD_PRELOAD=libc_malloc_debug.so.0", "GLIBC_TUNABLES=glibc.malloc.check=1:glibc.malloc.perturb=165",
                "MALLOC_CHECK_=3", "MALLOC_PERTURB_=165",
            ])
        #if arch(x86_64)
            private static let machine = "x86_64"
        #else
            private static let machine = "aarch64"
        #endif
        /// LLVM's hardened allocator, by its path because it is in no folder of the loader.
        private static let scudo =
            "/usr/lib/llvm-14/lib/clang/14.0.6/lib/linux/libclang_rt.scudo_standalone-\(machine).so"
        static let all = [
            checking,
            Allocator(variables: ["LD_PRELOAD=libc_malloc_debug.so.0", "GLIBC_TUNABLES=glibc.malloc.check=3"]),
            Allocator(variables: ["LD_PRELOAD=libjemalloc.so.2"]),
            Allocator(variables: ["LD_PRELOAD=libmimalloc.so.2"]),
            Allocator(variables: ["LD_PRELOAD=libtcmalloc_minimal.so.4"]),
            Allocator(variables: ["LD_PRELOAD=libtbbmalloc_proxy.so.2"]), Allocator(variables: ["LD_PRELOAD=\(scudo)"]),
        ]
    }

    @Test(arguments: Allocator.all) func `programs run unchanged under a preloaded allocator`(allocator: Allocator)
        async throws
    {
        let world = try await World()
        for program in ["latchkey", "latchkey-vault", "latchkeyd", "git-credential-latchkey"] {
            let path = Program.folder + "/" + program
            let usual = try await world.run(path, ["--version"])
            #expect(usual.status == 0 && usual.error == "")
            #expect(try await world.run("/usr/bin/env", allocator.variables + [path, "--version"]) == usual)
        }
    }

    @Test(arguments: Allocator.all) func `git's helper answers under a preloaded allocator and writes no error`(
        allocator: Allocator
    ) async throws {
        let world = try await World.withGit()
        try await world.addLogin("https://example.com", user: "ada", password: "pass")
        try await world.addLogin("smtp://smtp.example.com:587", user: "ada", password: "mail")
        for (lines, output) in [
            (["protocol=https", "host=example.com"], "username=ada\npassword=pass\n"),
            (["protocol=smtp", "host=smtp.example.com:587"], "username=ada\npassword=mail\n"),
            (["protocol=https", "host=example.org"], ""),
        ] {
            let ending = try await world.helper("get", lines: lines, variables: allocator.variables)
            #expect(ending == Program.Ending(output: output, error: "", status: 0))
        }
    }

    @Test(arguments: Allocator.all) func `git stores, fills and erases under a preloaded allocator`(
        allocator: Allocator
    ) async throws {
        let world = try await World.withGit(under: ["/usr/bin/env"] + allocator.variables)
        let agent = try world.agentProgram.processIdentifier
        let library = URL(filePath: String(allocator.variables[0].split(separator: "=")[1])).lastPathComponent
        let isLoaded = try await world.run("/bin/grep", ["-q", "/\(library)", "/proc/\(agent)/maps"]).status == 0
        #expect(isLoaded, "the agent did not load \(library)")
        let place = ["protocol=https", "host=example.com"]
        func credential(_ operation: String, _ lines: [String]) async throws -> Program.Ending {
            try await world.git(["credential", operation], input: lines, variables: allocator.variables)
        }
        #expect(try await credential("approve", place + ["username=ada", "password=pass"]).error == "")
        #expect(
            try await credential("fill", place).output
                == "protocol=https\nhost=example.com\nusername=ada\npassword=pass\n")
        #expect(try await credential("reject", place).error == "")
        #expect(
            try await credential("fill", place).output
                == "protocol=https\nhost=example.com\nusername=askpass-username\npassword=askpass-password\n")
        #expect(!world.agentLog.contains("warning: freed memory"))
    }

    @Test(arguments: Allocator.all) func `the native host serves a browser under a preloaded allocator`(
        allocator: Allocator
    ) async throws {
        let world = try await World.started(providers: [])
        let host = [Program.folder + "/latchkey-native-host"] + BrowserPipe.chromium
        let pipe = try await BrowserPipe(world, program: "/usr/bin/env", arguments: allocator.variables + host)
        #expect(try await pipe.greet()?.contains("\"protocolVersion\":1") == true)
        pipe.finish()
        let end = try await pipe.end()
        #expect(end.status == 0 && end.error == "", "\(end)")
    }

    @Test func `the agent warns if freed memory cannot be overwritten`() async throws {
        let library = try await Self.libraryWithoutSizes()
        defer { try? FileManager.default.removeItem(atPath: library) }
        let world = try await World.withVault(under: ["/usr/bin/env", "LD_PRELOAD=\(library)"])
        #expect(
            world.agentLog.contains(
                "warning: freed memory is not overwritten: the preloaded allocator does not allow it"))
        try await world.addLogin("https://example.com", user: "ada", password: "pass")
        #expect(try await world.latchkey("fill", "https://example.com").output == "pass\n")
    }

    /// Compiles a library with its own `malloc` and `free` and without `malloc_usable_size`; returns its path.
    private static func libraryWithoutSizes() async throws -> String {
        let path = TestRun.pathPrefix + "tracer-\(UInt32.random(in: 0 ... .max))"
        let source = "extern void __libc_free(void *); void free(void *block) { __libc_free(block); }\n"
        let allocation =
            "extern void *__libc_malloc(unsigned long); void *malloc(unsigned long size) "
            + "{ return __libc_malloc(size); }\n"
        try Data((source + allocation).utf8).write(to: URL(filePath: path + ".c"))
        defer { try? FileManager.default.removeItem(atPath: path + ".c") }
        let compiler = try await Program(
            ["/usr/bin/gcc", "-shared", "-fPIC", "-fno-builtin", "-o", path + ".so", path + ".c"],
            environment: ["PATH": "/usr/bin:/bin"]
        ).end()
        #expect(compiler.status == 0, "\(compiler)")
        return path + ".so"
    }
}
