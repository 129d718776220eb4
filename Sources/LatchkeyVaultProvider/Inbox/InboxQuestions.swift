import AuthenticationServices
import LatchkeySheet
import LatchkeyVault

/// Asks about the logins of the inbox, one after the other.
///
/// Ignores errors: the entries stay in the inbox, and the user continues with the request that unlocked the vault.
@MainActor
struct InboxQuestions {
    let vault: UnlockedVault
    /// Shows a question's controller.
    let show: (ASViewController) -> Void
    /// Receives the changes, to update the suggestions.
    let changed: ([Change]) -> Void

    /// Processes the inbox and asks about the conflicts, then calls `next`.
    ///
    /// May return before that.
    func processAndAsk(then next: @escaping () async -> Void) async {
        guard let result = try? await vault.processInbox() else { return await next() }
        if !result.changes.isEmpty { changed(result.changes) }
        await ask(result.questions[...], then: next)
    }

    /// Asks the questions in order until the user postpones one, then calls `next`.
    ///
    /// May return before that.
    func ask(_ questions: ArraySlice<InboxQuestion>, then next: @escaping () async -> Void) async {
        guard let question = questions.first else { return await next() }
        show(
            InboxQuestionViewController(question) { decision in
                Task { await apply(decision, to: question, questions.dropFirst(), then: next) }
            })
    }

    private func apply(
        _ decision: InboxQuestionViewController.Decision, to question: InboxQuestion,
        _ others: ArraySlice<InboxQuestion>, then next: @escaping () async -> Void
    ) async {
        let permission: SavePermission?
        switch decision {
        case .later: return await next()
        case .update: permission = .updateConfirmed
        case .saveAsNew: permission = .addAnyway
        case .discard: permission = nil
        }
        if let changes = try? await vault.answer(question, with: permission), !changes.isEmpty { changed(changes) }
        await ask(others, then: next)
    }
}
