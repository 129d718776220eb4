import AuthenticationServices
import LatchkeyVault

// The request that unlocked the vault comes before the inbox's questions (Docs/decisions/0061-inbox-questions.md).
extension VaultViewController {
    /// Processes the inbox without questions; conflicts stay in the inbox.
    func processInbox(of vault: UnlockedVault) async {
        let result = try? await vault.processInbox()
        // Also refills an empty store, whatever the result of the request.
        updateSuggestions(from: vault, result?.changes ?? [])
    }

    /// The inbox's conflicts; empty if the inbox cannot be read.
    func questions(of vault: UnlockedVault) async -> [InboxQuestion] {
        guard let inbox = try? vault.inbox(), !inbox.entries.isEmpty else { return [] }
        return (try? await vault.processInbox().questions) ?? []
    }

    /// Asks the questions in order, then calls `next`.
    ///
    /// Postponed entries stay in the inbox.
    func ask(
        _ questions: [InboxQuestion], of vault: UnlockedVault, then next: @escaping () async -> Void
    ) async {
        let sequence = InboxQuestions(
            vault: vault, show: { [weak self] in self?.show($0) },
            changed: { [weak self] in self?.updateSuggestions(from: vault, $0) })
        await sequence.ask(questions[...], then: next)
    }

    /// Asks about the inbox's conflicts with a login before it is filled: the answer decides its password.
    func resolveInbox(
        for id: RecordIdentifier, _ part: LoginPart, in vault: UnlockedVault, then next: @escaping () async -> Void
    ) async {
        let pending = part == .password ? await questions(of: vault) : []
        let conflicts = pending.filter { question in question.affected.contains { $0.id == id } }
        await ask(conflicts, of: vault, then: next)
    }
}
