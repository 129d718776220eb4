import ArgumentParser
import Foundation
import LatchkeyCommandLine
import LatchkeyTerminal
import LatchkeyMatching
import LatchkeyVault
import LatchkeyVaultProvider

/// `latchkey-vault inbox`: lists or discards entries of the inbox; prints no secrets.
struct InboxCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inbox", abstract: "Lists or discards logins that were saved while the vault was locked.",
        discussion: """
            Logins that are saved while the vault is locked go to the inbox, which holds at most \(Inbox.limit) entries. An \
            unlock moves them to the vault. These entries stay: one that would replace a password or move a login to the \
            bin, or that cannot be verified because another program or an older version wrote it, about which \
            "latchkey-vault unlock" asks on a terminal; an entry of a later version; and an entry that cannot be read, \
            because it is damaged or belongs to another vault.
            """)

    @Option(
        name: .customLong("discard"), parsing: .upToNextOption,
        help: ArgumentHelp("Discards these entries, after asking.", valueName: "id"))
    var discarded: [String] = []

    @Flag(help: "Discards the unreadable entries, after asking.")
    var discardUnreadable = false

    @Flag(help: "Does not ask for confirmation.")
    var yes = false

    @Flag(help: "Prints JSON.")
    var json = false

    @OptionGroup var options: PassphraseOptions

    private struct Output: Encodable {
        struct Entry: Encodable {
            let id: String
            let kind: String
            let title: String
            let user: String
            let site: String?
            let verified: Bool
            let since: String
        }
        let entries: [Entry]
        /// The identifiers of entries that cannot be read.
        let unreadable: [String]
    }

    private struct DiscardedOutput: Encodable {
        /// The identifiers.
        let discarded: [String]
    }

    func run() async throws {
        let vault = try await VaultSession.open().unlockedVault(options, showsInbox: true)
        let inbox = try vault.inbox()
        if discardUnreadable || !discarded.isEmpty { return try await discard(from: inbox, of: vault) }
        guard json else { return show(inbox) }
        let entries = inbox.entries.map { entry in
            Output.Entry(
                id: entry.id.description, kind: entry.proposal.kind, title: entry.proposal.title,
                user: entry.proposal.user, site: entry.proposal.shownSite,
                verified: entry.isAuthentic,
                since: JSONDate.text(entry.proposal.proposed))
        }
        try VaultProgram.console.print(
            json: Output(entries: entries, unreadable: inbox.unreadable.map(\.description)))
    }

    private func discard(from inbox: Inbox, of vault: UnlockedVault) async throws {
        let all = inbox.entries.map(\.id) + inbox.unreadable
        var chosen = discardUnreadable ? inbox.unreadable : []
        for name in discarded {
            let fitting = all.filter { name.count >= LoginFinder.shortestBeginning && $0.begins(with: name) }
            guard fitting.count == 1, let id = fitting.first else { throw Messages.noInboxEntry(name) }
            if !chosen.contains(id) { chosen.append(id) }
        }
        guard !chosen.isEmpty else {
            if json { try VaultProgram.console.print(json: DiscardedOutput(discarded: [])) }
            return VaultProgram.console.note("the inbox has no unreadable entries")
        }
        if !yes {
            try await Prompt.confirm(
                "permanently discard \(Messages.entries(chosen.count)) of the inbox?",
                unconfirmed: "nothing was discarded")
        }
        for id in chosen { try vault.discard(id) }
        if json { try VaultProgram.console.print(json: DiscardedOutput(discarded: chosen.map(\.description))) }
        VaultProgram.console.note("discarded \(Messages.entries(chosen.count))")
    }

    private func show(_ inbox: Inbox) {
        var table = Table(wholeColumns: [4])
        for entry in inbox.entries {
            let proposal = entry.proposal
            let place = proposal.shownSite.map { Host.displayText(of: $0) } ?? ""
            let kind = proposal.kind + (entry.isAuthentic ? "" : ", unverified")
            let day = proposal.proposed.formatted(.iso8601.year().month().day())
            table.add(kind, place, proposal.user, day, shown(entry.id))
        }
        VaultProgram.console.print(table)
        var unreadable = Table(wholeColumns: [1])
        for id in inbox.unreadable { unreadable.add("unreadable", shown(id)) }
        VaultProgram.console.print(unreadable)
        if table.isEmpty, unreadable.isEmpty { return VaultProgram.console.note("the inbox is empty") }
        if !inbox.unreadable.isEmpty {
            VaultProgram.console.note(
                "to discard unreadable entries, run \"latchkey-vault inbox --discard-unreadable\"")
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
    /// The entry's kind, as printed in the table and in JSON.
    fileprivate var kind: String {
        switch reason {
        case .submittedLogin: "submitted"
        case .generatedPassword: "generated"
        case .savedByUser: "saved"
        case .git: "git"
        case .accountReport: "report"
        case .gitRefusal: "refused"
        case .unknown: "of a later version"
        }
    }
}

extension InboxProposal {
    /// Scheme, host and port of a form's page; the whole address of git's repository, and of a site that is not on the
    /// web.
    fileprivate var shownSite: String? {
        sites.first.map { site in
            switch reason {
            case .git, .gitRefusal: site.text
            default: site.origin ?? site.text
            }
        }
    }
}
