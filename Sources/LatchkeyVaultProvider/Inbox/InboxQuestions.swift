import LatchkeySheet
import LatchkeyVault

/// Asks about what waited for an unlock, one login after the other.
///
/// Whatever goes wrong here is no reason to keep the person from what they unlocked the vault for: it goes on waiting.
@MainActor
struct InboxQuestions {
    let vault: UnlockedVault
    /// Puts a question in front of the person.
    let show: (ASViewController) -> Void
    /// Told what was changed, for the suggestions.
    let changed: ([Change]) -> Void

    /// Takes in what needs no answer, and asks about the rest; returns at once, and ends in `next`.
    func takeInAndAsk(then next: @escaping () async -> Void) async {
        guard let taken = try? await vault.takeInInbox() else { return await next() }
        if !taken.changes.isEmpty { changed(taken.changes) }
        await ask(taken.questions[...], then: next)
    }

    /// Asks one question after the other, until there is none or one is put off; returns at once, and ends in `next`.
    func ask(_ questions: ArraySlice<InboxQuestion>, then next: @escaping () async -> Void) async {
        guard let question = questions.first else { return await next() }
        show(
            InboxQuestionViewController(question) { decision in
                Task { await follow(decision, about: question, questions.dropFirst(), then: next) }
            })
    }

    private func follow(
        _ decision: InboxQuestionViewController.Decision, about question: InboxQuestion,
        _ others: ArraySlice<InboxQuestion>, then next: @escaping () async -> Void
    ) async {
        let permission: SavePermission?
        switch decision {
        case .later: return await next()
        case .update: permission = .update
        case .saveAsNew: permission = .addAnyway
        case .discard: permission = nil
        }
        if let change = try? await vault.answer(question, with: permission) { changed([change]) }
        await ask(others, then: next)
    }
}
