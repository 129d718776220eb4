import LatchkeyExchange
import LatchkeyCore
import LatchkeyTesting
import LatchkeyVault
import Testing

@Suite struct `Zip archives` {
    @Test(arguments: [
        ("1password.1pux", "1password-1pux"), ("stored.zip", "1password-1pux"), ("protonpass.zip", "protonpass-json"),
        ("dashlane.zip", "dashlane-csv"),
    ])
    func `finds the export in a zip archive`(name: String, format: String) throws {
        let read = try ReadExport(vector: name)
        #expect(read.format == format)
        #expect(read.logins.map(\.title) == ["Example"])
        #expect(read.logins.map(\.user) == ["jane"])
        #expect(read.logins.map { $0.password?.reveal() } == ["pass"])
        #expect(read.logins.map(\.sites) == [["https://example.com/"].compactMap(Site.init)])
    }

    @Test(
        arguments: [
            ("nothing.zip", .archive(.noExport)), ("protonpass-pgp.zip", .encryptedForAccount),
            // Names that leave the folder, and two files with the same name.
            ("hostile-parent.zip", .archive(.unsafeName)), ("hostile-root.zip", .archive(.unsafeName)),
            ("hostile-backslash.zip", .archive(.unsafeName)), ("hostile-twice.zip", .archive(.duplicateName)),
            // A high compression ratio; more than the directory says; more than any export.
            ("hostile-bomb.zip", .archive(.expandsTooMuch)), ("hostile-liar.zip", .archive(.expandsTooMuch)),
            ("hostile-giant.zip", .tooLarge(limit: 512 * 1024 * 1024)),
            ("hostile-encrypted.zip", .archive(.unknownMethod)), ("hostile-checksum.zip", .archive(.wrongChecksum)),
            ("hostile-cut.zip", .archive(.broken)),
        ] as [(String, ExchangeError)])
    func `refuses an invalid zip archive`(name: String, error: ExchangeError) {
        #expect(throws: error) { try ReadExport(vector: name) }
    }

    /// An archive that consists of the ZIP64 end record with a number of files.
    private static func archive(ofFiles count: UInt64) -> [UInt8] {
        func bytes(_ number: UInt64, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
        }
        let start = bytes(0x0403_4B50, 4)
        let large = bytes(0x0606_4B50, 4) + bytes(44, 8) + bytes(0, 20) + bytes(count, 8) + bytes(0, 16)
        let locator = bytes(0x0706_4B50, 4) + bytes(0, 4) + bytes(4, 8) + bytes(1, 4)
        let end = bytes(0x0605_4B50, 4) + bytes(0, 4) + bytes(0xFFFF, 4) + bytes(0, 4) + bytes(0xFFFF_FFFF, 4)
        return start + large + locator + end + bytes(0, 2)
    }

    @Test(arguments: [100_001, 1 << 40, (1 << 47) - 1] as [UInt64])
    func `refuses a zip archive with too many files before reading an entry`(count: UInt64) {
        #expect(throws: ExchangeError.archive(.tooManyFiles)) { try ReadExport(Self.archive(ofFiles: count)) }
        #expect(throws: ExchangeError.archive(.broken)) { try ReadExport(Self.archive(ofFiles: 100_000)) }
    }

    @Test func `never traps on a modified or truncated zip archive`() throws {
        let archive = try ReadExport.vector("1password.1pux")
        try forAll(.int(in: 0...(archive.count - 1)), .int(in: 0...255 as ClosedRange<UInt8>), runs: 3000) {
            place, byte in
            var changed = archive
            changed[place] = byte
            _ = try? ReadExport(changed)
            _ = try? ReadExport(Array(archive.prefix(place)))
            return true
        }
    }
}
