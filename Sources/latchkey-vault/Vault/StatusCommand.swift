import ArgumentParser
import AuthenticationServices
import LatchkeyTerminal
import LatchkeySystem
import LatchkeyVault
import LatchkeyVaultProvider

/// `latchkey-vault status`: shows the vault's file and state.
struct StatusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Shows whether the vault is unlocked, for how long, and how many logins it has.",
        discussion: "To change the time until it locks, run \"latchkey-vault unlock --auto-lock MINUTES\".")

    @Flag(help: "Prints JSON.")
    var json = false

    private struct Status: Encodable {
        var path: String
        var state: String
        /// Seconds until it locks.
        var locksIn: Int?
        var autoLockMinutes: Int
        /// The logins outside the bin; `nil` while the vault is locked, when only all records can be counted.
        var logins: Int?
        /// The notes, cards and entries of unknown kinds outside the bin; `nil` if there are none.
        var otherEntries: Int?
        var inBin: Int?
        var records: Int?
        var waiting: Int?
        var suggestions: String
    }

    func run() async throws {
        let session = try await VaultSession.open()
        let isOn = await ASCredentialIdentityStore.shared.state().isEnabled
        var status = Status(
            path: session.access.file?.path ?? "", state: "missing",
            autoLockMinutes: session.access.settings.autoLockMinutes, suggestions: isOn ? "on" : "off")
        status.locksIn = (try? await session.access.keychain.timeLeft()).flatMap { $0 }.map { Int($0.rounded()) }
        var note: CommandError?
        switch try await session.access.state(renewing: false) {
        case .missing:
            guard await session.access.fullReport()?.isNew != false else { throw await session.missingVault() }
        case .locked(let vault):
            status.state = "locked"
            status.locksIn = nil
            try count(vault, into: &status)
        case .unlocked(let vault):
            status.state = "unlocked"
            try await count(session.lockedVault(), into: &status)
            try count(vault, into: &status)
        case .replaced(_, let replaced):
            status.state = "replaced"
            try await count(session.lockedVault(), into: &status)
            note = Messages.replacedVault(replaced)
        }
        if json { try VaultProgram.console.print(json: status) } else { show(status) }
        if let note {
            VaultProgram.console.note("warning: \(note.message)")
            if let hint = note.hint { VaultProgram.console.hint(hint) }
        }
        if let report = session.access.file?.report, report.isFault {
            VaultProgram.console.note("warning: \(report.sentence)")
            VaultProgram.console.hint(report.hint)
        }
        if status.state != "missing", !isOn { session.noteSuggestionsNotUpdated() }
        if status.state == "missing", !json {
            VaultProgram.console.note("create a vault with \"latchkey-vault create\"")
        }
    }

    private func count(_ vault: LockedVault, into status: inout Status) throws {
        let found = try vault.status()
        status.records = found.recordCount
        status.waiting = found.proposalCount
    }

    private func count(_ vault: UnlockedVault, into status: inout Status) throws {
        var (logins, others, removed) = (0, 0, 0)
        try vault.forEachOverview { overview in
            if overview.isRemoved { removed += 1 } else if overview.kind == .login { logins += 1 } else { others += 1 }
        }
        (status.logins, status.inBin) = (logins, removed)
        status.otherEntries = others == 0 ? nil : others
    }

    private func show(_ status: Status) {
        var table = Table()
        table.add("vault", status.path)
        table.add("state", status.state + (status.locksIn.map { ", locks in \(Self.duration($0))" } ?? ""))
        table.add("auto-lock", "after \(Self.duration(status.autoLockMinutes * 60)) of inactivity")
        if let logins = status.logins, let inBin = status.inBin {
            table.add("logins", "\(logins), and \(inBin) in the bin")
            if let others = status.otherEntries { table.add("other entries", "\(others)") }
        } else if let records = status.records {
            table.add("entries", "\(records), including notes, cards and the bin")
        }
        if let waiting = status.waiting, waiting > 0 {
            table.add("inbox", "\(Messages.entries(waiting)); see \"latchkey-vault inbox\"")
        }
        table.add("suggestions", status.suggestions == "on" ? "enabled" : "disabled")
        for line in table.lines { VaultProgram.console.print(line) }
    }

    private static func duration(_ seconds: Int) -> String {
        switch seconds {
        case ..<60: "\(seconds) s"
        case _ where seconds.isMultiple(of: 3600): "\(seconds / 3600) h"
        default: "\((seconds + 59) / 60) min"
        }
    }
}
