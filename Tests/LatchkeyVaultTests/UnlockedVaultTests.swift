import Foundation
import GRDB
import LatchkeyCore
@testable import LatchkeyVault
import Synchronization
import Testing

@Suite struct `Unlocked vault` {
    /// A clock that advances by a second with each reading.
    private static func clock() -> VaultClock {
        let seconds = Mutex(1_800_000_000.0)
        return VaultClock {
            seconds.withLock {
                $0 += 1
                return Date(timeIntervalSince1970: $0)
            }
        }
    }

    private static func vault() throws -> (VaultFile, UnlockedVault) {
        let file = try VaultFile()
        return (file, try file.create(clock: clock()).vault)
    }

    @Test func `another session reads an added login`() throws {
        let (file, vault) = try Self.vault()
        let change = try vault.add(.full)
        let record = try file.unlock().record(change.id)
        #expect(record.login == (try Login.full))
        #expect(change == .added(record.overview))
        #expect(record.overview.contents == [.password, .oneTimeCode, .passkey, .notes])
        #expect(record.overview.passkeys.map(\.userName) == ["jane"])
        #expect(record.overview.created == record.overview.changed)
        #expect(record.overview.revision == 1)
    }

    @Test func `adds a password to the history only if it changed`() throws {
        let (_, vault) = try Self.vault()
        let id = try vault.add(Login(title: "A", password: Secret("one"))).id
        try vault.edit(id) { $0.title = "B" }
        #expect(try vault.record(id).login.history.isEmpty)
        try vault.edit(id) { $0.password = Secret("two") }
        try vault.edit(id) { $0.password = Secret("two") }
        let record = try vault.record(id)
        #expect(record.login.history.map(\.password) == [Secret("one")])
        #expect(record.login.history.first?.replaced == record.overview.changed)
        #expect(record.login.password == Secret("two"))
    }

    @Test func `records when the current password was filled into a page`() throws {
        let (file, vault) = try Self.vault()
        let id = try vault.add(.simple(1)).id
        try vault.markUsed(id)
        #expect(try vault.overview(id).passwordFilled == nil)
        try vault.transaction { _ = try $0.markUsed(id, fillingPassword: true) }
        let filled = try #require(try vault.overview(id).passwordFilled)
        #expect(try vault.overview(id).lastUsed == filled)
        try vault.markUsed(id)
        try vault.edit(id) { $0.title = "B" }
        #expect(try file.unlock().overview(id).passwordFilled == filled)
        try vault.edit(id) { $0.password = Secret("another") }
        #expect(try vault.overview(id).passwordFilled == nil)
    }

    @Test func `rejects a passkey with too many combining marks in its names`() throws {
        let (_, vault) = try Self.vault()
        let tower = "a" + String(repeating: "\u{301}", count: 100)
        var login = try Login.full
        login.passkeys[0].description.userName = tower
        #expect(vaultError { try vault.add(login) } == .tooManyMarks)
    }

    @Test func `stores an empty password as no password`() throws {
        let (_, vault) = try Self.vault()
        let id = try vault.add(Login(title: "A", user: "u", password: Secret(""))).id
        #expect(try vault.record(id).login.password == nil)
        #expect(try vault.overview(id).contents == [])
        #expect(try vault.overview(id).passwordDigest == nil)
        try vault.edit(id) { $0.password = Secret("one") }
        try vault.edit(id) { $0.password = Secret("") }
        let login = try vault.record(id).login
        #expect(login.password == nil)
        #expect(login.history.map(\.password) == [Secret("one")])
    }

