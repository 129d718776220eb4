package import Foundation
import LatchkeyProvider
package import LatchkeyVault

/// The result of processing the inbox.
package struct InboxResult: Sendable {
    /// The changes of the vault, to update the suggestions.
    package var changes: [Change] = []
    /// The entries that the user must decide.
    ///
    /// They stay in the inbox.
    package var questions: [InboxQuestion] = []
    /// The number of entries that cannot be decrypted.
    ///
    /// Only the user removes them.
    package var unreadableCount = 0
    /// The number of entries that were removed from the inbox, with or without a change of the vault.
    package var processedCount = 0

    /// The number of entries that Latchkey cannot prove to be its own.
    package var unverifiedCount: Int { questions.count { !$0.isVerified } }
}

/// An entry of the inbox that would replace a password or move a login to the bin, or that is not authentic.
package struct InboxQuestion: Sendable, Identifiable {
    /// What the entry would do.
    package enum Action: Sendable {
        /// Save a login of a form; the vault may have another password of its account.
        case save(SubmittedLogin)
        /// Save a credential that git approved.
        case saveForGit
        /// Apply the rejection of a credential by git's server.
        case rejectForGit
        /// Apply a site's report.
        case report(AccountReport)
    }

    let entry: Inbox.Entry
    package let action: Action
    /// The logins that it would change or move to the bin; empty if it adds a login.
    package let affected: [Overview]

    /// The identifier of the inbox entry.
    package var id: RecordIdentifier { entry.id }
    /// Whether a program of Latchkey wrote the entry.
    package var isVerified: Bool { entry.isAuthentic }
    package var proposed: Date { entry.proposal.proposed }
    /// Whether the password was generated for a form, and the form's submission was not seen.
    package var isGenerated: Bool { entry.proposal.reason == .generatedPassword }

    /// The submitted login of an entry of a form.
    var submitted: SubmittedLogin? {
        if case .save(let submitted) = action { submitted } else { nil }
    }
}

extension UnlockedVault {
    /// Processes the inbox in one transaction.
    ///
    /// Adds new logins and removes known ones from the inbox. An entry that would replace a password, or move a login to the
    /// bin, becomes a question, which names the login. So does each entry that is not authentic. Unreadable entries stay.
    @concurrent
    package func processInbox() async throws(VaultError) -> InboxResult {
        try change { transaction in
            let inbox = try transaction.inbox()
            let entries = inbox.entries
            let isGenerated = { (entry: Inbox.Entry) in entry.proposal.reason == .generatedPassword }
            var processor = InboxProcessor(generated: entries.filter { isGenerated($0) && $0.isAuthentic })
            processor.result.unreadableCount = inbox.unreadable.count
            for entry in entries where !entry.isAuthentic { try processor.ask(about: entry, in: transaction) }
            // Submitted logins first: they supersede the passwords generated for the same form.
            for entry in entries where entry.isAuthentic && !isGenerated(entry) {
                try processor.process(entry, in: transaction)
            }
            // Latest first: the last password generated for a form is the one that the user left in it.
            while let entry = processor.generated.popLast() { try processor.process(entry, in: transaction) }
            if !entries.isEmpty {
                processor.result.processedCount = try entries.count - transaction.inbox().entries.count
            }
            return processor.result
        }
    }

