/// Assuan, the protocol of `pinentry`: lines of commands and responses, percent-escaped.
package enum Assuan {
    /// A line of a response.
    package enum Response: Hashable, Sendable {
        case ok
        case error(code: Int)
        /// Data of the response; more may follow.
        case data([UInt8])
        /// A status or a comment, which is ignored.
        case other
    }

    // The codes of libgpg-error, without their error source.
    /// GPG_ERR_CANCELED: the user cancelled.
    static let canceled = 99
    /// GPG_ERR_FULLY_CANCELED: the user closed the window.
    static let fullyCanceled = 198
    /// GPG_ERR_NOT_CONFIRMED: the user pressed the second button, or Cancel in a dialog without one.
    static let notConfirmed = 114

    /// Escapes a command's argument, and truncates it so that the line fits Assuan's 1000 bytes.
    package static func escape(_ text: String, limit: Int = 900) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            let piece: String
            switch scalar.value {
            case 0..<0x20, 0x25, 0x7F:
                piece = "%" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16, uppercase: true)
            default: piece = String(scalar)
            }
            guard result.utf8.count + piece.utf8.count <= limit else { break }
            result += piece
        }
        return result
    }

    package static func parse(_ line: [UInt8]) -> Response {
        if line == Array("OK".utf8) || line.starts(with: Array("OK ".utf8)) { return .ok }
        if line.starts(with: Array("D ".utf8)) { return .data(unescape(line.dropFirst(2))) }
        if line.starts(with: Array("ERR ".utf8)) {
            let digits = line.dropFirst(4).prefix { (0x30...0x39).contains($0) }.prefix(10)
            let code = Int(String(decoding: digits, as: UTF8.self)) ?? 0
            // The upper 16 bits are the error source.
            return .error(code: code & 0xFFFF)
        }
        return .other
    }

    private static func unescape(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        var rest = bytes
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), let value = hexadecimal(rest.prefix(2)) {
                result.append(value)
                rest = rest.dropFirst(2)
            } else {
                result.append(byte)
            }
        }
        return result
    }

    private static func hexadecimal(_ digits: ArraySlice<UInt8>) -> UInt8? {
        guard digits.count == 2, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else { return nil }
        return UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
    }
}

/// The connection to a `pinentry`.
struct AssuanChannel: Sendable {
    /// Writes a line, given without its newline.
    var writeLine: @Sendable (String) async throws -> Void
    /// Reads a line without its newline; `nil` at the end.
    var readLine: @Sendable () async throws -> [UInt8]?
    /// Ends `pinentry`.
    var close: @Sendable () -> Void
}

/// A client of one `pinentry`.
struct AssuanClient {
    let channel: AssuanChannel

    /// Sends a command and returns its response and data.
    ///
    /// - Throws: ``PinentryError/closed`` if `pinentry` exits, ``PinentryError/tooMuchData`` above 16 KiB.
    func send(_ command: String) async throws -> (response: Assuan.Response, data: [UInt8]) {
        try await channel.writeLine(command)
        return try await response()
    }

    /// Reads the response to a command, or the greeting.
    func response() async throws -> (response: Assuan.Response, data: [UInt8]) {
        var data: [UInt8] = []
        while let line = try await channel.readLine() {
            switch Assuan.parse(line) {
            case .data(let more):
                data += more
                guard data.count <= 16_384 else { throw PinentryError.tooMuchData }
            case .other: continue
            case let end: return (end, data)
            }
        }
        throw PinentryError.closed
    }
}
