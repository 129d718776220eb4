import Foundation
import Glibc
import LatchkeyWire
import TestSupport
import Testing

@testable import LatchkeySystem

@Suite(.timeLimit(.minutes(3))) struct ClientConnectionTests {
    /// A client's connection and the listener's end of it.
    private func pair(_ world: World) async throws -> (client: ClientConnection, agent: SocketConnection) {
        let listener = try await SocketListener.open(world.places)
        let client = try ClientConnection(to: world.socket)
        let agent = try #require(await listener.connections.first { _ in true })
        await listener.close()
        return (client, agent)
    }

    @Test func `a client sends and receives payloads of every size in order`() async throws {
        let (client, agent) = try await pair(World())
        let payloads = [0, 1, 100, 65_536, Frame.maximumLength].map { [UInt8](repeating: 7, count: $0) }
        async let sent: Void = {
            for payload in payloads { try await client.send(payload) }
        }()
        for payload in payloads { #expect(try await agent.receive() == payload) }
        try await sent
        async let answered: Void = {
            for payload in payloads { try await agent.send(payload) }
        }()
        for payload in payloads { #expect(try await client.receive() == payload) }
        try await answered
    }

    @Test func `a client refuses a server of another user before it sends anything`() async throws {
        let world = try World()
        let listener = try await SocketListener.open(world.places)
        #expect(throws: SystemError.foreignPeer(user: geteuid(), expected: 4711)) {
            _ = try ClientConnection(to: world.socket, userID: 4711)
        }
        let agent = try #require(await listener.connections.first { _ in true })
        #expect(try await agent.receive() == nil)
        await listener.close()
    }

    /// By git's helper, which connects with the default arguments.
    @Test(needsRoot) func `git's helper does not talk to a server of another user`() async throws {
        let world = try World()
        let foreign = try await world.startForeignServer()
        let helper = try await InteractiveProgram(
            [
                "/bin/sh", "-c", "printf 'protocol=https\\nhost=site.example\\n\\n' | \"$0\" get 2>&1",
                URL(filePath: probePath).deletingLastPathComponent().path + "/git-credential-latchkey",
            ],
            environment: ["HOME": world.folder.path, "XDG_RUNTIME_DIR": world.folder.path + "/run"])
        let said = try await helper.end().output
        #expect(said.contains("the process at the other end runs as user \(foreignUser)"), "\(said)")
        #expect(try await foreign.end().output == "read 0\n")
    }

    @Test func `a client's payloads do not interleave when several tasks send at once`() async throws {
        let (client, agent) = try await pair(World())
        let size = 300_000
        async let sent: Void = withThrowingTaskGroup(of: Void.self) { group in
            for number in 1...8 as ClosedRange<UInt8> {
                group.addTask { try await client.send([UInt8](repeating: number, count: size)) }
            }
            try await group.waitForAll()
        }
        var numbers: Set<UInt8> = []
        for _ in 1...8 {
            let payload = try #require(try await agent.receive())
            #expect(payload.count == size && Set(payload).count == 1)
            numbers.formUnion(payload.prefix(1))
        }
        #expect(numbers.count == 8)
        try await sent
    }

    @Test func `a client's cancelled receive loses no payload`() async throws {
        let (client, agent) = try await pair(World())
        let waiting = Task { try await client.receive() }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        try await agent.send([1])
        #expect(try await client.receive() == [1])
    }

    @Test func `a client receives nil after either side has closed`() async throws {
        let (client, agent) = try await pair(World())
        try await agent.send([1])
        await agent.close()
        #expect(try await client.receive() == [1])
        #expect(try await client.receive() == nil)
        let (other, silentAgent) = try await pair(World())
        async let received = other.receive()
        await other.close()
        await other.close()
        #expect(try await received == nil)
        await #expect(throws: WireError.connectionClosed) { try await other.send([1]) }
        await silentAgent.close()
    }
}
