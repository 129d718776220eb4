import LatchkeyExchange
import LatchkeySecret
import LatchkeyTesting
import LatchkeyVault
import Testing

@Suite struct `Zip archives` {
    @Test(arguments: [
        ("1password.1pux", "1password-1pux"), ("stored.zip", "1password-1pux"), ("protonpass.zip", "protonpass-json"),
        ("dashlane.zip", "dashlane-csv"),
    ])
    func `give the export that lies in them`(name: String, format: String) throws {
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
            // Names that lead out of the folder, and two files of one name.
            ("hostile-parent.zip", .archive(.unsafeName)), ("hostile-root.zip", .archive(.unsafeName)),
            ("hostile-backslash.zip", .archive(.unsafeName)), ("hostile-twice.zip", .archive(.duplicateName)),
            // Out of proportion; more than the directory says; more than any export.
            ("hostile-bomb.zip", .archive(.expandsTooMuch)), ("hostile-liar.zip", .archive(.expandsTooMuch)),
            ("hostile-giant.zip", .tooLarge(limit: 512 * 1024 * 1024)),
            ("hostile-encrypted.zip", .archive(.unknownMethod)), ("hostile-checksum.zip", .archive(.wrongChecksum)),
            ("hostile-cut.zip", .archive(.broken)),
        ] as [(String, ExchangeError)])
    func `are refused as a whole when something is wrong with them`(name: String, error: ExchangeError) {
        #expect(throws: error) { try ReadExport(vector: name) }
    }

    @Test func `never trap, whatever is changed or cut off`() throws {
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
