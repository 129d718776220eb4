import LatchkeyTerminal
import LatchkeySystem
import LatchkeyVault
import LatchkeyVaultProvider

extension VaultSession {
    /// Moves logins from the inbox to the vault.
    ///
    /// An error is only printed: the entries stay in the inbox, and the command continues.
    ///
    /// - Parameters:
    ///   - asks: Whether to ask on the terminal about passwords that differ from the stored ones.
    ///   - isShown: Whether the command itself prints the remaining entries.
    ///   - applied: The number of entries that the command has applied before.
    func takeInInbox(
        of vault: UnlockedVault, asks: Bool = false, isShown: Bool = false, after applied: Int = 0
    ) async throws {
        let taken: InboxResult
        do {
            taken = try await vault.processInbox()
        } catch {
            let problem = Messages.describe(error)?.message ?? "\(error)"
            return VaultProgram.console.note("the inbox could not be processed: \(problem)")
        }
        // Counts entries, as "status" does: one entry can change several logins, or none.
        let processed = applied + taken.processedCount
        if processed > 0 { VaultProgram.console.note("processed \(Messages.entries(processed)) of the inbox") }
        if !taken.changes.isEmpty { await follow(taken.changes, of: vault) }
        if isShown { return }
        var waiting = taken.questions.count
        if asks, Prompt.terminal != nil { waiting = try await ask(taken.questions, in: vault) }
        if waiting > 0 {
            let entries = waiting == 1 ? "1 entry of the inbox needs" : "\(waiting) entries of the inbox need"
            VaultProgram.console.note("\(entries) your decision; run \"latchkey-vault unlock\" on a terminal")
        }
        if taken.unverifiedCount > 0 {
            VaultProgram.console.note(
                "\(Messages.entries(taken.unverifiedCount)) of the inbox may not be from this version of Latchkey; run "
                    + "\"latchkey-vault inbox\" to see what is unverified")
        }
        if taken.unreadableCount > 0 {
            VaultProgram.console.note(
                "\(Messages.entries(taken.unreadableCount)) of the inbox cannot be read; see \"latchkey-vault inbox\"")
        }
    }

    /// Asks about each entry.
    ///
    /// - Returns: The number of questions that the user left for later.
    private func ask(_ questions: [InboxQuestion], in vault: UnlockedVault) async throws -> Int {
        for (index, question) in questions.enumerated() {
            try Prompt.show("\(question.note)")
            if !question.isVerified { try Prompt.show(InboxQuestion.unverified) }
            let permission: SavePermission?
            let (choices, letters) =
                question.canSaveAsNew
                ? ("[u]pdate, save as [n]ew, [t]hrow away, [l]ater", "untl")
                : ("[a]pply, [t]hrow away, [l]ater", "atl")
            switch try await Prompt.choice("\(question.sentence) \(choices): ", among: letters) {
            case "u", "a": permission = .updateConfirmed
            case "n": permission = .addAnyway
            case "t": permission = nil
            default: return questions.count - index
            }
            let changes = try await vault.answer(question, with: permission)
            if !changes.isEmpty { await follow(changes, of: vault) }
        }
        return 0
    }
}
