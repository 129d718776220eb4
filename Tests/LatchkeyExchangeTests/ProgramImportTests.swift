import Foundation
import GRDB
import LatchkeyExchange
import LatchkeyCore
import LatchkeyTesting
import LatchkeyVault
import Testing

/// Imports the CSV files of all programs into a vault.
@Suite("Import of CSV tables") struct ProgramImportTests {
    static func vault() throws -> UnlockedVault {
        let queue = try DatabaseQueue(configuration: VaultDatabase.configuration())
        return try LockedVault.create(
            in: queue, passphrase: Secret("p"), cost: Argon2Cost(memoryKiB: 8, passes: 1, lanes: 1)
        ).vault
    }

    private static func counts(_ report: ImportReport) -> [Int] {
        [report.added, report.same, report.changed, report.refusedCount]
    }

    private static func bitwarden(_ rows: String...) -> ByteSource {
        let header =
            "folder,favorite,type,name,notes,fields,reprompt,login_uri,login_username,login_password,login_totp"
        return ByteSource(Array(([header] + rows).joined(separator: "\n").utf8))
    }

    @Test(arguments: ProgramTablesTests.tables)
    func `imports every value of every program's CSV, and nothing when repeated`(
        file: String, format: String, rows: [String]
    ) throws {
        let vault = try Self.vault()
        let refused = rows.count { $0.contains(" refused: ") }
        let bytes = try ProgramTable.bytes(file)
        let first = try LoginImport.run(ByteSource(bytes), into: vault)
        #expect(Self.counts(first) == [rows.count - refused, 0, 0, refused])
        #expect(first.format == format)
        #expect(first.encoding == .utf8)
        let mark = try vault.mark()
        let second = try LoginImport.run(ByteSource(bytes), into: vault)
        #expect(Self.counts(second) == [0, rows.count - refused, 0, refused])
        #expect(second.remarks == first.remarks.filter(\.notice.isLoss))
        #expect(try vault.mark() == mark)
        // The vault has the values of the file.
        let kept = try vault.overviews().overviews.map { overview in
            let record = try vault.record(overview.id)
            return ImportedRow(line: 0, content: .login(record.login), lastUsed: overview.lastUsed).everything
        }
        #expect(
            kept.sorted()
                == rows.filter { !$0.contains(" refused: ") }.map { row in
                    let parts = row.split(separator: " | ").filter { !$0.hasPrefix("created=") && !$0.hasPrefix("(") }
                    return "0 " + parts.joined(separator: " | ").drop { $0 != " " }.dropFirst()
                }.sorted())
        try vault.verify()
    }

    @Test func `imports the dates when an account was created and used`() throws {
        let vault = try Self.vault()
        _ = try LoginImport.run(ByteSource(ProgramTable.bytes("firefox")), into: vault)
        let overview = try #require(try vault.overviews().overviews.first { $0.title == "example.com" })
        #expect(overview.created == Date(timeIntervalSince1970: 1_588_889_840))
        #expect(overview.lastUsed == Date(timeIntervalSince1970: 1_700_000_000.5))
    }

    @Test func `imports rows of one file with different titles as different logins`() throws {
        let vault = try Self.vault()
        func file() -> ByteSource {
            Self.bitwarden(
                ",,login,Root,,,0,https://aws.example,,p1,", ",,login,Billing,,,0,https://aws.example,,p2,",
                ",,login,Same,n,,0,https://aws.example,,p1,")
        }
        #expect(Self.counts(try LoginImport.run(file(), into: vault)) == [3, 0, 0, 0])
        #expect(Self.counts(try LoginImport.run(file(), into: vault)) == [0, 3, 0, 0])
    }

    @Test func `adds missing values to a login, keeps its own, and reports both`() throws {
        let vault = try Self.vault()
        _ = try LoginImport.run(Self.bitwarden(",,login,A,mine,k: 1,0,https://a.example,u,p,"), into: vault)
        let fuller = ",,login,Other,theirs,\"k: 2\nl: 3\",0,https://a.example,u,p,JBSWY3DPEHPK3PXP"
        let report = try LoginImport.run(Self.bitwarden(fuller), into: vault)
        #expect(Self.counts(report) == [0, 0, 1, 0])
        #expect(report.remarks == [.init(line: 2, notice: .vaultKeptItsOwn([.notes, .field("k")]), title: "Other")])
        let login = try vault.record(#require(try vault.overviews().overviews.first?.id)).login
        #expect(
            ImportedRow(line: 0, content: .login(login)).everything
                == "0 A | user=u | password=p | site=https://a.example | code=otpauth://totp/?secret=JBSWY3DPEHPK3PXP"
                + "&algorithm=SHA1&digits=6&period=30 | notes=mine | *k=1 | *l=3")
        let again = try LoginImport.run(Self.bitwarden(fuller), into: vault)
        #expect(Self.counts(again) == [0, 1, 0, 0])
        #expect(again.remarks == report.remarks)
    }

    @Test func `previews an import without changing the vault`() throws {
        let vault = try Self.vault()
        _ = try LoginImport.run(Self.bitwarden(",,login,A,,,0,https://a.example,u,old,"), into: vault)
        let mark = try vault.mark()
        func file() -> ByteSource {
            Self.bitwarden(
                ",,login,A,,,0,https://a.example,u,new,", ",,login,B,,,0,https://b.example,v,p,", ",,card,C,,,0,,,,")
        }
        let preview = try LoginImport.run(file(), into: vault, mode: .previewing)
        #expect(Self.counts(preview) == [1, 0, 1, 1])
        #expect(
            preview.summaries == [
                .init(line: 2, outcome: .changed, title: "A", user: "u", sites: ["https://a.example"]),
                .init(line: 3, outcome: .added, title: "B", user: "v", sites: ["https://b.example"]),
            ])
        #expect(try vault.mark() == mark)
        #expect(try LoginImport.run(file(), into: vault) == preview)
    }

    @Test(.timeLimit(.minutes(3))) func `writes nothing if a file of 100 000 rows is invalid in the middle`() throws {
        let vault = try Self.vault()
        _ = try LoginImport.run(Self.bitwarden(",,login,A,,,0,https://a.example,u,p,"), into: vault)
        let mark = try vault.mark()
        var count = 0
        let source = ByteSource {
            count += 1
            if count == 1 { return Array("\"Group\",\"Title\",\"Username\",\"Password\",\"URL\",\"Notes\"\n".utf8) }
            if count > 100_001 { return [] }
            // A quote that is never closed includes the rest of the file.
            let note = count == 5_001 ? "\"note" : ""
            return Array(",S,u\(count),p,s.io,\(note)\n".utf8)
        }
        #expect(throws: ExchangeError.unterminatedQuote(line: 5_001)) { try LoginImport.run(source, into: vault) }
        #expect(try vault.mark() == mark)
        #expect(try vault.overviews().count == 1)
    }

    @Test func `refuses a row with too many fields`() throws {
        let lines = (0...1000).map { "f\($0): 1" }.joined(separator: "\n")
        let report = try LoginImport.run(
            Self.bitwarden(",,login,A,,\"\(lines)\",0,https://a.example,u,p,", ",,login,B,,,0,https://b.example,u,p,"),
            into: Self.vault())
        #expect(Self.counts(report) == [1, 0, 0, 1])
        #expect(report.refused == [.init(line: 2, reason: .tooLong, title: "A")])
    }
}
