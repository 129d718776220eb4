import Foundation
import Glibc

/// The provider's socket, without the checks of the provider library.
enum RawSocket {
    static func send(frame payload: [UInt8]) {
        let length = UInt32(payload.count)
        write((0..<4).map { UInt8(truncatingIfNeeded: length >> ($0 * 8)) } + payload)
    }

    static func sendAnswer(id: Int, user: String, password: String) {
        let answer = "{\"kind\":\"password\",\"user\":\"\(user)\",\"password\":\"\(password)\"}"
        send(frame: Array("{\"jsonrpc\":\"2.0\",\"id\":\(id),\"result\":\(answer)}".utf8))
    }

    static func sendSheet() {
        let sheet = "{\"title\":\"Early\",\"elements\":[]}"
        let call = "{\"jsonrpc\":\"2.0\",\"method\":\"sheet.open\",\"params\":{\"id\":1,\"sheet\":\(sheet)}}"
        send(frame: Array(call.utf8))
    }

    static func write(_ bytes: [UInt8]) {
        var sent = 0
        while sent < bytes.count {
            let count = unsafe bytes[sent...].withUnsafeBytes { unsafe Glibc.write(0, $0.baseAddress, $0.count) }
            if count > 0 { sent += count } else if errno != EAGAIN && errno != EINTR { return }
        }
    }
}

/// Writes to both outputs until the process ends.
enum Flood {
    static func begin() {
        for descriptor in [STDOUT_FILENO, STDERR_FILENO] {
            Thread.detachNewThread {
                let block = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)
                while unsafe Glibc.write(descriptor, block, block.count) > 0 {}
            }
        }
    }
}
