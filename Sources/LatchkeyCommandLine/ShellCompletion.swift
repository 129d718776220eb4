public import ArgumentParser

/// Completion candidates that a program has to look up, for example in the agent.
///
/// Every completion with values that the program did not choose itself is made here, so that each candidate is checked.
public enum ShellCompletion {
    /// A completion without candidates after an error or after the time limit, because the shell waits for it.
    ///
    /// - Parameter candidates: Returns the candidates for the word that was typed so far; others are ignored.
    public static func lookUp(
        within limit: Duration = .milliseconds(500),
        _ candidates: @escaping @Sendable (_ typed: String) async throws -> [String]
    ) -> CompletionKind {
        .custom { _, _, typed in
            await first(within: limit) { try await candidates(typed) }
                .filter { $0.hasPrefix(typed) && isSafeInShell($0) }
        }
    }

    /// A completion whose candidates are found without waiting, for example the names of files.
    ///
    /// - Parameter candidates: Returns the candidates for the word that was typed so far; others are ignored.
    public static func list(_ candidates: @escaping @Sendable (_ typed: String) -> [String]) -> CompletionKind {
        .custom { _, _, typed in
            candidates(typed).filter { $0.hasPrefix(typed) && isSafeInShell($0) }
        }
    }

    /// The candidates; empty after the time limit.
    ///
    /// The look-up then continues until the process ends.
    static func first(
        within limit: Duration, _ find: @escaping @Sendable () async throws -> [String]
    ) async -> [String] {
        let (results, found) = AsyncStream.makeStream(of: [String].self)
        // No task group, which would wait for a call that cannot be cancelled.
        Task { found.yield((try? await find()) ?? []) }
        let timer = Task {
            try await Task.sleep(for: limit)
            found.yield([])
        }
        defer { timer.cancel() }
        for await result in results { return result }
        return []
    }

    /// Whether no shell interprets any character of the candidate, except a space between words.
    ///
    /// A website or an import can choose a candidate. The parser's script for bash passes the candidates to
    /// `compgen -W`, which expands `$(…)`, backticks, quotes and backslashes in them. Every shell escapes the spaces
    /// of the candidate that it inserts. A leading hyphen would make the candidate an option.
    static func isSafeInShell(_ candidate: String) -> Bool {
        // A hyphen with a combining mark is another character, and still begins an option.
        !candidate.isEmpty && candidate.unicodeScalars.first != "-" && candidate.unicodeScalars.allSatisfy(isSafe)
    }

    private static func isSafe(_ scalar: Unicode.Scalar) -> Bool {
        if " @._/:+-,".unicodeScalars.contains(scalar) { return true }
        return switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber: true
        // The vowel signs and accents of many scripts.
        case .nonspacingMark, .spacingMark: true
        default: false
        }
    }
}
