import Foundation
import LatchkeyCore
import Testing

@testable import LatchkeyVault

@Suite struct `Account report` {
    static let reports: [AccountReport] = [
        .renamed(relyingParty: "example.com", userHandle: Data([1, 2]), name: "jane"),
        .renamed(relyingParty: "example.com", userHandle: Data(), name: ""),
        .renamed(relyingParty: "example.com", userHandle: Data([1]), name: "jane", displayName: "Jane Doe"),
        .renamed(relyingParty: "example.com", userHandle: Data([1]), name: "jane", displayName: ""),
        .unknownPasskey(relyingParty: "example.com", credentialID: Data([3])),
        .acceptedPasskeys(
            relyingParty: "example.com", userHandle: Data([1]), credentialIDs: [Data([3]), Data([4, 5])]),
        .acceptedPasskeys(relyingParty: "example.com", userHandle: Data([1]), credentialIDs: []),
        .unusedPassword(domain: "example.com", user: "jane"), .unusedPassword(domain: "example.com", user: ""),
    ]

    @Test(arguments: reports) func `an account report is equal after storing it in the inbox`(report: AccountReport)
        throws
    {
        let file = try VaultFile()
        let vault = try file.create().vault
        let time = Date(timeIntervalSince1970: 1_800_000_000)
        let id = try LockedVault(file.open()).deposit(InboxProposal(report, at: time))
        let entry = try #require(try vault.inbox().entries.first)
        #expect(entry.id == id)
        #expect(entry.proposal.reason == .accountReport)
        #expect(entry.proposal.report == report)
    }

    @Test func `a hidden passkey stays in the login and stays hidden after an edit`() throws {
        let file = try VaultFile()
        let vault = try file.create().vault
        let id = try vault.add(.full).id
        try vault.edit(id) {
            $0.hiddenPasskeys = [Data([1, 2, 3])]
            $0.replacedPasskeys = [Data([1, 2, 3]), Data([9])]
        }
        try vault.edit(id) { $0.title = "Renamed" }
        let record = try file.unlock().record(id)
        #expect(record.login.hiddenPasskeys == [Data([1, 2, 3])])
        // An identifier of no hidden passkey is dropped.
        #expect(record.login.replacedPasskeys == [Data([1, 2, 3])])
        #expect(record.login.passkeys.count == 1)
        #expect(record.overview.passkeys.count == 1)
        #expect(record.overview.offeredPasskeys == [])
        // Removing the passkey removes its identifier from the hidden ones.
        try vault.edit(id) { $0.passkeys = [] }
        #expect(try vault.record(id).login.hiddenPasskeys == [])
        #expect(try vault.record(id).login.replacedPasskeys == [])
    }
}
