import LatchkeyTesting
import Testing

@testable import LatchkeyWire

@Suite struct FrameTests {
    /// The payloads of three frames; one is empty.
    private static let payloads: [[UInt8]] = [[0x7B, 0x7D], [], [1, 2, 3, 4, 5]]

    private static func stream() throws -> [UInt8] { try payloads.flatMap { try Frame.encode($0) } }

    @Test func `writes the length in native order before the payload`() throws {
        let length: [UInt8] = 1.littleEndian == 1 ? [3, 0, 0, 0] : [0, 0, 0, 3]
        #expect(try Frame.encode([9, 8, 7]) == length + [9, 8, 7])
    }

    @Test func `decodes the same payloads wherever the stream is split`() throws {
        let stream = try Self.stream()
        for first in 0...stream.count {
            for second in first...stream.count {
                var decoder = FrameDecoder()
                var taken: [[UInt8]] = []
                for chunk in [stream[..<first], stream[first..<second], stream[second...]] {
                    decoder.append(chunk)
                    while let payload = try decoder.next() { taken.append(payload) }
                }
                #expect(taken == Self.payloads, "cut at \(first) and \(second)")
                try decoder.finish()
            }
        }
    }

    @Test func `decodes every encoded payload, for any chunk size`() throws {
        try forAll(Generator<[UInt8]>.bytes(upTo: 300).list(upTo: 8), .int(in: 1...40)) { payloads, width in
            let stream = try payloads.flatMap { try Frame.encode($0) }
            var decoder = FrameDecoder()
            var taken: [[UInt8]] = []
            for start in stride(from: 0, to: stream.count, by: width) {
                decoder.append(stream[start..<min(start + width, stream.count)])
                while let payload = try decoder.next() { taken.append(payload) }
            }
            try decoder.finish()
            return taken == payloads
        }
    }

    @Test func `accepts a payload of exactly one MiB`() throws {
        let payload = [UInt8](repeating: 0x20, count: 1_048_576)
        var decoder = FrameDecoder()
        decoder.append(try Frame.encode(payload))
        #expect(try decoder.next() == payload)
    }

    @Test func `rejects a payload of one byte more than a MiB`() {
        #expect(throws: WireError.frameTooLong(announced: 1_048_577)) {
            try Frame.encode([UInt8](repeating: 0x20, count: 1_048_577))
        }
    }

    // Threat 54: a frame of more than one MiB, a wrong length prefix, a truncated frame.

    @Test(arguments: [1_048_577, 0x0100_0000, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF] as [UInt32])
    func `rejects a length above the limit before the payload arrives`(announced: UInt32) {
        var decoder = FrameDecoder()
        decoder.append(Self.bytes(announced))
        #expect(throws: WireError.frameTooLong(announced: announced)) { try decoder.next() }
        #expect(throws: WireError.frameTooLong(announced: announced)) { try decoder.next() }
        #expect(throws: WireError.frameTooLong(announced: announced)) { try decoder.finish() }
    }

    @Test func `rejects a length in the opposite byte order as too long`() {
        var decoder = FrameDecoder()
        decoder.append(Self.bytes(UInt32(12).byteSwapped) + [UInt8](repeating: 0x20, count: 12))
        #expect(throws: WireError.frameTooLong(announced: 0x0C00_0000)) { try decoder.next() }
    }

    @Test func `reports the missing byte count of a truncated frame`() throws {
        let frame = try Frame.encode([1, 2, 3, 4, 5])
        // Missing bytes of the length prefix, then of the payload.
        let missing = [3, 2, 1, 5, 4, 3, 2, 1]
        for (length, missing) in zip(1..., missing) {
            var decoder = FrameDecoder()
            decoder.append(frame[..<length])
            #expect(try decoder.next() == nil)
            #expect(throws: WireError.truncatedFrame(missing: missing)) { try decoder.finish() }
        }
    }

    @Test func `buffers only received bytes of an incomplete frame`() throws {
        var decoder = FrameDecoder()
        decoder.append(Self.bytes(1_048_576))
        #expect(try decoder.next() == nil)
        #expect(decoder.heldCount == 4)
    }

    @Test func `buffers at most two MiB for any number of frames`() throws {
        var decoder = FrameDecoder()
        let frame = try Frame.encode([UInt8](repeating: 0x20, count: 100_000))
        // The first byte of the next frame is appended early, so that the buffer is never empty.
        decoder.append(frame[..<1])
        for _ in 0..<50 {
            decoder.append(frame[1...])
            decoder.append(frame[..<1])
            #expect(try decoder.next()?.count == 100_000)
            #expect(try decoder.next() == nil)
            #expect(decoder.heldCount <= 2 * Frame.maximumLength)
        }
    }

    @Test func `keeps no bytes of a returned payload`() throws {
        var decoder = FrameDecoder()
        decoder.append(try Frame.encode(Array("a secret".utf8)))
        _ = try decoder.next()
        #expect(decoder.heldCount == 0)
    }

    private static func bytes(_ length: UInt32) -> [UInt8] {
        let little = (0..<4).map { UInt8(truncatingIfNeeded: length >> (8 * UInt32($0))) }
        return 1.littleEndian == 1 ? little : little.reversed()
    }
}
