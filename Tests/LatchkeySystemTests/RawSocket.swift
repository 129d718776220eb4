import Glibc
import LatchkeySystem

/// A socket without framing, for invalid data.
///
/// It closes on failure, so that the other end does not wait for more.
final class RawSocket: Sendable {
    private let descriptor: Int32

    init(_ descriptor: Int32) {
        self.descriptor = descriptor
        // Long enough for a busy machine: many tests run at once.
        var limit = timeval(tv_sec: 120, tv_usec: 0)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            _ = unsafe setsockopt(descriptor, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
        }
    }

    deinit {
        Glibc.close(descriptor)
    }

    func write(_ bytes: [UInt8]) throws {
        var sent = 0
        while sent < bytes.count {
            let rest = bytes[sent...]
            let count = unsafe rest.withUnsafeBytes { unsafe send(descriptor, $0.baseAddress, $0.count, noSignal) }
            guard count > 0 else { throw failure(of: "send") }
            sent += count
        }
    }

    /// Reads exactly this many bytes.
    func read(count: Int) async throws -> [UInt8] {
        try await BlockingCalls.runAlone { [self] in
            var bytes = [UInt8](repeating: 0, count: count)
            var done = 0
            while done < count {
                let got = unsafe bytes.withUnsafeMutableBytes { buffer in
                    let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
                    return unsafe recv(descriptor, rest.baseAddress, rest.count, 0)
                }
                guard got > 0 else { throw failure(of: "recv") }
                done += got
            }
            return bytes
        }
    }

    /// Writes until the socket's buffer is full, and returns the number of bytes.
    func flood(with bytes: [UInt8]) throws -> Int {
        var taken = 0
        while true {
            let rest = bytes[(taken % bytes.count)...]
            let count = unsafe rest.withUnsafeBytes {
                unsafe send(descriptor, $0.baseAddress, $0.count, noSignal | Int32(MSG_DONTWAIT))
            }
            guard count > 0 else { return taken }
            taken += count
        }
    }

    /// Whether the other end leaves the last bytes unread.
    func outgoingStays() -> Bool {
        var waiting: Int32 = 0
        return unsafe ioctl(descriptor, UInt(TIOCOUTQ), &waiting) == 0 && waiting > 0
    }

    /// Waits until the other end has closed; `false` if it sent bytes.
    func readsEnd() async throws -> Bool {
        try await BlockingCalls.runAlone { [self] in
            var byte: UInt8 = 0
            let count = unsafe recv(descriptor, &byte, 1, 0)
            return count == 0 || (count < 0 && errno == ECONNRESET)
        }
    }

    func close() {
        shutdown(descriptor, Int32(SHUT_RDWR))
    }

    private func failure(of call: String) -> SystemError {
        let error = SystemError.callFailed(name: call, errno: errno, path: nil)
        close()
        return error
    }

    private var noSignal: Int32 { Int32(MSG_NOSIGNAL) }
}
