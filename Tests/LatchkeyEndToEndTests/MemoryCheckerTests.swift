import Foundation
import Testing

/// The programs under checkers that replace the allocator.
@Suite(.timeLimit(.minutes(4))) struct MemoryCheckerTests {
    private static let question = ["protocol=https", "host=example.com"]

    @Test(.enabled(if: AddressSanitizer.isInstalled, "needs libasan8"))
    func `git's helper and the agent run under a preloaded AddressSanitizer`() async throws {
        let sanitizer = AddressSanitizer.variables
        let world = try await World.withGit(under: ["/usr/bin/env"] + sanitizer)
        #expect(world.agentLog.contains("warning: freed memory is not overwritten"))
        let login = ["username=ada", "password=pass"]
        let nothing = Program.Ending(output: "", error: "", status: 0)
        for (operation, lines, ending) in [
            ("get", Self.question, nothing), ("store", Self.question + login, nothing),
            ("get", Self.question, Program.Ending(output: "username=ada\npassword=pass\n", error: "", status: 0)),
            ("erase", Self.question + login, nothing), ("get", Self.question, nothing),
        ] {
            // AddressSanitizer writes its reports to stderr.
            #expect(try await world.helper(operation, lines: lines, variables: sanitizer) == ending)
        }
        #expect(!world.agentLog.contains("AddressSanitizer"), "\(world.agentLog)")
        for program in ["latchkey", "latchkey-vault", "latchkeyd"] {
            let path = Program.folder + "/" + program
            let usual = try await world.run(path, ["--version"])
            #expect(try await world.run("/usr/bin/env", sanitizer + [path, "--version"]) == usual)
        }
    }

    @Test(.enabled(if: AddressSanitizer.isInstalled, "needs libasan8"))
    func `the native host serves a browser under a preloaded AddressSanitizer`() async throws {
        let world = try await World.started(providers: [])
        let words = AddressSanitizer.variables + [Program.folder + "/latchkey-native-host"] + BrowserPipe.chromium
        try await expectGreeting(of: world, "/usr/bin/env", words)
    }

    @Test(.enabled(if: Valgrind.isInstalled, "needs valgrind, gcc and strip"))
    func `valgrind finds no invalid access in the programs`() async throws {
        let world = try await World.withGit()
        try await world.addLogin("https://example.com", user: "ada", password: "pass")
        let valgrind = try await Valgrind(in: world)
        // The agent sees valgrind's program instead of ours.
        try world.succeed(await world.latchkey("clients", "allow", valgrind.program))
        try world.write(Self.question.map { $0 + "\n" }.joined(), to: "question")
        let get = valgrind.words(for: "git-credential-latchkey") + ["get"]
        let got = try await world.run("/bin/sh", ["-c", "exec \"$@\" < '\(world.path)/question'", "sh"] + get)
        #expect(
            got == Program.Ending(output: "username=ada\npassword=pass\n", error: "", status: 0),
            "\(valgrind.report)")
        let arguments = ["suggest", "https://example.com"]
        let suggest = valgrind.words(for: "latchkey") + arguments
        let suggested = try await world.run(suggest[0], Array(suggest.dropFirst()))
        #expect(suggested.status == 0 && suggested.output.contains("ada"), "\(suggested) \(valgrind.report)")
        let host = valgrind.words(for: "latchkey-native-host") + BrowserPipe.chromium
        try await expectGreeting(of: world, host[0], Array(host.dropFirst()))
    }

    /// Runs a native host for one message.
    private func expectGreeting(of world: World, _ program: String, _ arguments: [String]) async throws {
        let pipe = try await BrowserPipe(world, program: program, arguments: arguments)
        #expect(try await pipe.greet()?.contains("\"protocolVersion\":1") == true)
        pipe.finish()
        let end = try await pipe.end()
        #expect(end.status == 0 && end.error == "", "\(end)")
    }
}

/// gcc's AddressSanitizer, preloaded into programs that were built without it.
private enum AddressSanitizer {
    #if arch(x86_64)
        private static let library = "/usr/lib/x86_64-linux-gnu/libasan.so.8"
    #else
        private static let library = "/usr/lib/aarch64-linux-gnu/libasan.so.8"
    #endif
    static let isInstalled = FileManager.default.fileExists(atPath: library)
    /// Leaks are not searched for: the programs leave their memory to the system when they exit.
    static let variables = ["LD_PRELOAD=\(library)", "ASAN_OPTIONS=detect_leaks=0"]
}

/// valgrind, with copies of the programs that it can read.
private struct Valgrind {
    static let isInstalled = ["valgrind", "gcc", "strip"].allSatisfy { program in
        FileManager.default.isExecutableFile(atPath: "/usr/bin/" + program)
    }

    /// The program that the checked programs run in.
    let program: String
    private let folder: String

    init(in world: World) async throws {
        #if arch(x86_64)
            program = "/usr/libexec/valgrind/memcheck-amd64-linux"
        #else
            program = "/usr/libexec/valgrind/memcheck-arm64-linux"
        #endif
        folder = world.path + "/valgrind"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        // valgrind 3.19 cannot read clang's DWARF 5.
        for name in ["git-credential-latchkey", "latchkey", "latchkey-native-host"] {
            try world.succeed(
                await world.run(
                    "/usr/bin/strip", ["--strip-debug", "-o", folder + "/" + name, Program.folder + "/" + name]))
        }
        // valgrind 3.19 crashes when sigsuspend gets a mask in read-only memory, as libdispatch's is.
        let source = """
            #define _GNU_SOURCE
            #include <signal.h>
            #include <sys/syscall.h>
            #include <unistd.h>
            int sigsuspend(const sigset_t *mask) {
                sigset_t copy = *mask;
                return (int)syscall(SYS_rt_sigsuspend, &copy, 8);
            }

            """
        try world.write(source, to: "valgrind/sigsuspend.c")
        try world.succeed(
            await world.run(
                "/usr/bin/gcc",
                ["-shared", "-fPIC", "-o", folder + "/sigsuspend.so", folder + "/sigsuspend.c"]))
    }

    /// The command that runs a program with our `free` before valgrind's; a report makes its status 99.
    func words(for name: String) -> [String] {
        [
            "/usr/bin/env", "LD_PRELOAD=\(folder)/sigsuspend.so", "/usr/bin/valgrind", "-q",
            "--soname-synonyms=somalloc=nouserintercepts",
            // Swift's runtime reads uninitialised values when it lays out generic types.
            "--undef-value-errors=no", "--log-file=\(folder)/report", "--error-exitcode=99", folder + "/" + name,
        ]
    }

    /// What valgrind found in the last program.
    var report: String { (try? String(contentsOfFile: folder + "/report", encoding: .utf8)) ?? "" }
}
