/// One message on a socket: four bytes of length in native order, then that many bytes of JSON.
///
/// The same framing as browsers' native messaging.
public enum Frame {
    /// The largest payload, 1 MiB.
    public static let maximumLength = 1 << 20

    /// Puts the length in front of a payload.
    ///
    /// - Throws: ``WireError/frameTooLong(announced:)``.
    public static func encode(_ payload: [UInt8]) throws(WireError) -> [UInt8] {
        guard payload.count <= maximumLength else {
            throw .frameTooLong(announced: UInt32(clamping: payload.count))
        }
        var frame: [UInt8] = []
        frame.reserveCapacity(4 + payload.count)
        frame.append(contentsOf: bytes(of: UInt32(payload.count)))
        frame.append(contentsOf: payload)
        return frame
    }

    /// A length's four bytes in this machine's order.
    private static func bytes(of length: UInt32) -> [UInt8] {
        let littleEndian = (0..<4).map { UInt8(truncatingIfNeeded: length >> (8 * UInt32($0))) }
        return isLittleEndian ? littleEndian : littleEndian.reversed()
    }

    /// Reads four bytes in this machine's order.
    static func length(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        (isLittleEndian ? Array(bytes.reversed()) : Array(bytes)).reduce(0) { $0 << 8 | UInt32($1) }
    }

    private static var isLittleEndian: Bool { 1.littleEndian == 1 }
}

/// Cuts a stream of bytes into frames.
///
/// It holds what was appended and is not taken out yet, and at most ``Frame/maximumLength`` bytes that were. Take out
/// every frame after each append, and it never holds more than one frame and what was read beyond it.
public struct FrameDecoder: Sendable {
    private var buffer: [UInt8] = []
    private var start = 0

    public init() {}

    /// Takes bytes in the order in which they came.
    public mutating func append(_ bytes: some Sequence<UInt8>) {
        buffer.append(contentsOf: bytes)
    }

    /// Takes out the next whole payload, or nothing when bytes are missing.
    ///
    /// The length is judged as soon as its four bytes are there, before anything waits or is allocated for the payload.
    ///
    /// - Throws: ``WireError/frameTooLong(announced:)``. The stream cannot be read on after it.
    public mutating func next() throws(WireError) -> [UInt8]? {
        guard buffer.count - start >= 4 else { return nil }
        let length = Frame.length(buffer[start..<(start + 4)])
        guard length <= Frame.maximumLength else { throw .frameTooLong(announced: length) }
        let end = start + 4 + Int(length)
        guard buffer.count >= end else { return nil }
        let payload = Array(buffer[(start + 4)..<end])
        start = end
        if start == buffer.count {
            // What was taken out may hold a secret: it does not wait here for the next message.
            buffer = []
            start = 0
        } else if start > Frame.maximumLength {
            buffer.removeSubrange(..<start)
            start = 0
        }
        return payload
    }

    /// Checks that the stream ended between two frames, after the last whole one was taken out.
    ///
    /// - Throws: ``WireError/truncatedFrame(missing:)``, ``WireError/frameTooLong(announced:)``.
    public func finish() throws(WireError) {
        let rest = buffer.count - start
        guard rest > 0 else { return }
        guard rest >= 4 else { throw .truncatedFrame(missing: 4 - rest) }
        let length = Frame.length(buffer[start..<(start + 4)])
        guard length <= Frame.maximumLength else { throw .frameTooLong(announced: length) }
        throw .truncatedFrame(missing: max(0, Int(length) - (rest - 4)))
    }

    /// How many bytes are held.
    var heldCount: Int { buffer.count }
}
