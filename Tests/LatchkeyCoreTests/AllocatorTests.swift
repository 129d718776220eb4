import Foundation
import RunningProgram
import SystemPackage
import Testing

/// The replacement of `free` under each allocator that may own the blocks.
@Suite struct AllocatorTests {
    /// One run of Tests/Support/AllocatorProbe.
    struct Row: CustomTestStringConvertible, Sendable {
        /// A part of the file name of the library that contains `malloc`.
        let library: String
        let mode: String
        var environment: [String: String] = [:]

        var testDescription: String { "\(library) \(mode) \(environment.values.sorted())" }
    }

    static let debugLibrary = "libc_malloc_debug.so.0"
    #if arch(x86_64)
        private static let machine = "x86_64"
    #else
        private static let machine = "aarch64"
    #endif
    /// LLVM's hardened allocator, by its path because it is in no folder of the loader.
    static let scudo = "/usr/lib/llvm-14/lib/clang/14.0.6/lib/linux/libclang_rt.scudo_standalone-\(machine).so"

    @Test(arguments: [
        Row(library: "libc.so", mode: "zeroes"),
        // glibc then writes the size of a freed block behind it.
        Row(library: "libc.so", mode: "overwrites", environment: ["GLIBC_TUNABLES": "glibc.malloc.tcache_count=0"]),
        // glibc then fills freed blocks itself.
        Row(library: "libc.so", mode: "overwrites", environment: ["GLIBC_TUNABLES": "glibc.malloc.perturb=165"]),
        Row(library: "libc_malloc_debug", mode: "zeroes", environment: ["LD_PRELOAD": debugLibrary]),
        Row(
            library: "libc_malloc_debug", mode: "zeroes",
            environment: ["LD_PRELOAD": debugLibrary, "GLIBC_TUNABLES": "glibc.malloc.check=3"]),
        // As git's own test suite sets them.
        Row(
            library: "libc_malloc_debug", mode: "overwrites",
            environment: [
                "LD_PRELOAD": debugLibrary, "GLIBC_TUNABLES": "glibc.malloc.check=1:glibc.malloc.perturb=165",
                "MALLOC_CHECK_": "3", "MALLOC_PERTURB_": "165",
            ]),
        Row(library: "libjemalloc", mode: "zeroes", environment: ["LD_PRELOAD": "libjemalloc.so.2"]),
        Row(library: "libmimalloc", mode: "zeroes", environment: ["LD_PRELOAD": "libmimalloc.so.2"]),
        Row(library: "libtcmalloc", mode: "zeroes", environment: ["LD_PRELOAD": "libtcmalloc_minimal.so.4"]),
        Row(library: "libtbbmalloc_proxy", mode: "zeroes", environment: ["LD_PRELOAD": "libtbbmalloc_proxy.so.2"]),
        Row(library: "scudo_standalone", mode: "zeroes", environment: ["LD_PRELOAD": scudo]),
    ])
    func `overwrites every freed or moved block`(row: Row) async throws {
        // Another status is the line of the failed expectation in Tests/Support/AllocatorProbe.
        #expect(try await probe(row) == 0)
    }

    @Test func `overwrites no block if the allocator has no size function`() async throws {
        // It has its own header before each block, and no malloc_usable_size.
        let row = Row(library: "libmemusage", mode: "passes-through", environment: ["LD_PRELOAD": "libmemusage.so"])
        #expect(try await probe(row) == 0)
    }

    @Test(arguments: [
        Row(library: "libc.so", mode: "frees-cached-twice"),
        Row(library: "libc.so", mode: "frees-small-twice"),
        Row(library: "libc.so", mode: "frees-large-twice"),
        Row(
            library: "libc.so", mode: "frees-cached-twice",
            environment: ["GLIBC_TUNABLES": "glibc.malloc.perturb=165"]),
        Row(
            library: "libc_malloc_debug", mode: "frees-cached-twice",
            environment: ["LD_PRELOAD": debugLibrary, "GLIBC_TUNABLES": "glibc.malloc.check=3"]),
    ])
    func `keeps glibc's detection of double frees`(row: Row) async throws {
        #expect(try await probe(row) == 128 + SIGABRT)
    }

