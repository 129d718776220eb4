import Foundation
import LatchkeyWire
import TestSupport
import Testing

@testable import LatchkeySystem

/// In most tests a script replaces `systemd-run`; the last ones need a user manager of systemd.
@Suite(.timeLimit(.minutes(2))) struct SystemdScopeTests {
    private let folder: TemporaryFolder
    private var runtime: String { folder.path + "/run" }
    private var program: String { folder.path + "/systemd-run" }
    private var record: String { folder.path + "/words" }

    init() throws {
        folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: runtime + "/systemd", withIntermediateDirectories: true)
        try Data().write(to: URL(filePath: runtime + "/systemd/private"))
    }

    /// A program that records its arguments and its variable, and executes what follows `--`.
    private func installProgram(_ script: String = "while [ \"$1\" != -- ]; do shift; done; shift; exec \"$@\"") throws
    {
        let text = "#!/bin/sh\necho \"$XDG_RUNTIME_DIR $*\" >> '\(record)'\n\(script)\n"
        try Data(text.utf8).write(to: URL(filePath: program))
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
    }

    @Test func `asks for limits on memory, swap and tasks of all processes together`() {
        let scope = SystemdScope(program: "/usr/bin/systemd-run", runtime: "/run/user/1000")
        #expect(
            scope.commandPrefix(for: SandboxPolicy.Limits()) == [
                "/usr/bin/env", "XDG_RUNTIME_DIR=/run/user/1000", "/usr/bin/systemd-run", "--user", "--scope",
                "--quiet", "--collect", "--description=A provider of Latchkey", "--property=MemoryMax=1140850688",
                "--property=MemorySwapMax=0", "--property=TasksMax=66", "--",
            ])
    }

    @Test func `starts a provider in a scope with its descriptors, and kills it`() async throws {
        try installProgram()
        let scope = try #require(await SystemdScope.find(runtime: runtime, program: program))
        let container = folder.path + "/container"
        try FileManager.default.createDirectory(atPath: container, withIntermediateDirectories: false)
        var policy = SandboxPolicy(
            executable: "/bin/sh", arguments: ["-c", "exec cat >&0"], bundle: "/usr/share", container: container)
        let process = try await SandboxedProcess.start(policy, in: scope)
        try await process.connection.send(Array("ping".utf8))
        #expect(String(decoding: try await process.connection.receive() ?? [], as: UTF8.self) == "ping")
        process.kill()
        #expect(await process.waitForEnd() == .signalled(SIGKILL))
        let words = try String(contentsOfFile: record, encoding: .utf8).split(separator: "\n")
        #expect(words.count == 2)
        #expect(
            words.allSatisfy { $0.hasPrefix("\(runtime) --user --scope ") && $0.contains(" --property=MemoryMax=") })
        #expect(words.last?.contains(" --seccomp 3 ") == true)
        // Without a scope, no program of systemd runs.
        policy.executable = "/usr/bin/true"
        policy.arguments = []
        #expect(await (try SandboxedProcess.start(policy)).waitForEnd() == .exited(0))
        #expect(try String(contentsOfFile: record, encoding: .utf8).split(separator: "\n").count == 2)
    }

    @Test func `uses no scope without a user manager, or if the manager refuses or does not answer`() async throws {
        try installProgram()
        #expect(await SystemdScope.find(runtime: runtime, program: program) != nil)
        #expect(await SystemdScope.find(runtime: nil, program: program) == nil)
        #expect(await SystemdScope.find(runtime: folder.path, program: program) == nil)
        #expect(await SystemdScope.find(runtime: runtime, program: "/nowhere/systemd-run") == nil)
        try installProgram("exit 1")
        #expect(await SystemdScope.find(runtime: runtime, program: program) == nil)
        try installProgram("exec sleep 600")
        #expect(await SystemdScope.find(runtime: runtime, program: program) == nil)
    }

    /// Shared memory, which a limit of one process does not count.
    @Test(
        .enabled("needs a user manager of systemd") { await SystemdScope.current != nil },
        arguments: [
            "import os; f = os.memfd_create('x'); b = bytes([1]) * (1 << 20)\nfor _ in range(2048): os.write(f, b)",
            "import mmap; m = mmap.mmap(-1, 2 << 30)\nfor i in range(0, 2 << 30, 4096): m[i] = 1",
        ])
    func `the kernel ends a provider that takes two gibibytes of shared memory`(program: String) async throws {
        let container = folder.path + "/container"
        try FileManager.default.createDirectory(atPath: container, withIntermediateDirectories: false)
        var policy = SandboxPolicy(
            executable: "/usr/bin/python3", arguments: ["-c", program], bundle: "/usr/share", container: container)
        // A file in memory has a size limit of its own.
        policy.limits.fileSize = 4 << 30
        let process = try await SandboxedProcess.start(policy, in: SystemdScope.current)
        let ending = await process.waitForEnd()
        // The kernel kills the process, and systemd may then stop the scope.
        #expect(ending == .signalled(SIGKILL) || ending == .signalled(SIGTERM), "\(ending)")
        // The same program runs to its end within the limits.
        policy.arguments = ["-c", program.replacing("2048", with: "64").replacing("2 << 30", with: "64 << 20")]
        #expect(await (try SandboxedProcess.start(policy, in: SystemdScope.current)).waitForEnd() == .exited(0))
    }

    @Test func `the doctor warns if only single processes have limits`() {
        let scope = SystemdScope(program: "/usr/bin/systemd-run", runtime: "/run/user/1000")
        #expect(SystemdScope.report(scope).verdict == .good)
        let fallback = SystemdScope.report(nil)
        #expect(fallback.verdict == .warning && fallback.name == "limits")
        #expect(fallback.finding.contains("shared memory has no limit") && fallback.remedy?.contains("run \"") == true)
    }
}
