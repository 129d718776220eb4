import LatchkeyVault

extension VaultViewController {
    /// Takes in what waited for the unlock, asks what must be asked, and goes on.
    ///
    /// Whatever goes wrong here is no reason to keep the person from what they unlocked the vault for: it goes on waiting.
    func takeInInbox(of vault: UnlockedVault, then next: @escaping (UnlockedVault, Bool) async -> Void) async {
        guard let taken = try? await vault.takeInInbox() else { return await next(vault, true) }
        if !taken.changes.isEmpty { updateSuggestions(from: vault, taken.changes) }
        await ask(taken.questions[...], in: vault, then: next)
    }

    private func ask(
        _ questions: ArraySlice<InboxQuestion>, in vault: UnlockedVault,
        then next: @escaping (UnlockedVault, Bool) async -> Void
    ) async {
        guard let question = questions.first else { return await next(vault, true) }
        show(
            InboxQuestionViewController(question) { [weak self] decision in
                Task {
                    let permission: SavePermission?
                    switch decision {
                    case .later: return await next(vault, true)
                    case .update: permission = .update
                    case .saveAsNew: permission = .addAnyway
                    case .discard: permission = nil
                    }
                    if let change = try? await vault.answer(question, with: permission) {
                        self?.updateSuggestions(from: vault, [change])
                    }
                    await self?.ask(questions.dropFirst(), in: vault, then: next)
                }
            })
    }
}
