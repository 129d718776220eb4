package import Foundation
import LatchkeyProvider
package import LatchkeyVault

/// The result of processing the inbox.
package struct InboxResult: Sendable {
    /// The changes of the vault, to update the suggestions.
    package var changes: [Change] = []
    /// The conflicts that the user must decide.
    ///
    /// Their entries stay in the inbox.
    package var questions: [InboxQuestion] = []
    /// The number of entries that cannot be decrypted.
    ///
    /// Only the user removes them.
    package var unreadableCount = 0
}

/// A login of the inbox whose account has another password in the vault.
package struct InboxQuestion: Sendable, Identifiable {
    /// The identifier of the inbox entry.
    package let id: RecordIdentifier
    package let submitted: SubmittedLogin
    /// The login that it would change.
    package let old: Overview
    package let proposed: Date
    /// Whether the password was generated for a form, and the form's submission was not seen.
    package let isGenerated: Bool
}

extension UnlockedVault {
    /// Saves the logins of the inbox in one transaction.
    ///
    /// Adds new logins and removes known ones from the inbox. A password that the user asked to save replaces the old one,
    /// and so does one that git approved for its own login; the history keeps the old password. Other conflicts become
    /// questions. Unreadable entries stay.
    @concurrent
    package func processInbox() async throws(VaultError) -> InboxResult {
        try change { transaction in
            let inbox = try transaction.inbox()
            let entries = inbox.entries
            let isGenerated = { (entry: Inbox.Entry) in entry.proposal.reason == .generatedPassword }
            var processor = InboxProcessor(generated: entries.filter(isGenerated))
            processor.result.unreadableCount = inbox.unreadable.count
            // Submitted logins first: they supersede the passwords generated for the same form.
            for entry in entries where !isGenerated(entry) { try processor.process(entry, in: transaction) }
            // Latest first: the last password generated for a form is the one that the user left in it.
            while let entry = processor.generated.popLast() { try processor.process(entry, in: transaction) }
            return processor.result
        }
    }

    /// Applies the user's decision, and removes the entry from the inbox.
    ///
    /// - Parameter permission: How to save the login; `nil` discards it.
    /// - Returns: The change; `nil` if there is none, or the entry is no longer in the inbox.
    @concurrent
    package func answer(
        _ question: InboxQuestion, with permission: SavePermission?
    ) async throws(VaultError) -> Change? {
        try change { transaction in
            // Another process may have removed the entry since.
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

/// The state of one processing of the inbox.
private struct InboxProcessor {
    var result = InboxResult()
    /// Generated passwords that are not processed yet.
    var generated: [Inbox.Entry]
    /// Logins added by this processing.
    ///
    /// A later password may replace theirs, because the user has never seen it.
    private var added: Set<RecordIdentifier> = []

    init(generated: [Inbox.Entry]) { self.generated = generated }

    mutating func process(_ entry: Inbox.Entry, in transaction: VaultTransaction) throws {
        let proposal = entry.proposal
        switch proposal.reason {
        case .git:
            // Not added to `added`: a form's password must not replace a token from git.
            result.changes += try transaction.save(git: proposal)
            return try transaction.discard(entry.id)
        case .gitRefusal:
            for change in try transaction.reject(git: proposal) { note(change) }
            return try transaction.discard(entry.id)
        default: break
        }
        // Entries with an unknown reason are from a newer version; those without a website are from other programs.
        guard proposal.reason != .unknown, let submitted = SubmittedLogin(proposal) else { return }
        let isGenerated = proposal.reason == .generatedPassword
        // A question about the same form's login decides this one as well.
        if isGenerated, result.questions.contains(where: { $0.submitted.isOfSameForm(as: submitted) }) { return }
        var outcome = try transaction.save(
            submitted, permission: proposal.reason == .savedByUser ? .update : .addOnly, inboxEntries: generated)
        if case .differs(let old) = outcome, added.contains(old.id) {
            outcome = try transaction.save(submitted, permission: .update, inboxEntries: generated)
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
    /// Saves a credential that git approved while the vault was locked.
    fileprivate func save(git proposal: InboxProposal) throws -> [Change] {
        guard let site = proposal.sites.first, let match = GitMatch(site, user: proposal.user) else { return [] }
        return try save(
            proposal.password, for: proposal.user, match,
            GitCredentialDetails(
                passwordExpiry: proposal.passwordExpiry, oauthRefreshToken: proposal.oauthRefreshToken,
                authenticationType: proposal.authenticationType), mayReplace: false)
    }

    /// Applies a rejection by git while the vault was locked.
    fileprivate func reject(git proposal: InboxProposal) throws -> [Change] {
        let user = proposal.refused.contains(.user) ? proposal.user : nil
        guard let site = proposal.sites.first, let match = GitMatch(site, user: user) else { return [] }
        return try reject(match, password: proposal.refused.contains(.password) ? proposal.password : nil)
    }
}
