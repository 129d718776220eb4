import Foundation
import Testing

@testable import LatchkeySystem

@Suite struct `Report of the vault's file` {
    private let folder: TemporaryFolder
    private var path: String { folder.path + "/vault.sqlite" }
    private var report: VaultFileReport { VaultFileReport(folder: folder.path) }

    init() throws {
        folder = try TemporaryFolder()
        try FileManager.default.createDirectory(
            atPath: folder.path + "/backups", withIntermediateDirectories: false)
    }

    /// Writes a vault's header with a page count, padded to a size.
    private func vault(pages: UInt8 = 2, size: Int = 8192) -> Data {
        var bytes = [UInt8](repeating: 0, count: size)
        bytes.replaceSubrange(0..<16, with: Array("SQLite format 3\0".utf8))
        bytes[16] = 0x10
        bytes[31] = pages
        bytes.replaceSubrange(68..<72, with: Array("LKVT".utf8))
        return Data(bytes)
    }

    private func write(_ data: Data, to name: String = "vault.sqlite") throws {
        try data.write(to: URL(filePath: folder.path + "/" + name))
    }

    @Test func `recognises an intact vault file`() throws {
        try write(vault())
        #expect(report.condition == .plausible && !report.isFault && !report.isNew)
    }

    @Test func `recognises a truncated vault file unless a program is writing it`() throws {
        try write(vault(pages: 3))
        #expect(report.condition == .truncated(size: 8192, expected: 12_288))
        #expect(report.isFault && report.isLost)
        try write(Data("journal".utf8), to: "vault.sqlite-journal")
        #expect(report.condition == .plausible)
    }

    @Test func `ignores a page count of another change`() throws {
        var data = vault(pages: 3)
        data[27] = 1
        try write(data)
        #expect(report.condition == .plausible)
    }

    @Test(arguments: [Data("text".utf8), Data(repeating: 0x41, count: 5000)])
    func `recognises a file that is not a vault`(data: Data) throws {
        try write(data)
        #expect(report.condition == .notAVault)
        var other = vault()
        other[68] = 0
        try write(other)
        #expect(report.condition == .notAVault)
    }

    @Test func `distinguishes a lost vault from one that was never created`() throws {
        #expect(report.isNew && !report.isFault)
        #expect(report.sentence == "there is no vault yet" && report.hint == "run \"latchkey-vault create\"")
        try write(Data())
        #expect(report.isNew && report.condition == .empty)
        var known = report
        known.hasSuggestions = true
        #expect(known.isFault && known.isLost)
        try write(vault(), to: "backups/vault-20260101T000000Z-import.sqlite")
        #expect(report.isFault && report.isLost)
    }

    @Test func `lists intact backups, newest first`() throws {
        try write(vault(), to: "backups/vault-20260101T000000Z-import.sqlite")
        try write(vault(), to: "backups/vault-20260301T000000Z-passwd.sqlite")
        try write(Data(), to: "backups/vault-20260401T000000Z-restore.sqlite")
        try write(vault(pages: 9), to: "backups/vault-20260501T000000Z-restore.sqlite")
        try write(vault(), to: "backups/notes.sqlite")
        #expect(
            report.backups == ["vault-20260301T000000Z-passwd.sqlite", "vault-20260101T000000Z-import.sqlite"])
        #expect(
            report.sentence
                == "the vault's file is missing: \(path); there are 2 backups, the newest is "
                + "vault-20260301T000000Z-passwd.sqlite")
        #expect(
            report.hint
                == "run \"latchkey-vault restore-backup vault-20260301T000000Z-passwd.sqlite\"; \"latchkey-vault backup "
                + "--list\" shows the others, or \"latchkey-vault create --replace-lost\" for a new, empty vault")
    }

    @Test func `says that a restore made the newest backup`() throws {
        try write(vault(), to: "backups/vault-20260301T000000Z-passwd.sqlite")
        try write(vault(), to: "backups/vault-20260401T000000Z-restore-2.sqlite")
        #expect(
            report.sentence.hasSuffix(
                "the newest is vault-20260401T000000Z-restore-2.sqlite, the vault that the last restore replaced"))
    }

    @Test func `suggests moving a folder away from the vault's path`() throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        #expect(report.condition == .notAFile)
        #expect(report.hint == "run \"mv \(path) \(path).old && latchkey-vault restore-backup FILE\"")
    }
}
