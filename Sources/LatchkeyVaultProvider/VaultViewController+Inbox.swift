import LatchkeyVault

extension VaultViewController {
    /// Takes in what waited for the unlock, asks what must be asked, and goes on.
    func takeInInbox(of vault: UnlockedVault, then next: @escaping (UnlockedVault, Bool) async -> Void) async {
        let questions = InboxQuestions(
            vault: vault, show: { [weak self] in self?.show($0) },
            changed: { [weak self] in self?.updateSuggestions(from: vault, $0) })
        await questions.takeInAndAsk { [weak self] in
            // What was forgotten is known again from here on, whatever becomes of the request.
            self?.updateSuggestions(from: vault, [])
            await next(vault, true)
        }
    }
}