    @Test func `leaves every block to AddressSanitizer in a program built with it`() async throws {
        let program = FileManager.default.temporaryDirectory.appending(path: "latchkey-asan-\(UUID())").path
        defer { try? FileManager.default.removeItem(atPath: program) }
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().path
        let compiler = try await run(
            [
                "/usr/bin/gcc", "-fsanitize=address", "-I\(root)/Sources/CZeroOnFree/include", "-o", program,
                "\(root)/Sources/CZeroOnFree/zero_on_free.c", "\(root)/Tests/Support/AllocatorProbe/main.c",
            ])
        #expect(compiler == 0)
        let environment = ["ASAN_OPTIONS": "allocator_may_return_null=1:detect_leaks=0"]
        #expect(try await run([program, "libasan", "passes-through"], environment: environment) == 0)
        // AddressSanitizer's exit status for an error that it has found.
        #expect(try await run([program, "libasan", "frees-large-twice"], environment: environment) == 1)
    }

    @Test(
        .enabled(if: Sanitizer.areInstalled, "needs libasan8, liblsan0 and libtsan2"),
        arguments: Sanitizer.libraries)
    func `leaves every block to a preloaded sanitizer`(library: String) async throws {
        let environment = Sanitizer.environment(preloading: library)
        #expect(try await probe(Row(library: library, mode: "passes-through", environment: environment)) == 0)
    }

    @Test(.enabled(if: Sanitizer.areInstalled, "needs libasan8, liblsan0 and libtsan2"))
    func `keeps the detection of double frees of a preloaded AddressSanitizer`() async throws {
        let environment = Sanitizer.environment(preloading: "libasan.so.8")
        for mode in ["frees-cached-twice", "frees-large-twice"] {
            #expect(try await probe(Row(library: "libasan", mode: mode, environment: environment)) == 1)
        }
    }

    /// Both with valgrind's `free` in place of ours, and with ours before valgrind's.
    @Test(
        .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/valgrind"), "needs valgrind"),
        arguments: [[], ["--soname-synonyms=somalloc=nouserintercepts"]])
    func `valgrind finds no invalid access in the replacement of free`(options: [String]) async throws {
        let program = FileManager.default.temporaryDirectory.appending(path: "latchkey-valgrind-\(UUID())").path
        defer { try? FileManager.default.removeItem(atPath: program) }
        // valgrind 3.19 cannot read clang's DWARF 5.
        #expect(try await run(["/usr/bin/strip", "--strip-debug", "-o", program, Self.probePath]) == 0)
        let valgrind = ["/usr/bin/valgrind", "-q", "--error-exitcode=99"] + options
        #expect(try await run(valgrind + [program, "libc.so", "works"]) == 0)
    }

    /// The run-time libraries of gcc's sanitizers.
    private enum Sanitizer {
        static let libraries = ["libasan.so.8", "liblsan.so.0", "libtsan.so.2"]
        static let areInstalled = libraries.allSatisfy { library in
            FileManager.default.fileExists(atPath: "/usr/lib/\(machine)-linux-gnu/\(library)")
        }

        static func environment(preloading library: String) -> [String: String] {
            // The probe makes an allocation that must fail, and leaves glibc's blocks in use.
            let options = "allocator_may_return_null=1:detect_leaks=0"
            return [
                "LD_PRELOAD": library, "ASAN_OPTIONS": options, "LSAN_OPTIONS": options,
                "TSAN_OPTIONS": "allocator_may_return_null=1",
            ]
        }
    }

    private static let probePath =
        URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "AllocatorProbe").path

    /// Runs the probe in a separate process, because the tests use the system's allocator.
    private func probe(_ row: Row) async throws -> Int32 {
        try await run([Self.probePath, row.library, row.mode], environment: row.environment)
    }

    private func run(
        _ words: [String], environment: [String: String] = ["PATH": "/usr/bin:/bin"]
    ) async throws -> Int32 {
        let silence = try [1, 2].map { _ in
            try FileDescriptor.open(FilePath("/dev/null"), .writeOnly, options: .closeOnExec)
        }
        return try await RunningProgram(
            words, environment: environment, output: .handedOver(silence[0]), error: .handedOver(silence[1])
        ).status
    }
}
