/// One message on a socket: four bytes of length in native order, then that many bytes of JSON.
///
/// The same framing as browsers' native messaging.
public enum Frame {
    /// The largest payload, 1 MiB.
    public static let maximumLength = 1 << 20

    /// Returns a payload with its length in front.
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

    /// The four bytes of a length in native order.
    private static func bytes(of length: UInt32) -> [UInt8] {
        let littleEndian = (0..<4).map { UInt8(truncatingIfNeeded: length >> (8 * UInt32($0))) }
        return isLittleEndian ? littleEndian : littleEndian.reversed()
    }

    /// Reads a length from four bytes in native order.
    static func length(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        (isLittleEndian ? Array(bytes.reversed()) : Array(bytes)).reduce(0) { $0 << 8 | UInt32($1) }
    }

    private static var isLittleEndian: Bool { 1.littleEndian == 1 }
}

/// Splits a stream of bytes into frames.
///
/// It buffers the bytes that ``next()`` has not returned yet, and at most ``Frame/maximumLength`` bytes that it has. If
/// the caller takes every frame after each append, the buffer holds at most one frame and the bytes read beyond it.
public struct FrameDecoder: Sendable {
    private var buffer: [UInt8] = []
    private var start = 0

    public init() {}

    /// Appends bytes of the stream.
    public mutating func append(_ bytes: some Sequence<UInt8>) {
        buffer.append(contentsOf: bytes)
    }

    /// Takes the next whole payload; `nil` if bytes are missing.
    ///
    /// The length is validated as soon as its four bytes are there, before memory is allocated for the payload.
    ///
    /// - Throws: ``WireError/frameTooLong(announced:)``. The rest of the stream cannot be read then.
    public mutating func next() throws(WireError) -> [UInt8]? {
        guard buffer.count - start >= 4 else { return nil }
        let length = Frame.length(buffer[start..<(start + 4)])
        guard length <= Frame.maximumLength else { throw .frameTooLong(announced: length) }
        let end = start + 4 + Int(length)
        guard buffer.count >= end else { return nil }
        let payload = Array(buffer[(start + 4)..<end])
        start = end
        if start == buffer.count {
            // A payload may hold a secret, so the buffer is freed now and not with the next message.
            buffer = []
            start = 0
        } else if start > Frame.maximumLength {
            buffer.removeSubrange(..<start)
            start = 0
        }
        return payload
    }

    /// Validates that the stream ended between two frames; call it after the last frame was taken.
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

    /// The number of buffered bytes.
    var heldCount: Int { buffer.count }
}
