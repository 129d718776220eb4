import LatchkeyCore
import LatchkeyTesting
import Testing

@Suite("ByteReader and ByteWriter") struct ByteReaderTests {
    @Test func `a reader returns what a writer wrote, in both byte orders`() throws {
        try forAll(.int(in: Int64.min...Int64.max), .bytes(upTo: 40)) { number, bytes in
            for order in [ByteOrder.bigEndian, .littleEndian] {
                var writer = ByteWriter()
                writer.write(number, order)
                writer.write(UInt16(truncatingIfNeeded: number), order)
                writer.write(bytes)
                var reader = ByteReader(writer.bytes[...])
                guard reader.read(Int64.self, order) == number,
                    reader.read(UInt16.self, order) == UInt16(truncatingIfNeeded: number),
                    reader.read(count: bytes.count).map({ Array($0) }) == bytes, reader.isAtEnd
                else { return false }
            }
            return true
        }
    }

    @Test func `numbers have the requested byte order`() {
        var writer = ByteWriter()
        writer.write(UInt32(0x0102_0304))
        writer.write(UInt32(0x0102_0304), .littleEndian)
        writer.write(byte: 9)
        writer.pad(toMultipleOf: 4)
        writer.pad(toMultipleOf: 4)
        #expect(writer.bytes == [1, 2, 3, 4, 4, 3, 2, 1, 9, 0, 0, 0])
    }

    @Test func `a read beyond the end returns nil and consumes nothing`() {
        var reader = ByteReader([1, 2, 3][...])
        #expect(reader.read(UInt32.self) == nil)
        #expect(reader.read(count: 4) == nil)
        #expect(reader.read(count: -1) == nil)
        #expect(reader.remaining == [1, 2, 3])
        #expect(reader.read(UInt8.self) == 1)
        #expect(reader.readByte() == 2)
        #expect(reader.readByte() == 3)
        #expect(reader.readByte() == nil)
    }
}
