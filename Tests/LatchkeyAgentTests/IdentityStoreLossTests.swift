import Foundation
import GRDB
import LatchkeyTesting
import LatchkeyWire
import Testing

@testable import LatchkeyAgent

@Suite struct `Identity store on disk` {
    private let folder: TemporaryFolder
    private let first: ProviderIdentifier
    private let losses = Collected<IdentityStoreLoss>()
    private var file: URL { folder.url.appending(path: "identities.sqlite") }

    init() throws {
        folder = try TemporaryFolder()
        first = try .first
    }

    /// Writes a store of some identities, all of it in the one file.
    private func fill(count: Int = 3) async throws -> Set<CredentialIdentity> {
        let store = try IdentityStore.open(folder, enabled: [first])
        let identities = (0..<count).map {
            CredentialIdentity.password("user\($0)", at: "host\($0).example.com", rank: $0)
        }
        try await store.change(.replace, identities, of: first)
        try store.close()
        return Set(identities)
    }

    private func open() throws -> IdentityStore {
        try .open(folder, enabled: [first], losses: losses)
    }

    @Test func `an identity store keeps identities over a restart`() async throws {
        let identities = try await fill()
        let store = try open()
        #expect(try await store.all(of: first) == identities)
        #expect(try await store.state(of: first).supportsIncrementalUpdates)
        #expect(losses.values == [])
    }

    @Test func `the store's files are private and excluded from backups`() async throws {
        let store = try open()
        try await store.change(.save, [.password("anna", at: "example.com")], of: first)
        #expect(try folder.mode(of: "identities.sqlite") == 0o600)
        #expect(try folder.mode(of: "identities.sqlite-wal") == 0o600)
        #expect(try folder.mode(of: "identities.sqlite-shm") == 0o600)
        let tag = try Data(contentsOf: folder.url.appending(path: "CACHEDIR.TAG"))
        #expect(tag.starts(with: Data("Signature: 8a477f597d28d172789f06886806bc55\n".utf8)))
    }

    @Test func `an empty store is no loss without enabled providers`() throws {
        _ = try IdentityStore.open(folder, enabled: [], losses: losses)
        #expect(losses.values == [])
    }

    @Test func `a store counts as lost without its file`() async throws {
        _ = try await fill()
        try FileManager.default.removeItem(at: file)
        #expect(try await open().state(of: first).supportsIncrementalUpdates == false)
        #expect(losses.values == [IdentityStoreLoss(reason: .missing)])
    }

    @Test(arguments: [0, 1]) func `a store counts as lost if its file is empty`(length: Int) async throws {
        _ = try await fill()
        try Data(contentsOf: file).prefix(length).write(to: file)
        let store = try open()
        #expect(losses.values == [IdentityStoreLoss(reason: .missing)])
        #expect(try await store.state(of: first).supportsIncrementalUpdates == false)
    }

    @Test func `a store counts as lost on another machine`() async throws {
        _ = try await fill()
        let store = try IdentityStore.open(folder, machine: "that", enabled: [first], losses: losses)
        #expect(try await store.all(of: first) == [])
        #expect(try await store.state(of: first).supportsIncrementalUpdates == false)
        #expect(losses.values == [IdentityStoreLoss(reason: .otherMachine)])
        #expect(try folder.names.contains { $0.hasPrefix("identities.damaged") } == false)
    }

    @Test(arguments: [2, 16, 100, 4095, 4096, 5000, 20_480])
    func `sets a truncated store aside`(length: Int) async throws {
        _ = try await fill(count: 100)
        try Data(contentsOf: file).prefix(length).write(to: file)
        try await expectEmptyAfterLoss()
    }

    @Test func `sets a store that is not a database aside`() async throws {
        try Data((0..<9000).map { UInt8(truncatingIfNeeded: $0 * 7) }).write(to: file)
        try await expectEmptyAfterLoss()
        #expect(losses.values.first?.setAside == "identities.damaged-20270115T080000Z")
        #expect(try folder.mode(of: "identities.damaged-20270115T080000Z") == 0o600)
    }

    @Test func `sets another program's database aside`() async throws {
        let queue = try DatabaseQueue(path: file.path)
        try await queue.write { try $0.execute(sql: "CREATE TABLE identity (x)") }
        try queue.close()
        try await expectEmptyAfterLoss()
    }

    @Test func `sets a store of a later format aside`() async throws {
        _ = try await fill()
        let queue = try DatabaseQueue(path: file.path)
        try await queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA user_version = 5") }
        try queue.close()
        try await expectEmptyAfterLoss(reason: .newerFormat)
    }

    @Test func `replaces a store of an earlier format and removes its file`() async throws {
        _ = try await fill()
        let queue = try DatabaseQueue(path: file.path)
        try await queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA user_version = 2") }
        try queue.close()
        #expect(try await open().state(of: first).supportsIncrementalUpdates == false)
        #expect(losses.values == [IdentityStoreLoss(reason: .olderFormat)])
        #expect(try !folder.names.contains { $0.hasPrefix("identities.damaged") })
    }

    @Test func `reads and upgrades a store of version 3`() async throws {
        let stored = try await fill()
        let queue = try DatabaseQueue(path: file.path)
        try await queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA user_version = 3") }
        try queue.close()
        for _ in 0..<2 {
            let store = try open()
            #expect(try await store.all(of: first) == stored)
            #expect(losses.values.isEmpty)
            try store.close()
        }
        let upgraded = try DatabaseQueue(path: file.path)
        #expect(try await upgraded.read { try Int.fetchOne($0, sql: "PRAGMA user_version") } == 4)
    }

