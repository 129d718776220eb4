import LatchkeyTesting
import LatchkeyVault
import Testing

@Suite struct `Record identifier` {
    @Test func `an identifier is equal after writing and parsing`() throws {
        try forAll(.bytes(upTo: 20)) { bytes in
            guard let identifier = RecordIdentifier(bytes: bytes) else { return bytes.count != 16 }
            return bytes.count == 16 && identifier.bytes == bytes
                && RecordIdentifier(identifier.description) == identifier
        }
    }

    @Test func `an identifier is written as 32 lower-case hexadecimal digits`() throws {
        let identifier = try #require(RecordIdentifier(bytes: Array(0..<16)))
        #expect(identifier.description == "000102030405060708090a0b0c0d0e0f")
    }

    @Test(arguments: [
        "", "000102030405060708090a0b0c0d0e0", "000102030405060708090a0b0c0d0e0f0", "000102030405060708090A0B0C0D0E0F",
        "000102030405060708090a0b0c0d0e0g", " 00102030405060708090a0b0c0d0e0f", "00010203-0405-0607-0809-0a0b0c0d0e0f",
    ])
    func `rejects malformed identifiers`(text: String) {
        #expect(RecordIdentifier(text) == nil)
    }

    @Test func `new identifiers are unique`() {
        #expect(Set((0..<1000).map { _ in RecordIdentifier() }).count == 1000)
    }
}
