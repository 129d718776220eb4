import Glibc
import LatchkeyWire
import Testing

@testable import LatchkeySystem

@Suite struct PipeConnectionTests {
    /// A connection over two pipes, and the browser's ends of them.
    private func connection() async throws -> (connection: PipeConnection, writing: Int32, reading: Int32) {
        var (incoming, outgoing): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
        try systemCall("pipe") { unsafe pipe(&incoming) }
        try systemCall("pipe") { unsafe pipe(&outgoing) }
        let connection = try await PipeConnection.adopt(
            input: OwnedDescriptor(incoming[0]), output: OwnedDescriptor(outgoing[1]))
        return (connection, incoming[1], outgoing[0])
    }

    private func write(_ bytes: [UInt8], to descriptor: Int32) {
        _ = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
    }

    @Test func `sends payloads over pipes in both directions`() async throws {
        let (connection, writing, reading) = try await connection()
        defer { close(reading) }
        write([3, 0, 0, 0, 7, 8, 9], to: writing)
        #expect(try await connection.receive() == [7, 8, 9])
        try await connection.send([1, 2])
        var answer = [UInt8](repeating: 0, count: 6)
        #expect(unsafe read(reading, &answer, answer.count) == 6)
        #expect(answer == [2, 0, 0, 0, 1, 2])
        close(writing)
        #expect(try await connection.receive() == nil)
    }

    @Test func `refuses a frame above the limit before it reads its payload`() async throws {
        let (connection, writing, reading) = try await connection()
        defer {
            close(writing)
            close(reading)
        }
        write([0x01, 0x00, 0x10, 0x00], to: writing)
        await #expect(throws: WireError.frameTooLong(announced: 0x10_0001)) { try await connection.receive() }
    }

    @Test func `distinguishes a pipe closed within a frame from one closed between frames`() async throws {
        let (connection, writing, reading) = try await connection()
        defer { close(reading) }
        write([5, 0, 0, 0, 1], to: writing)
        close(writing)
        await #expect(throws: WireError.truncatedFrame(missing: 4)) { try await connection.receive() }
    }
}