    @Test func `records when a password was set`() throws {
        let (file, vault) = try Self.vault()
        func since() throws -> Double {
            let record = try #require(
                try file.unlock().overviews().overviews.first.map { try file.unlock().record($0.id) })
            return record.login.passwordSince(created: record.overview.created).timeIntervalSince1970
        }
        func date(_ seconds: Double) -> Date { Date(timeIntervalSince1970: seconds) }
        let id = try vault.transaction {
            try $0.add(Login(title: "A", password: Secret("one")), created: date(1000), passwordSince: date(2000))
        }.id
        #expect(try since() == 2000)
        try vault.edit(id) { $0.title = "B" }
        #expect(try since() == 2000)
        try vault.transaction { _ = try $0.edit(id, passwordSince: date(3000)) { $0.password = Secret("two") } }
        #expect(try since() == 3000)
        #expect(try vault.record(id).login.history.map(\.replaced) == [date(3000)])
        try vault.edit(id) { $0.addToHistory(Secret("zero"), asOf: date(1500), currentSince: date(3000)) }
        #expect(try since() == 3000)
        #expect(try vault.record(id).login.history.map { $0.password.reveal() } == ["one", "zero"])
        try vault.edit(id) { $0.password = nil }
        try vault.edit(id) { $0.password = Secret("three") }
        #expect(try since() > 1_800_000_000)
    }

    @Test func `the history keeps the newest twenty passwords`() throws {
        let (_, vault) = try Self.vault()
        let id = try vault.add(Login(title: "A", password: Secret("0"))).id
        for number in 1...25 { try vault.edit(id) { $0.password = Secret("\(number)") } }
        #expect(try vault.record(id).login.history.map { $0.password.reveal() } == (5...24).reversed().map { "\($0)" })
    }

    @Test func `an edit returns both overviews, or nil if nothing changed`() throws {
        let (_, vault) = try Self.vault()
        let before = try vault.add(.full)
        guard case .added(let old) = before else { throw VaultError.notAVault }
        let change = try vault.edit(old.id) { $0.user = "joe" }
        let new = try vault.overview(old.id)
        #expect(change == .changed(from: old, to: new))
        #expect(new.user == "joe")
        #expect(new.created == old.created)
        #expect(new.changed > old.changed)
        let mark = try vault.mark()
        #expect(try vault.edit(old.id) { $0.user = "joe" } == nil)
        #expect(try vault.mark() == mark)
    }

    @Test func `an edit to another spelling of a character is a change`() throws {
        let (_, vault) = try Self.vault()
        let id = try vault.add(Login(title: "A", user: "e\u{301}")).id
        try vault.edit(id) { $0.user = "\u{E9}" }
        #expect(try Array(vault.record(id).login.user.utf8) == [0xC3, 0xA9])
    }

    @Test func `rejects an edit of a record that was changed meanwhile`() throws {
        let (_, vault) = try Self.vault()
        let id = try vault.add(.full).id
        let seen = try vault.overview(id).revision
        try vault.edit(id, expecting: seen) { $0.title = "mine" }
        #expect(vaultError { try vault.edit(id, expecting: seen) { $0.title = "yours" } } == .recordChanged(id))
        #expect(try vault.record(id).login.title == "mine")
    }

    @Test func `a record is removed, restored, removed again and purged`() throws {
        let (_, vault) = try Self.vault()
        let id = try vault.add(.full).id
        #expect(vaultError { try vault.purge(id) } == .recordNotRemoved(id))
        #expect(vaultError { try vault.restore(id) } == .recordNotRemoved(id))
        let removed = try vault.remove(id)
        #expect(removed == .removed(try vault.overview(id)))
        #expect(vaultError { try vault.remove(id) } == .recordRemoved(id))
        #expect(vaultError { try vault.edit(id) { $0.title = "x" } } == .recordRemoved(id))
        #expect(vaultError { try vault.markUsed(id) } == .recordRemoved(id))
        #expect(try vault.overviews().count == 0)
        #expect(try vault.overviews(OverviewQuery(scope: .bin)).overviews.map(\.id) == [id])
        #expect(try vault.restore(id) == .added(try vault.overview(id)))
        #expect(try vault.record(id).login == Login.full)
        try vault.remove(id)
        try vault.purge(id)
        #expect(vaultError { _ = try vault.record(id) } == .recordNotFound(id))
        #expect(try vault.overviews(OverviewQuery(scope: .everything)).count == 0)
        try vault.verify()
    }

    @Test func `purging a record overwrites its sealed bytes in the file`() throws {
        let (file, vault) = try Self.vault()
        let id = try vault.add(.full).id
        try vault.remove(id)
        let sealed = try #require(
            try file.open().read { try Data.fetchOne($0, sql: "SELECT details FROM records") })
        #expect(try Data(contentsOf: URL(filePath: file.path)).firstRange(of: sealed.prefix(32)) != nil)
        try vault.purge(id)
        #expect(try Data(contentsOf: URL(filePath: file.path)).firstRange(of: sealed.prefix(32)) == nil)
    }

    @Test func `recording a use does not change the time of last change`() throws {
        let (_, vault) = try Self.vault()
        let id = try vault.add(.full).id
        let before = try vault.overview(id)
        try vault.markUsed(id)
        let after = try vault.overview(id)
        #expect(before.lastUsed == nil)
        #expect(after.lastUsed != nil)
        #expect(after.changed == before.changed)
        #expect(try vault.record(id).login == Login.full)
    }

    @Test func `a transaction writes all its changes or none`() throws {
        let (_, vault) = try Self.vault()
        let id = try vault.add(.full).id
        let mark = try vault.mark()
        #expect(throws: CancellationError.self) {
            try vault.transaction { transaction in
                try transaction.add(.simple(1))
                try transaction.edit(id) { $0.title = "changed" }
                try transaction.remove(id)
                throw CancellationError()
            }
        }
        #expect(try vault.mark() == mark)
        #expect(try vault.overviews().overviews.map(\.title) == ["Example"])
        let ids = try vault.transaction { transaction in
            let first = try transaction.add(.simple(1)).id
            try transaction.edit(first) { $0.title = "one" }
            try transaction.remove(id)
            return [first, try transaction.add(.simple(2)).id]
        }
        #expect(try vault.overviews().overviews.map(\.title) == ["one", "Site 2"])
        #expect(Set(try vault.overviews().overviews.map(\.id)) == Set(ids))
        try vault.verify()
    }

    @Test func `cancelling a large transaction changes nothing`() async throws {
        let (file, vault) = try Self.vault()
        try vault.add(.full)
        let before = try Data(contentsOf: URL(filePath: file.path))
        let task = Task {
            try vault.transaction { transaction in
                for number in 0... {
                    if number == 3000 { unsafe withUnsafeCurrentTask { unsafe $0?.cancel() } }
                    try Task.checkCancellation()
                    try transaction.add(.simple(number))
                }
            }
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try Data(contentsOf: URL(filePath: file.path)) == before)
        try vault.verify()
    }

    @Test func `rejects a record above the size limit`() throws {
        let (_, vault) = try Self.vault()
        let long = String(repeating: "a", count: Overview.byteLimit)
        #expect(vaultError { try vault.add(Login(title: long)) } == .tooLarge(bytes: 65600, limit: 65536))
        let notes = Secret(copying: [UInt8](repeating: 65, count: 4 * 1024 * 1024))
        #expect(
            vaultError { try vault.add(Login(title: "", notes: notes)) }
                == .tooLarge(bytes: 4_194_368, limit: 4_194_304))
        #expect(try vault.overviews().count == 0)
        try vault.verify()
    }

    @Test func `keeps key slots of unknown kinds`() throws {
        let file = try VaultFile()
        let created = try file.create()
        let vault = created.vault
        // A later version would add a slot and update the manifest's digest of all slots.
        try vault.transaction { transaction in
            let db = transaction.db
            let later = KeySlot(identifier: RecordIdentifier(), kind: 9, parameters: [1, 2, 3], wrapped: [4, 5])
            try later.insert(in: db, vault: vault.identifier)
            let slots = try KeySlot.all(in: db, vault: vault.identifier)
            transaction.manifest.slots = KeySlot.digest(of: slots, with: vault.keys)
            transaction.manifest.revision += 1
        }
        try vault.changePassphrase(to: Secret("new"), cost: VaultFile.cheapest)
        _ = try vault.changeRecoveryCode()
        let status = try LockedVault(file.open()).status()
        #expect(Set(status.slots) == [.passphrase, .recoveryCode, .unknown(kind: 9)])
        #expect(try LockedVault(file.open()).unlock(passphrase: Secret("new")).overviews().count == 0)
    }

    @Test func `changing the passphrase changes no record`() throws {
        let (file, vault) = try Self.vault()
        for number in 0..<5 { try vault.add(.simple(number)) }
        let sql = "SELECT identifier, revision, overview, details FROM records ORDER BY identifier"
        let before = try file.open().read { try Row.fetchAll($0, sql: sql) }
        try vault.changePassphrase(to: Secret("new"), cost: VaultFile.cheapest)
        #expect(try file.open().read { try Row.fetchAll($0, sql: sql) } == before)
        let locked = LockedVault(try file.open())
        #expect(vaultError { _ = try locked.unlock(passphrase: VaultFile.passphrase) } == .wrongPassphrase)
        #expect(try locked.unlock(passphrase: Secret("new")).overviews().count == 5)
        // The session stays valid after the change.
        try vault.add(.simple(6))
        try vault.verify()
    }

    @Test func `a new recovery code replaces the old one`() throws {
        let file = try VaultFile()
        let created = try file.create()
        let code = try created.vault.changeRecoveryCode()
        let locked = LockedVault(try file.open())
        #expect(vaultError { _ = try locked.unlock(recoveryCode: created.recoveryCode) } == .wrongRecoveryCode)
        #expect(try locked.unlock(recoveryCode: code).overviews().count == 0)
    }
}
