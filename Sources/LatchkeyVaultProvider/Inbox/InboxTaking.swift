package import Foundation
import LatchkeyProvider
package import LatchkeyVault

/// What taking the inbox in came to.
package struct TakenInbox: Sendable {
    /// What it changed, for the suggestions.
    package var changes: [Change] = []
    /// What only the person can decide; it goes on waiting.
    package var questions: [InboxQuestion] = []
    /// How many entries do not open; only the person takes them away.
    package var unreadableCount = 0
}

/// A login that waits, and that the vault has with another password.
package struct InboxQuestion: Sendable, Identifiable {
    /// The entry of the inbox.
    package let id: RecordIdentifier
    package let submitted: SubmittedLogin
    /// The login that it would change.
    package let old: Overview
    package let proposed: Date
    /// Nobody submitted it yet: it was made for a form.
    package let isGenerated: Bool
}

extension UnlockedVault {
    /// Takes in what was saved while the vault was locked, by the rules of a save, in one transaction.
    ///
    /// What is new is added, and what is known goes away. What the person had asked for, or git found to be good, takes the
    /// old password's place, which stays in the history. What differs otherwise is a question. What does not open stays.
    @concurrent
    package func takeInInbox() async throws(VaultError) -> TakenInbox {
        try changing { transaction in
            let inbox = try transaction.inbox()
            let entries = inbox.entries
            let isGenerated = { (entry: Inbox.Entry) in entry.proposal.reason == .generatedPassword }
            var taking = InboxTaking(generated: entries.filter(isGenerated))
            taking.result.unreadableCount = inbox.unreadable.count
            // First what was submitted: it settles what was generated for the same form.
            for entry in entries where !isGenerated(entry) { try taking.take(entry, in: transaction) }
            // Of several passwords that were made for one form the last is the one that was left in it.
            while let entry = taking.generated.popLast() { try taking.take(entry, in: transaction) }
            return taking.result
        }
    }

    /// Does what the person decided.
    ///
    /// - Parameter permission: how to save it; nothing to throw it away.
    /// - Returns: what changed.
    @concurrent
    package func answer(
        _ question: InboxQuestion, with permission: SavePermission?
    ) async throws(VaultError) -> Change? {
        try changing { transaction in
            // Somebody else may have answered meanwhile.
            guard try transaction.inbox().entries.contains(where: { $0.id == question.id }) else { return nil }
            var change: Change?
            if let permission, case .saved(let saved) = try transaction.save(question.submitted, permission: permission)
            {
                change = saved
            }
            try transaction.discard(question.id)
            return change
        }
    }
}

/// One taking in: what it has done so far.
private struct InboxTaking {
    var result = TakenInbox()
    /// What was generated and is not settled yet.
    var generated: [Inbox.Entry]
    /// Logins that were not there before: a later password of theirs overwrites nothing of the person's.
    private var added: Set<RecordIdentifier> = []

    init(generated: [Inbox.Entry]) { self.generated = generated }

    mutating func take(_ entry: Inbox.Entry, in transaction: VaultTransaction) throws {
        let proposal = entry.proposal
        switch proposal.reason {
        case .git:
            // Not among what was added: a form's password is no later one of git's.
            result.changes += try transaction.save(git: proposal)
            return try transaction.discard(entry.id)
        case .gitRefusal:
            for change in try transaction.refuse(git: proposal) { note(change) }
            return try transaction.discard(entry.id)
        default: break
        }
        // A later version's reasons wait for that version; what names no place was written by nobody of us.
        guard proposal.reason != .unknown, let submitted = SubmittedLogin(proposal) else { return }
        let isGenerated = proposal.reason == .generatedPassword
        // Its form's login is asked about already, and settles it.
        if isGenerated, result.questions.contains(where: { $0.submitted.isOfSameForm(as: submitted) }) { return }
        var outcome = try transaction.save(
            submitted, permission: proposal.reason == .savedByPerson ? .update : .addOnly, waiting: generated)
        if case .differs(let old) = outcome, added.contains(old.id) {
            outcome = try transaction.save(submitted, permission: .update, waiting: generated)
        }
        switch outcome {
        case .saved(let change): note(change)
        case .known: break
        case .differs(let old):
            result.questions.append(
                InboxQuestion(
                    id: entry.id, submitted: submitted, old: old, proposed: proposal.proposed,
                    isGenerated: isGenerated))
            return
        }
        generated.removeAll { SubmittedLogin($0.proposal)?.isOfSameForm(as: submitted) ?? false }
        try transaction.discard(entry.id)
    }

    private mutating func note(_ change: Change) {
        if case .added(let overview) = change { added.insert(overview.id) }
        result.changes.append(change)
    }
}

extension VaultTransaction {
    /// Saves what git found to be good while the vault was locked.
    fileprivate func save(git proposal: InboxProposal) throws -> [Change] {
        guard let site = proposal.sites.first, let match = GitMatch(site, user: proposal.user) else { return [] }
        return try save(
            proposal.password, for: proposal.user, match,
            GitCredentialDetails(
                passwordExpiry: proposal.passwordExpiry, oauthRefreshToken: proposal.oauthRefreshToken,
                authenticationType: proposal.authenticationType), mayReplace: false)
    }

    /// Follows what git found to be no good while the vault was locked.
    fileprivate func refuse(git proposal: InboxProposal) throws -> [Change] {
        let user = proposal.refused.contains(.user) ? proposal.user : nil
        guard let site = proposal.sites.first, let match = GitMatch(site, user: user) else { return [] }
        return try refuse(match, password: proposal.refused.contains(.password) ? proposal.password : nil)
    }
}
