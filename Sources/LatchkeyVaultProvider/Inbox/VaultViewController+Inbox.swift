import LatchkeyVault

// What was kept while the vault was locked. What the person unlocked it for goes first (Docs/decisions/0061-inbox-questions.md).
extension VaultViewController {
    /// Takes in what waited for the unlock as far as nobody need be asked; what is left goes on waiting.
    func takeInInbox(of vault: UnlockedVault) async {
        let taken = try? await vault.takeInInbox()
        // What was forgotten is known again from here on, whatever becomes of the request.
        updateSuggestions(from: vault, taken?.changes ?? [])
    }

    /// What waits for an answer in an unlocked vault.
    func questions(of vault: UnlockedVault) async -> [InboxQuestion] {
        guard let inbox = try? vault.inbox(), !inbox.entries.isEmpty else { return [] }
        return (try? await vault.takeInInbox().questions) ?? []
    }

    /// Asks about several, one after the other, and goes on; those that are put off go on waiting.
    func ask(
        _ questions: [InboxQuestion], of vault: UnlockedVault, then next: @escaping () async -> Void
    ) async {
        let asking = InboxQuestions(
            vault: vault, show: { [weak self] in self?.show($0) },
            changed: { [weak self] in self?.updateSuggestions(from: vault, $0) })
        await asking.ask(questions[...], then: next)
    }

    /// Asks what waits about one login that is about to be filled: the answer decides which password that is.
    func settle(
        _ id: RecordIdentifier, _ part: LoginPart, in vault: UnlockedVault, then next: @escaping () async -> Void
    ) async {
        let waiting = part == .password ? await questions(of: vault).filter { $0.old.id == id } : []
        await ask(waiting, of: vault, then: next)
    }
}
