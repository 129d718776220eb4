import Foundation
import Glibc
import LatchkeyWire
import TestSupport
import Testing

@testable import LatchkeySystem

@Suite struct SocketListenerTests {
    @Test func `accepts connections with their peer credentials`() async throws {
        let world = try World()
        let listener = try await SocketListener.open(world.places)
        let client = try await SocketConnection.connect(to: world.socket)
        let server = try #require(await listener.connections.first { _ in true })
        #expect(server.peer == PeerCredentials(processIdentifier: getpid(), userID: geteuid(), groupID: getegid()))
        #expect(client.peer == server.peer)
        try await client.send([1, 2, 3])
        #expect(try await server.receive() == [1, 2, 3])
        await listener.close()
        #expect(!FileManager.default.fileExists(atPath: world.socket))
    }

    @Test func `the socket is private with any umask`() async throws {
        let world = try World()
        let before = umask(0)
        let listener = try await SocketListener.open(world.places)
        umask(before)
        #expect(try world.mode(of: world.socket) == 0o600)
        #expect(try world.mode(of: world.places.runtimeDirectory) == 0o700)
        await listener.close()
    }

    @Test func `refuses a second agent until the first one has ended`() async throws {
        let world = try World()
        let first = try await SocketListener.open(world.places)
        await #expect(throws: SystemError.agentIsRunning(path: world.places.agentLock)) {
            _ = try await SocketListener.open(world.places)
        }
        _ = try await SocketConnection.connect(to: world.socket)
        await first.close()
        let second = try await SocketListener.open(world.places)
        await second.close()
    }

    @Test func `exactly one of two agents that start at once listens`() async throws {
        let world = try World()
        let listeners = await withTaskGroup(of: SocketListener?.self, returning: [SocketListener].self) { group in
            for _ in 0..<8 { group.addTask { try? await SocketListener.open(world.places) } }
            return await group.reduce(into: []) { $0 += [$1].compactMap(\.self) }
        }
        #expect(listeners.count == 1)
        await listeners.first?.close()
    }

    @Test func `removes the socket of a killed agent`() async throws {
        let world = try World()
        try PrivateFolder.ensure(world.places.runtimeDirectory)
        let left = "import socket,sys; s=socket.socket(socket.AF_UNIX); s.bind(sys.argv[1]); s.listen()"
        #expect(try await InteractiveProgram.python(left, [world.socket]).end().status == 0)
        await #expect(throws: SystemError.noListener(path: world.socket)) {
            _ = try await SocketConnection.connect(to: world.socket)
        }
        let listener = try await SocketListener.open(world.places)
        _ = try await SocketConnection.connect(to: world.socket)
        await listener.close()
    }

    @Test func `does not remove a socket in use or a regular file`() async throws {
        let world = try World()
        try PrivateFolder.ensure(world.places.runtimeDirectory)
        let listening = """
            import socket,sys,time; s=socket.socket(socket.AF_UNIX); s.bind(sys.argv[1]); s.listen()
            print("here", flush=True); time.sleep(60)
            """
        let other = try await InteractiveProgram.python(listening, [world.socket])
        #expect(try await other.readLine() == "here")
        await #expect(throws: SystemError.addressInUse(path: world.socket)) {
            _ = try await SocketListener.open(world.places)
        }
        other.send(SIGKILL)
        _ = try await other.end()
        unsafe unlink(world.socket)
        try AtomicFile.write([], to: world.socket)
        await #expect(throws: SystemError.notASocket(path: world.socket)) {
            _ = try await SocketListener.open(world.places)
        }
    }

    @Test func `throws noListener if no process listens`() async throws {
        let world = try World()
        await #expect(throws: SystemError.noListener(path: world.socket)) {
            _ = try await SocketConnection.connect(to: world.socket)
        }
    }

    @Test func `reports which file each client executes`() async throws {
        let world = try World()
        let listener = try await SocketListener.open(world.places)
        var served = listener.connections.makeAsyncIterator()
        let client = try await SocketConnection.connect(to: world.socket)
        let own = try #require(await served.next()?.executable)
        #expect(own.path == FileSystem.targetOfSymbolicLink("/proc/self/exe"))
        #expect(own == RunningExecutable.at(own.path))
        // This side knows no more of the listener than its user.
        #expect(client.executable == nil)
        // What the program calls itself has no influence.
        let program = """
            import ctypes,socket,sys
            ctypes.CDLL(None).prctl(15, b"firefox", 0, 0, 0)
            s=socket.socket(socket.AF_UNIX); s.settimeout(10); s.connect(sys.argv[1]); s.recv(1)
            """
        let other = try await InteractiveProgram.python(program, [world.socket])
        let python = try #require(await served.next()?.executable)
        #expect(python == RunningExecutable.at("/usr/bin/python3"))
        #expect(python.owner == 0 && !python.isWritableByOthers)
        await client.close()
        await listener.close()
        withExtendedLifetime(other) {}
    }

    @Test func `a process that has ended executes no file`() async throws {
        let program = try await InteractiveProgram.python("pass")
        #expect(try await program.end().status == 0)
        #expect(RunningExecutable.of(program.processIdentifier) == nil)
        // The peer of a process in another PID namespace.
        #expect(RunningExecutable.of(0) == nil)
    }

    @Test(arguments: ["/nowhere", "/usr", "/etc/passwd", "usr/bin/python3", ""])
    func `a path without an executable file names no program`(path: String) {
        #expect(RunningExecutable.at(path) == nil)
    }

    @Test func `refuses a connection above the limit with an error and keeps others`() async throws {
        let world = try World()
        let (refusals, refused) = AsyncStream.makeStream(of: SystemError.self)
        var limits = ConnectionLimits()
        limits.perProcess = 2
        let listener = try await SocketListener.open(world.places, limits: limits) { refused.yield($0) }
        var served = listener.connections.makeAsyncIterator()
        let first = try await SocketConnection.connect(to: world.socket)
        let server = try #require(await served.next())
        let second = try await SocketConnection.connect(to: world.socket)
        let secondServer = try #require(await served.next())
        for _ in 0..<3 {
            let third = try await SocketConnection.connect(to: world.socket)
            let word = String(decoding: try #require(try await third.receive()), as: UTF8.self)
            #expect(word.contains(#""reason":"busy""#))
            #expect(try await third.receive() == nil)
        }
        #expect(await refusals.first { _ in true } == .tooManyConnections(process: getpid()))
        // Earlier connections work, and another process may connect.
        try await first.send([1])
        #expect(try await server.receive() == [1])
        let program = """
            import socket,sys; s=socket.socket(socket.AF_UNIX); s.settimeout(10); s.connect(sys.argv[1])
            print("here", flush=True); s.recv(1)
            """
        let other = try await InteractiveProgram.python(program, [world.socket])
        #expect(try await other.readLine() == "here")
        #expect(try #require(await served.next()).peer.processIdentifier != getpid())
        for connection in [first, second, server, secondServer] { await connection.close() }
        await listener.close()
    }

    @Test(needsRoot) func `closes a connection of another user before reading a byte of it`() async throws {
        let world = try World()
        let (refusals, refused) = AsyncStream.makeStream(of: SystemError.self)
        let listener = try await SocketListener.open(world.places) { refused.yield($0) }
        // The permissions are opened, so that only the check of the peer refuses the connection.
        try world.open()
        let program = """
            import socket,sys; s=socket.socket(socket.AF_UNIX); s.settimeout(10); s.connect(sys.argv[1])
            try: s.send(b"\\x02\\0\\0\\0{}")
            except OSError: pass
            try: print("read", len(s.recv(10)))
            except ConnectionResetError: print("read 0")
            """
        let foreign = try await InteractiveProgram.python(program, [world.socket], user: foreignUser)
        #expect(await refusals.first { _ in true } == .foreignPeer(user: foreignUser, expected: geteuid()))
        #expect(try await foreign.end().output == "read 0\n")
        // The listener's own user can still connect.
        let client = try await SocketConnection.connect(to: world.socket)
        let server = try #require(await listener.connections.first { _ in true })
        #expect(server.peer.userID == geteuid())
        await client.close()
        await listener.close()
    }

    @Test(needsRoot) func `does not talk to a server of another user`() async throws {
        let world = try World()
        let foreign = try await world.startForeignServer()
        await #expect(throws: SystemError.foreignPeer(user: foreignUser, expected: geteuid())) {
            _ = try await SocketConnection.connect(to: world.socket)
        }
        #expect(try await foreign.end().output == "read 0\n")
    }

    /// Opens all permissions but one, which must refuse the connection; with all of them open, it is accepted.
    @Test(needsRoot, arguments: [("folder", "refused"), ("socket", "refused"), ("nothing", "reached")])
    func `another user cannot reach the socket`(closed: String, outcome: String) async throws {
        let world = try World()
        // Without a umask, so that the modes are exactly the requested ones.
        let listener = try await InteractiveProgram(
            ["/bin/sh", "-c", "umask 0; exec \"$0\" listen", probePath],
            environment: ["HOME": world.folder.path, "XDG_RUNTIME_DIR": world.folder.path + "/run"])
        #expect(try await listener.readLine() == "own []")
        let socketMode = try world.mode(of: world.socket)
        let folderMode = try world.mode(of: world.places.runtimeDirectory)
        try world.open()
        if closed == "folder" { try world.set(folderMode, world.places.runtimeDirectory) }
        if closed == "socket" { try world.set(socketMode, world.socket) }
        let program = """
            import socket,sys
            try: socket.socket(socket.AF_UNIX).connect(sys.argv[1]); print("reached")
            except PermissionError: print("refused")
            """
        let foreign = try await InteractiveProgram.python(program, [world.socket], user: foreignUser)
        #expect(try await foreign.end().output == outcome + "\n")
    }
}