    @Test func `keeps only two stores that were set aside`() throws {
        for _ in 0..<5 {
            try Data("garbage".utf8).write(to: file)
            try open().close()
        }
        #expect(losses.values.count == 5)
        #expect(try folder.names.count { $0.hasPrefix("identities.damaged-") } == 2)
    }

    @Test func `an open store detects damage and continues empty`() async throws {
        _ = try await fill(count: 2000)
        let store = try open()
        let handle = try FileHandle(forWritingTo: file)
        try handle.seek(toOffset: 4096)
        try handle.write(contentsOf: Data(repeating: 0xff, count: 500_000))
        try handle.close()
        _ = try? await store.all(of: first)
        #expect(losses.values.map(\.reason) == [.damaged])
        #expect(try await store.all(of: first) == [])
        #expect(try await store.state(of: first).supportsIncrementalUpdates == false)
        try await store.change(.replace, [.password("anna", at: "example.com")], of: first)
        #expect(try store.users(at: "example.com") == ["anna"])
    }

    @Test func `a changed byte causes a correct answer or an empty store`() async throws {
        let identities = try await fill(count: 12)
        let good = try Data(contentsOf: file)
        var source = SeededGenerator()
        // Every byte of the header, and bytes all over the pages.
        let offsets = Array(0..<100) + (0..<200).map { _ in Int.random(in: 100..<good.count, using: &source) }
        for offset in offsets {
            var bytes = good
            bytes[offset] ^= 1 << UInt8.random(in: 0..<8, using: &source)
            try bytes.write(to: file)
            let store = try open()
            try await store.verify()
            let found = try await store.all(of: first)
            let isFilled = try await store.state(of: first).supportsIncrementalUpdates
            try #require(found == identities && isFilled || found.isEmpty && !isFilled, "byte \(offset)")
            if !found.isEmpty {
                let looked = try store.lookUp(IdentityQuery(site: "example.com", hosts: [])).identities
                try #require(Set(looked.map(\.identity)) == identities, "byte \(offset)")
            }
            try store.close()
        }
    }

    @Test func `keeps the old list when the disk is full`() async throws {
        let old = try await fill()
        let store = try IdentityStore.open(folder, enabled: [first], maximumPageCount: 20, losses: losses)
        let many = (0..<5000).map { CredentialIdentity.password("user\($0)", at: "example.org") }
        await #expect(throws: IdentityStoreError.full) { try await store.change(.replace, many, of: first) }
        #expect(try await store.all(of: first) == old)
        #expect(try await store.state(of: first).supportsIncrementalUpdates)
        try await store.change(.replace, [.password("anna", at: "example.com")], of: first)
        #expect(try await store.all(of: first) == [.password("anna", at: "example.com")])
        #expect(losses.values == [])
    }

    @Test func `a store can be open twice`() async throws {
        let one = try open()
        let two = try open()
        try await one.change(.save, [.password("anna", at: "example.com")], of: first)
        #expect(try two.users(at: "example.com") == ["anna"])
        async let left: Void = one.change(.save, (0..<500).map { .password("left\($0)", at: "a.example") }, of: first)
        async let right: Void = two.change(.save, (0..<500).map { .password("right\($0)", at: "a.example") }, of: first)
        _ = try await (left, right)
        #expect(try await one.all(of: first).count == 1001)
        #expect(try await two.verify())
    }

    @Test func `a store in memory leaves no files`() async throws {
        _ = try await fill()
        let store = try IdentityStore.open(folder, inMemoryOnly: true, enabled: [first], losses: losses)
        #expect(losses.values == [IdentityStoreLoss(reason: .forgotten)])
        try await store.change(.replace, [.password("anna", at: "example.com")], of: first)
        #expect(try store.users(at: "example.com") == ["anna"])
        #expect(try folder.names == ["CACHEDIR.TAG"])
        try await store.forgetIfInMemory()
        #expect(try store.users(at: "example.com") == [])
        #expect(try await store.state(of: first) == .init(isEnabled: true, supportsIncrementalUpdates: false))
        #expect(losses.values.count == 2)
    }

    @Test func `a lock does not remove identities on the disk`() async throws {
        let identities = try await fill()
        let store = try open()
        try await store.forgetIfInMemory()
        #expect(try await store.all(of: first) == identities)
    }

    @Test func `an unusable folder is an error of its own`() throws {
        let blocked = folder.url.appending(path: "file")
        try Data().write(to: blocked)
        #expect(throws: IdentityStoreError.unusableFolder) {
            _ = try IdentityStore(folder: blocked, machine: "this", enabled: [], onLoss: { _ in })
        }
    }

    private func expectEmptyAfterLoss(reason: IdentityStoreLoss.Reason = .damaged) async throws {
        let store = try open()
        try await store.verify()
        #expect(losses.values.map(\.reason) == [reason])
        let name = try #require(losses.values.first?.setAside)
        #expect(try folder.names.contains(name))
        #expect(try await store.all(of: first) == [])
        #expect(try await store.state(of: first) == .init(isEnabled: true, supportsIncrementalUpdates: false))
        try await store.change(.replace, [.password("anna", at: "example.com")], of: first)
        #expect(try store.users(at: "example.com") == ["anna"])
    }
}
