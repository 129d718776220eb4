public import ArgumentParser

/// Completion candidates that a program has to look up, for example in the agent.
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
                .filter { $0.hasPrefix(typed) && isWritable($0) }
        }
    }

    /// The candidates; empty after the time limit. The look-up then continues until the process ends.
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

    /// Whether a shell can read the candidate from a line, and show it.
    private static func isWritable(_ candidate: String) -> Bool {
        !candidate.isEmpty
            && candidate.unicodeScalars.allSatisfy { ![.control, .format].contains($0.properties.generalCategory) }
    }
}