/// A home folder for one test.
struct World {
    let folder: TemporaryFolder
    let places: Locations
    let socket: String

    init() throws {
        folder = try TemporaryFolder()
        places = try Locations(environment: [
            "HOME": folder.path, "XDG_RUNTIME_DIR": folder.path + "/run", "XDG_DATA_HOME": folder.path + "/data",
            "XDG_STATE_HOME": folder.path + "/state",
        ])
        socket = try places.agentSocket
    }

    /// Opens the socket and its folders for all users.
    func open(_ mode: Int = 0o755) throws {
        for path in [folder.path, folder.path + "/run", places.runtimeDirectory] {
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        }
        if FileManager.default.fileExists(atPath: socket) {
            try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: socket)
        }
    }

    /// A server of another user on the socket, which prints how many bytes its first client sent.
    func startForeignServer() async throws -> InteractiveProgram {
        try PrivateFolder.ensure(places.runtimeDirectory)
        try open(0o777)
        let program = """
            import socket,sys; s=socket.socket(socket.AF_UNIX); s.bind(sys.argv[1]); s.listen()
            print("here", flush=True); c,_=s.accept(); print("read", len(c.recv(10)))
            """
        let server = try await InteractiveProgram.python(program, [socket], user: foreignUser)
        #expect(try await server.readLine() == "here")
        return server
    }

    func set(_ mode: Int, _ path: String) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }

    func mode(of path: String) throws -> Int {
        try #require(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
    }
}
