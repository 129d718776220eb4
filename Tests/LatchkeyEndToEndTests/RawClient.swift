import Foundation
import Glibc

@testable import LatchkeySystem

/// A client that sends arbitrary bytes to the agent.
final class RawClient: Sendable {
    private let descriptor: Int32

    init(_ world: World) async throws {
        let path = world.socket
        descriptor = try await BlockingCalls.run { try UnixSocket.connect(to: path) }
        var limit = timeval(tv_sec: 30, tv_usec: 0)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            _ = unsafe setsockopt(descriptor, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
        }
    }

    deinit {
        Glibc.close(descriptor)
    }

    /// Sends a payload after its length, or after another number.
    func send(_ payload: String, announcing length: UInt32? = nil) {
        send(bytes: Array(payload.utf8), announcing: length)
    }

    func send(bytes payload: [UInt8], announcing length: UInt32? = nil) {
        let length = length ?? UInt32(payload.count)
        let bytes = (0..<4).map { UInt8(truncatingIfNeeded: length >> ($0 * 8)) } + payload
        var sent = 0
        while sent < bytes.count {
            let count = unsafe bytes[sent...].withUnsafeBytes {
                unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return }
            sent += count
        }
    }

    /// Closes the sending direction.
    func finish() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Whether the agent closes the connection, without another message, while this side is open.
    func isClosed() async throws -> Bool {
        try await BlockingCalls.runAlone { [self] in
            var byte: UInt8 = 0
            let count = unsafe recv(descriptor, &byte, 1, 0)
            return count == 0 || (count < 0 && errno == ECONNRESET)
        }
    }

    /// The next message, or `nil` if the agent has closed the connection.
    func receive() async throws -> String? {
        try await BlockingCalls.runAlone { [self] in
            guard let head = bytes(4) else { return nil }
            let length = head.reversed().reduce(0) { $0 << 8 | Int($1) }
            return bytes(length).map { String(decoding: $0, as: UTF8.self) }
        }
    }

    private func bytes(_ count: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        var done = 0
        while done < count {
            let got = unsafe bytes.withUnsafeMutableBytes {
                let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: $0[done...])
                return unsafe recv(descriptor, rest.baseAddress, rest.count, 0)
            }
            guard got > 0 else { return nil }
            done += got
        }
        return bytes
    }

    /// A hello with these versions.
    static func hello(_ version: Int = 1, oldest: Int = 1, id: Int = 1) -> String {
        """
        {"jsonrpc":"2.0","id":\(id),"method":"hello","params":{"protocolVersion":\(version),"oldestProtocolVersion":\
        \(oldest),"productVersion":"0","features":[],"role":"client","client":{"program":"raw","showsSheets":false}}}
        """
    }

    static func call(_ method: String, id: Int, _ parameters: String = "{}") -> String {
        "{\"jsonrpc\":\"2.0\",\"id\":\(id),\"method\":\"\(method)\",\"params\":\(parameters)}"
    }
}