    /// Applies the user's decision, and removes the entry from the inbox.
    ///
    /// - Parameter permission: How to save the login, or any value to apply another entry; `nil` discards it.
    /// - Returns: The changes; empty if there are none, or the entry is no longer in the inbox.
    @concurrent
    package func answer(
        _ question: InboxQuestion, with permission: SavePermission?
    ) async throws(VaultError) -> [Change] {
        try change { transaction in
            // Another process may have removed or replaced the entry since.
            guard try transaction.inbox().entries.contains(question.entry) else { return [] }
            var changes: [Change] = []
            if let permission { changes = try transaction.apply(question, permission) }
            try transaction.discard(question.id)
            return changes
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
    /// Git's logins added by this processing, which only a later credential of git may replace.
    private var addedForGit: Set<RecordIdentifier> = []

    init(generated: [Inbox.Entry]) { self.generated = generated }

    /// Makes a question of an entry without applying it; entries of a later version stay in the inbox.
    mutating func ask(about entry: Inbox.Entry, in transaction: VaultTransaction) throws {
        guard let question = try transaction.question(about: entry) else { return }
        result.questions.append(question)
    }

    mutating func process(_ entry: Inbox.Entry, in transaction: VaultTransaction) throws {
        let proposal = entry.proposal
        switch proposal.reason {
        case .git, .gitRefusal, .accountReport:
            guard let question = try transaction.question(about: entry) else { return }
            guard question.affected.allSatisfy({ addedForGit.contains($0.id) }) else {
                return result.questions.append(question)
            }
            // Other reports are applied after the answer, in ``applyReports()``.
            if proposal.report != nil { return }
            // A git login is not added to `added`: a form's password must not replace a token from git.
            let changes = try transaction.apply(question, .addOnly)
            for case .added(let overview) in changes { addedForGit.insert(overview.id) }
            result.changes += changes
            return try transaction.discard(entry.id)
        default: break
        }
        // Entries with an unknown reason are from a newer version; those without a website are from other programs.
        guard proposal.reason != .unknown, let submitted = SubmittedLogin(proposal) else { return }
        let isGenerated = proposal.reason == .generatedPassword
        // A question about the same form's login decides this one as well.
        if isGenerated, result.questions.contains(where: { $0.submitted?.isOfSameForm(as: submitted) ?? false }) {
            return
        }
        var outcome = try transaction.save(submitted, permission: .addOnly, inboxEntries: generated)
        if case .differs(let old) = outcome, added.contains(old.id) {
            outcome = try transaction.save(submitted, permission: .update, inboxEntries: generated)
        }
        switch outcome {
        case .saved(let change): note(change)
        case .known: break
        case .differs(let old):
            result.questions.append(InboxQuestion(entry: entry, action: .save(submitted), affected: [old]))
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
    /// The question about an entry; `nil` for an entry of a later version or another program.
    ///
    /// Changes nothing.
    fileprivate func question(about entry: Inbox.Entry) throws -> InboxQuestion? {
        let proposal = entry.proposal
        switch proposal.reason {
        case .git: return InboxQuestion(entry: entry, action: .saveForGit, affected: try replaced(git: proposal))
        case .gitRefusal:
            return InboxQuestion(entry: entry, action: .rejectForGit, affected: try binned(git: proposal))
        case .accountReport:
            guard let report = proposal.report else { return nil }
            return InboxQuestion(entry: entry, action: .report(report), affected: try loginsLosingPassword(by: report))
        case .unknown: return nil
        case .submittedLogin, .generatedPassword, .savedByUser:
            guard let submitted = SubmittedLogin(proposal) else { return nil }
            let affected: [Overview] =
                switch try existingLogin(for: submitted) {
                case .other(let old), .outsideRule(let old): [old]
                case .none, .same, .withoutUser: []
                }
            return InboxQuestion(entry: entry, action: .save(submitted), affected: affected)
        }
    }

    /// Applies an entry that the user accepted, or that changes no existing password.
    fileprivate func apply(_ question: InboxQuestion, _ permission: SavePermission) throws -> [Change] {
        switch question.action {
        case .save(let submitted):
            guard case .saved(let change) = try save(submitted, permission: permission) else { return [] }
            return [change]
        case .saveForGit: return try save(git: question.entry.proposal)
        case .rejectForGit: return try reject(git: question.entry.proposal)
        case .report(let report): return try apply(report)
        }
    }

    /// Saves a credential that git approved while the vault was locked.
    private func save(git proposal: InboxProposal) throws -> [Change] {
        guard let site = proposal.sites.first, let match = GitMatch(site, user: proposal.user) else { return [] }
        return try save(
            proposal.password, for: proposal.user, match, proposal.gitDetails, mayReplace: false)
    }

    /// The logins whose password ``save(git:)`` would replace.
    private func replaced(git proposal: InboxProposal) throws -> [Overview] {
        guard let site = proposal.sites.first, let match = GitMatch(site, user: proposal.user) else { return [] }
        return try loginsReplaced(by: proposal.password, for: proposal.user, match, proposal.gitDetails)
    }

    /// Applies a rejection by git while the vault was locked.
    private func reject(git proposal: InboxProposal) throws -> [Change] {
        guard let match = proposal.refusedMatch else { return [] }
        return try reject(match, password: proposal.refusedPassword)
    }

    /// The logins that ``reject(git:)`` would move to the bin.
    private func binned(git proposal: InboxProposal) throws -> [Overview] {
        guard let match = proposal.refusedMatch else { return [] }
        return try loginsBinned(by: match, password: proposal.refusedPassword)
    }
}

extension InboxProposal {
    fileprivate var gitDetails: GitCredentialDetails {
        GitCredentialDetails(
            passwordExpiry: passwordExpiry, oauthRefreshToken: oauthRefreshToken,
            authenticationType: authenticationType)
    }

    fileprivate var refusedMatch: GitMatch? {
        sites.first.flatMap { GitMatch($0, user: refused.contains(.user) ? user : nil) }
    }

    fileprivate var refusedPassword: Secret? { refused.contains(.password) ? password : nil }
}
