import Foundation
import Glibc

/// A blocking client of the agent's socket, whose own cost is small.
final class WireClient {
    struct Refused: Error { var answer: String }
    struct Disconnected: Error {}
    /// An answer that makes the measurement invalid.
    struct Unexpected: Error { var what: String }

    private let descriptor: Int32
    private var lastID = 0
    /// The milliseconds from the first byte of the last call to the last byte of its answer, without this program's
    /// JSON.
    private(set) var roundTrip = 0.0

    /// Connects; `nil` while no process listens on the socket.
    init?(path: String) {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        guard descriptor >= 0, bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
        let status = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        if status != 0 {
            close(descriptor)
            return nil
        }
    }

    deinit { close(descriptor) }

    func hello(role: String, showsSheets: Bool = false) throws {
        try call(
            "hello",
            [
                "protocolVersion": 1, "oldestProtocolVersion": 1, "productVersion": "bench", "features": [String](),
                "role": role, "client": ["program": "bench", "showsSheets": showsSheets],
            ])
    }

    /// Makes a call and returns its result.
    @discardableResult
    func call(_ method: String, _ parameters: [String: Any]) throws -> [String: Any] {
        lastID += 1
        let message = try Self.frame(["jsonrpc": "2.0", "id": lastID, "method": method, "params": parameters])
        let start = ContinuousClock.now
        try send(message)
        while true {
            let bytes = try receive()
            roundTrip = Stopwatch.milliseconds(since: start)
            let answer = try Self.parse(bytes)
            guard answer["id"] as? Int == lastID else { continue }
            guard let result = answer["result"] as? [String: Any] else { throw Refused(answer: "\(answer)") }
            return result
        }
    }

    /// Makes a call that is not answered, and waits for a notification that `isWanted` accepts.
    func call(
        _ method: String, _ parameters: [String: Any], until isWanted: (_ name: String, Any?) -> Bool
    ) throws {
        lastID += 1
        try send(Self.frame(["jsonrpc": "2.0", "id": lastID, "method": method, "params": parameters]))
        while true {
            let message = try Self.parse(receive())
            if let name = message["method"] as? String, isWanted(name, message["params"]) { return }
            guard message["id"] as? Int != lastID else { throw Refused(answer: "\(message)") }
        }
    }

    private static func frame(_ message: [String: Any]) throws -> Data {
        let payload = try JSONSerialization.data(withJSONObject: message)
        return unsafe withUnsafeBytes(of: UInt32(payload.count)) { unsafe Data($0) } + payload
    }

    private static func parse(_ payload: Data) throws -> [String: Any] {
        try JSONSerialization.jsonObject(with: payload) as? [String: Any] ?? [:]
    }

    private func send(_ frame: Data) throws {
        var sent = 0
        while sent < frame.count {
            let count = unsafe frame.dropFirst(sent).withUnsafeBytes {
                unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { throw Disconnected() }
            sent += count
        }
    }

    private func receive() throws -> Data {
        try read(read(4).reversed().reduce(0) { $0 << 8 | Int($1) })
    }

    private func read(_ count: Int) throws -> Data {
        var data = Data(count: count)
        // There is never a partial next message: each call is sent after the previous answer.
        let got = unsafe data.withUnsafeMutableBytes {
            unsafe recv(descriptor, $0.baseAddress, count, Int32(MSG_WAITALL))
        }
        guard got == count else { throw Disconnected() }
        return data
    }
}
