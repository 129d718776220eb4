import ArgumentParser
import Foundation
import LatchkeyTerminal
import LatchkeyMatching
import LatchkeyVault
import LatchkeyVaultProvider

/// `latchkey-vault inbox`: what waits to be taken into the vault; never a secret.
struct InboxCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inbox", abstract: "Lists what waits to be taken into the vault, and throws entries of it away.",
        discussion: """
            What is saved while the vault is locked waits here, at most \(Inbox.limit) entries, and is taken in when it is \
            unlocked. What stays after that is another password than the stored one, which "latchkey-vault unlock" asks \
            about on a terminal; what a later version wrote; or what cannot be read, since it is damaged or was sealed to \
            another vault.
            """)

    @Option(
        name: .customLong("discard"), parsing: .upToNextOption,
        help: ArgumentHelp("Throws these entries away; asks before.", valueName: "id"))
    var discarded: [String] = []

    @Flag(help: "Throws away what cannot be read; asks before.")
    var discardUnreadable = false

    @Flag(help: "Does not ask.")
    var yes = false

    @Flag(help: "Prints JSON.")
    var json = false

    @OptionGroup var options: PassphraseOptions

    func validate() throws {
        if json, discardUnreadable || !discarded.isEmpty {
            throw ValidationError("--json lists, and goes with neither --discard nor --discard-unreadable")
        }
    }

    private struct Output: Encodable {
        struct Entry: Encodable {
            let id: String
            let kind: String
            let title: String
            let user: String
            let site: String?
            let since: String
        }
        let entries: [Entry]
        /// Identifiers of what cannot be read.
        let unreadable: [String]
    }

    func run() async throws {
        let vault = try await VaultSession.open().unlockedVault(options, showsInbox: true)
        let inbox = try vault.inbox()
        if discardUnreadable || !discarded.isEmpty { return try await discard(from: inbox, of: vault) }
        guard json else { return show(inbox) }
        let entries = inbox.entries.map { entry in
            Output.Entry(
                id: entry.id.description, kind: entry.proposal.kind, title: entry.proposal.title,
                user: entry.proposal.user, site: entry.proposal.sites.first?.text,
                since: entry.proposal.proposed.formatted(.iso8601))
        }
        try VaultProgram.console.print(
            json: Output(entries: entries, unreadable: inbox.unreadable.map(\.description)))
    }

    private func discard(from inbox: Inbox, of vault: UnlockedVault) async throws {
        let all = inbox.entries.map(\.id) + inbox.unreadable
        var chosen = discardUnreadable ? inbox.unreadable : []
        for name in discarded {
            let fitting = all.filter { name.count >= LoginFinder.shortestBeginning && $0.begins(with: name) }
            guard fitting.count == 1, let id = fitting.first else { throw Sentences.noInboxEntry(name) }
            if !chosen.contains(id) { chosen.append(id) }
        }
        if chosen.isEmpty { return VaultProgram.console.note("everything in the inbox can be read") }
        if !yes { try await Prompt.confirm("\(Sentences.entries(chosen.count)) of the inbox will be lost for good") }
        for id in chosen { try vault.discard(id) }
        VaultProgram.console.note("\(Sentences.entries(chosen.count)) thrown away")
    }

    private func show(_ inbox: Inbox) {
        var table = Table(wholeColumns: [4])
        for entry in inbox.entries {
            let proposal = entry.proposal
            let place = proposal.sites.first.map { Host.displayText(of: $0.text) } ?? ""
            table.add(
                proposal.kind, place, proposal.user, proposal.proposed.formatted(.iso8601.year().month().day()),
                shown(entry.id))
        }
        VaultProgram.console.print(table)
        var unreadable = Table(wholeColumns: [1])
        for id in inbox.unreadable { unreadable.add("unreadable", shown(id)) }
        VaultProgram.console.print(unreadable)
        if table.isEmpty, unreadable.isEmpty { return VaultProgram.console.note("nothing waits in the inbox") }
        if !inbox.unreadable.isEmpty {
            VaultProgram.console.note(
                "throw away what cannot be read with \"latchkey-vault inbox --discard-unreadable\"")
        }
    }

    private func shown(_ id: RecordIdentifier) -> String {
        let text = id.description
        return VaultProgram.console.isOnTerminal ? String(text.prefix(LoginFinder.shortestBeginning)) : text
    }
}

extension RecordIdentifier {
    fileprivate func begins(with text: String) -> Bool { description.hasPrefix(text.lowercased()) }
}

extension InboxProposal {
    /// A word for what it is.
    fileprivate var kind: String {
        switch reason {
        case .submittedLogin: "submitted"
        case .generatedPassword: "generated"
        case .savedByPerson: "saved"
        case .git: "git"
        case .accountReport: "report"
        case .gitRefusal: "refused"
        case .unknown: "of a later version"
        }
    }
}
