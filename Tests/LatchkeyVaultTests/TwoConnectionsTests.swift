import Foundation
import GRDB
import LatchkeyCore
@testable import LatchkeyVault
import Testing

@Suite struct `Two connections` {
    @Test func `two connections see each other's changes`() throws {
        let file = try VaultFile()
        let first = try file.create().vault
        let second = try file.unlock()
        let id = try first.add(.simple(1)).id
        #expect(try second.record(id).login == .simple(1))
        try second.edit(id) { $0.password = Secret("second") }
        try first.edit(id) { $0.password = Secret("third") }
        #expect(try second.record(id).login.history.map(\.password) == [Secret("second"), Secret("password 1")])
        try second.remove(id)
        #expect(vaultError { try first.edit(id) { $0.title = "x" } } == .recordRemoved(id))
        try first.verify()
        try second.verify()
        #expect(try first.mark() == second.mark())
    }

    @Test func `concurrent connections lose no changes`() async throws {
        let file = try VaultFile()
        let key = try file.create().vault.vaultKey
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<3 {
                group.addTask {
                    let vault = try LockedVault(file.open(busyTimeout: 60)).unlock(vaultKey: key)
                    for number in 0..<20 {
                        let id = try vault.add(.simple(100 * writer + number)).id
                        if number.isMultiple(of: 2) { try vault.edit(id) { $0.password = Secret("edited") } }
                        if number.isMultiple(of: 5) { try vault.remove(id) }
                    }
                }
            }
            group.addTask {
                let vault = try LockedVault(file.open(busyTimeout: 60)).unlock(vaultKey: key)
                var count = 0
                while count < 60 {
                    let next = try vault.overviews(OverviewQuery(scope: .everything)).count
                    #expect(next >= count)
                    count = next
                }
            }
            try await group.waitForAll()
        }
        let vault = try file.unlock()
        try vault.verify()
        #expect(try vault.overviews().count == 48)
        #expect(try vault.overviews(OverviewQuery(scope: .bin)).count == 12)
        #expect(try vault.mark().revision == 60 + 30 + 12)
    }

    @Test func `one connection deposits proposals while another writes`() async throws {
        let file = try VaultFile()
        let vault = try file.create().vault
        let proposal = InboxProposal(
            reason: .submittedLogin, user: "u", password: Secret("p"), sites: [], proposed: Date())
        async let deposits: Void = {
            let locked = LockedVault(try file.open(busyTimeout: 60))
            for _ in 0..<20 { try locked.deposit(proposal) }
        }()
        for number in 0..<20 { try vault.add(.simple(number)) }
        try await deposits
        #expect(try vault.inbox().entries.count == 20)
        #expect(try vault.overviews().count == 20)
        try vault.verify()
    }
}
