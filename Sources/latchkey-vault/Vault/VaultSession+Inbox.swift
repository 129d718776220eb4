import LatchkeyTerminal
import LatchkeySystem
import LatchkeyVault
import LatchkeyVaultProvider

// What waited for an unlock.
extension VaultSession {
    /// Takes in what was saved while the vault was locked.
    ///
    /// What goes wrong here is said and keeps nobody from what they unlocked the vault for; it goes on waiting.
    ///
    /// - Parameter asks: Whether the person is asked about what differs, where there is a terminal.
    /// - Parameter isShown: Whether what stays is shown anyway.
    func takeInInbox(of vault: UnlockedVault, asks: Bool = false, isShown: Bool = false) async throws {
        let taken: TakenInbox
        do {
            taken = try await vault.takeInInbox()
        } catch {
            let problem = Sentences.describe(error)?.message ?? "\(error)"
            return VaultProgram.console.note("what was saved while the vault was locked still waits: \(problem)")
        }
        if !taken.changes.isEmpty {
            let count = taken.changes.count
            let logins = count == 1 ? "a login that was" : "\(count) logins that were"
            VaultProgram.console.note("took in \(logins) waiting")
            await follow(taken.changes, of: vault)
        }
        if isShown { return }
        var waiting = taken.questions.count
        if asks, Prompt.terminal != nil { waiting = try await ask(taken.questions, in: vault) }
        if waiting > 0 {
            let logins = waiting == 1 ? "a changed password waits" : "\(waiting) changed passwords wait"
            VaultProgram.console.note("\(logins) for your answer; run \"latchkey-vault unlock\" on a terminal")
        }
        if taken.unreadableCount > 0 {
            VaultProgram.console.note(
                "\(Sentences.entries(taken.unreadableCount)) of the inbox cannot be read; see \"latchkey-vault inbox\"")
        }
    }

    /// - Returns: how many are left for later.
    private func ask(_ questions: [InboxQuestion], in vault: UnlockedVault) async throws -> Int {
        for (index, question) in questions.enumerated() {
            try Prompt.tell("\(question.note)")
            let permission: SavePermission?
            switch try await Prompt.choice(
                "\(question.sentence) [u]pdate, save as [n]ew, [t]hrow away, [l]ater: ", among: "untl")
            {
            case "u": permission = .update
            case "n": permission = .addAnyway
            case "t": permission = nil
            default: return questions.count - index
            }
            if let change = try await vault.answer(question, with: permission) { await follow([change], of: vault) }
        }
        return 0
    }
}

extension Prompt {
    /// Asks until one of some letters is typed; nothing where the person leaves.
    static func choice(_ question: String, among letters: String) async throws -> Character? {
        guard let terminal else { return nil }
        while true {
            try terminal.write(question)
            guard let line = try await terminal.readLine(echo: true) else { return nil }
            if let letter = line.lowercased().first(where: { !$0.isWhitespace }), letters.contains(letter) {
                return letter
            }
        }
    }
}
