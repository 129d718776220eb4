import Foundation
import GRDB
import LatchkeyCore
@testable import LatchkeyVault
import Testing

/// Vaults of each format; every later version opens them.
@Suite struct `Vault vector` {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Vectors/vault")

    private struct Expectation: Decodable {
        var origin: String
        var format: Int64
        var passphrase: String
        var recoveryCode: String
        var vaultKey: String
        var logins: [Login]

        struct Login: Decodable {
            var identifier: String
            var title: String
            var user: String
            var password: String
            var sites: [String]
            var notes: String?
            var oneTimeCode: String?
            var pastPasswords: [String]
            var isRemoved: Bool
        }
    }

    private static let formats = [1, 2]

    /// Copies a vector and upgrades the copy to the current format.
    private static func copy(_ format: Int) throws -> VaultFile {
        let file = try VaultFile()
        try FileManager.default.copyItem(
            atPath: folder.appending(path: "format-\(format).vault").path, toPath: file.path)
        #expect(try VaultFormat.version(of: file.open()) == expectation(format).format)
        try VaultFormat.upgrade(file.open())
        return file
    }

    private static func expectation(_ format: Int) throws -> Expectation {
        try JSONDecoder().decode(
            Expectation.self, from: Data(contentsOf: folder.appending(path: "format-\(format).json")))
    }

    @Test(arguments: formats) func `a vault of each format opens with passphrase and recovery code`(format: Int) throws
    {
        let expected = try Self.expectation(format)
        let locked = LockedVault(try Self.copy(format).open())
        #expect(try locked.status().format == VaultFormat.current)
        let code = try RecoveryCode(typed: Secret(expected.recoveryCode))
        for vault in [
            try locked.unlock(passphrase: Secret(expected.passphrase)), try locked.unlock(recoveryCode: code),
        ] {
            try vault.verify()
            #expect(unsafe vault.vaultKey.withBytes { unsafe Data($0).base64EncodedString() } == expected.vaultKey)
        }
    }

    @Test(arguments: formats) func `a vault of each format returns its exact logins`(format: Int) throws {
        let expected = try Self.expectation(format)
        let vault = try LockedVault(Self.copy(format).open()).unlock(passphrase: Secret(expected.passphrase))
        #expect(try vault.overviews(OverviewQuery(scope: .everything)).count == expected.logins.count)
        for login in expected.logins {
            let record = try vault.record(#require(RecordIdentifier(login.identifier)))
            #expect(record.login.title == login.title)
            #expect(record.login.user == login.user)
            #expect(record.login.password?.reveal() == login.password)
            #expect(record.login.sites.map(\.text) == login.sites)
            #expect(record.login.notes?.reveal() == login.notes)
            #expect(record.login.oneTimeCode?.reveal() == login.oneTimeCode)
            #expect(record.login.history.map { $0.password.reveal() } == login.pastPasswords)
            #expect(record.overview.isRemoved == login.isRemoved)
        }
    }

    @Test(arguments: formats) func `a vault of each format can be changed`(format: Int) throws {
        let file = try Self.copy(format)
        let vault = try LockedVault(file.open()).unlock(passphrase: Secret(try Self.expectation(format).passphrase))
        let id = try vault.add(.full).id
        try vault.verify()
        #expect(try vault.record(id).login == .full)
    }

    @Test(arguments: formats) func `a vault of each format finds its logins by account`(format: Int) throws {
        let expected = try Self.expectation(format)
        let vault = try LockedVault(Self.copy(format).open()).unlock(passphrase: Secret(expected.passphrase))
        for login in expected.logins {
            let host = try #require(login.sites.first.flatMap(Site.init)).host
            #expect(try vault.found([.user(login.user, host: host)]).map(\.description) == [login.identifier])
        }
    }

    @Test(arguments: formats) func `a vault of each format has its proposal in the inbox`(format: Int) throws {
        let vault = try LockedVault(Self.copy(format).open())
            .unlock(passphrase: Secret(try Self.expectation(format).passphrase))
        #expect(try vault.inbox().entries.map(\.proposal.user) == ["waiting"])
    }
}
