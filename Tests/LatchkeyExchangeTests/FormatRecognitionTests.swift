import LatchkeyExchange
import Testing

/// Each sample file is recognized as the format of its program, and as no other.
@Suite struct `Recognition of formats` {
    typealias Sample = (file: String, format: String)

    private static let tables: [Sample] = {
        let programs: [Sample] = ProgramTablesTests.tables.map { ($0.file, $0.format) }
        let others: [Sample] = `Exports of further password managers`.tables.map { ($0.file, $0.format) }
        return (programs + others).map { ("csv/\($0.file).csv", $0.format) }
    }()

    private static let files: [Sample] = [
        ("samples/1password.json", "1password-1pux"), ("samples/2fas.json", "2fas-json"),
        ("samples/aegis.json", "aegis-json"), ("samples/andotp.json", "andotp-json"),
        ("samples/bitwarden.json", "bitwarden-json"), ("samples/cxf.json", "cxf"),
        ("samples/dashlane.json", "dashlane-json"), ("samples/enpass.json", "enpass-json"),
        ("samples/freeotp.json", "freeotp-json"), ("samples/kaspersky.txt", "kaspersky-text"),
        ("samples/keepass.xml", "keepass-xml"), ("samples/keeper.json", "keeper-json"),
        ("samples/otpauth.txt", "otpauth-list"),
        ("samples/proton-authenticator.json", "proton-authenticator-json"),
        ("samples/protonpass.json", "protonpass-json"), ("bitwarden-pbkdf2.json", "bitwarden-encrypted-json"),
        ("bitwarden-argon2id.json", "bitwarden-encrypted-json"), ("aegis-encrypted.json", "aegis-json"),
        ("2fas-encrypted.json", "2fas-json"), ("samples/stratum.json", "stratum-json"),
    ]

    static let samples: [Sample] = tables + files.map { ("exchange/\($0.file)", $0.format) }

    /// The formats that recognize the start of a file.
    private static func claims(on bytes: [UInt8]) throws -> [String] {
        var source = ByteSource(bytes)
        try source.decodeText()
        let head = try source.peek(4096)
        return ImportFormats.all.filter { $0.recognizes(head) }.map(\.identifier)
    }

    @Test(arguments: samples)
    func `recognizes a sample of each program as no other program's`(file: String, format: String) throws {
        var claims = try Self.claims(on: ReadExport.vector("../\(file)"))
        // The columns of a program's table can also be guessed, if no table has them.
        if format.hasSuffix("-csv") { claims.removeAll { $0 == "csv" } }
        #expect(claims == [format])
    }

    @Test func `recognizes Latchkey's own export as no other program's`() throws {
        let text = #"{"format": "latchkey-vault", "version": 1, "logins": [{"title": "a", "user": "u"}]}"#
        #expect(try Self.claims(on: Array(text.utf8)) == ["latchkey-json"])
    }

    @Test func `has a sample of every format`() {
        let formats = Set(ImportFormats.all.map(\.identifier)).subtracting(["latchkey-json"])
        #expect(formats.subtracting(Self.samples.map(\.format)) == [])
    }

    @Test func `tries the guess of columns after every program's table`() {
        let formats = ImportFormats.all.map(\.identifier)
        #expect(formats.suffix(3) == ["csv", "enpass-csv", "keeper-csv"])
        #expect(Set(formats).count == formats.count)
    }
}
