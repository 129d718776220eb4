import CSystemd
import Foundation
import Glibc
import LatchkeySystem
import LatchkeyWire

// A program for the tests of LatchkeySystem that need another process or another user.
let words = Array(CommandLine.arguments.dropFirst())
do {
    switch words.first {
    case "sandbox": try await sandbox(Array(words.dropFirst()))
    case "exhaust": try await exhaust(Array(words.dropFirst()))
    case "listen": try await listen()
    case "harden": try harden()
    case "agent": try await agent(Array(words.dropFirst()))
    case "signals": try await signals()
    default: exit(64)
    }
} catch {
    say("error: \(error)")
    exit(1)
}

/// Prints a line without buffering.
func say(_ words: Any...) {
    FileHandle.standardOutput.write(Data((words.map { "\($0)" }.joined(separator: " ") + "\n").utf8))
}

/// BUNDLE CONTAINER MODE PROGRAM ARGUMENT…: prints the output of a sandboxed process, then how it ended.
func sandbox(_ words: [String]) async throws {
    var policy = SandboxPolicy(
        executable: words[3], arguments: Array(words.dropFirst(4)), bundle: words[0], container: words[1],
        readOnlyFolders: LoadedLibraries.foldersOutsideTheSystem, language: "C.UTF-8")
    policy.isDebugging = words[2] == "debug"
    if words[2] == "own" { policy.systemCalls = .ofOwnProvider }
    let (lines, line) = AsyncStream.makeStream(of: ProviderOutput.self)
    let process = try await SandboxedProcess.start(policy) { line.yield($0) }
    let printing = Task {
        for await output in lines {
            switch output {
            case .line(let text, let isError): say(isError ? "err \(text)" : "out \(text)")
            case .dropping(let isError): say(isError ? "err dropping" : "out dropping")
            }
            if words[2] == "kill" { process.kill() }
        }
    }
    if words[2] == "talk" {
        try await process.connection.send(Array("ping".utf8))
        let answer = try await process.connection.receive()
        say("answer \(String(decoding: answer ?? [], as: UTF8.self))")
    }
    let ending = await process.waitForEnd()
    line.finish()
    await printing.value
    say("ending \(ending)")
}

/// BUNDLE CONTAINER: starts sandboxes with too few descriptors, one more each time, and without bubblewrap.
///
/// Prints the number of failed starts and of leaked descriptors.
func exhaust(_ words: [String]) async throws {
    let policy = SandboxPolicy(executable: "/usr/bin/true", bundle: words[0], container: words[1])
    // The first start opens descriptors that stay open.
    _ = await (try SandboxedProcess.start(policy)).waitForEnd()
    var before = openDescriptors()
    // Waits until its channels have closed.
    while usleep(50_000) != 0 || openDescriptors() != before { before = openDescriptors() }
    var failures = 0
    for spare in 0..<20 {
        let lowestFree = (0..<Int32.max).first { !before.contains($0) } ?? 0
        let limit = setDescriptorLimit(UInt(lowestFree) + UInt(spare))
        do { _ = await (try SandboxedProcess.start(policy)).waitForEnd() } catch { failures += 1 }
        setDescriptorLimit(limit)
    }
    for _ in 0..<50 {
        do { _ = try await SandboxedProcess.start(policy, bubblewrap: "/nowhere/bwrap") } catch { failures += 1 }
    }
    // Channels close asynchronously.
    for _ in 0..<200 where openDescriptors() != before { usleep(10_000) }
    say("failures \(failures)", "left \(openDescriptors().subtracting(before).count)")
}

func openDescriptors() -> Set<Int32> {
    Set((0..<1_024).filter { fcntl($0, F_GETFD) >= 0 })
}

/// Sets the soft limit and returns the previous one.
@discardableResult
func setDescriptorLimit(_ number: UInt) -> UInt {
    var limit = rlimit()
    _ = unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    let before = limit.rlim_cur
    limit.rlim_cur = number
    _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    return before
}

/// Listens as the agent does, with or without socket activation, and serves one connection.
func listen() async throws {
    let activation: Int32? = sd_listen_fds(1) == 1 ? 3 : nil
    let left = ProcessInfo.processInfo.environment.keys.filter { $0.hasPrefix("LISTEN_") }
    let listener = try await SocketListener.open(
        Locations(environment: ProcessInfo.processInfo.environment), activation: activation)
    say(activation == nil ? "own" : "activated", left.sorted())
    for await connection in listener.connections {
        try await connection.send(Array("hello from \(getpid())".utf8))
        _ = try await connection.receive()
        await connection.close()
        break
    }
    await listener.close()
}

/// Replaces latchkeyd: announces that it is ready, and sends every client facts about its process.
func agent(_ words: [String]) async throws {
    if words.first == "fail" {
        say("cannot start: because")
        exit(3)
    }
    let environment = ProcessInfo.processInfo.environment
    let listener = try await SocketListener.open(Locations(environment: environment))
    _ = unsafe sd_notify(1, "READY=1")
    let names = environment.keys.filter { $0 != "NOTIFY_SOCKET" }.sorted().joined(separator: ",")
    let facts = [
        "pid \(getpid())", "session \(getsid(0) == getpid())", "folder \(FileManager.default.currentDirectoryPath)",
        "tty \(isatty(0) + isatty(1) + isatty(2))", "names \(names)",
    ]
    for await connection in listener.connections {
        // A client may have closed before it was served.
        guard (try? await connection.send(Array(facts.joined(separator: "\n").utf8))) != nil else { continue }
        if try await connection.receive() == Array("end".utf8) { break }
    }
    await listener.close()
}

/// Prints each signal until SIGTERM; sends itself SIGHUP at the start.
func signals() async throws {
    let stream = try Signals.stream()
    kill(getpid(), SIGHUP)
    say("ready")
    for await signal in stream {
        say("\(signal)")
        if signal == .terminate { break }
    }
}

/// Hardens itself and waits for a line of input.
func harden() throws {
    let isClosed = try ProcessHardening.apply(environment: ProcessInfo.processInfo.environment)
    say(isClosed ? "closed" : "open")
    _ = readLine()
}
