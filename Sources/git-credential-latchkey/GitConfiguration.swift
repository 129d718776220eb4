import LatchkeySystem

/// The settings of git that its helpers obey.
enum GitConfiguration {
    /// Whether git allows questions to the user: `GIT_TERMINAL_PROMPT` and `credential.interactive`.
    ///
    /// Starts a git, so call it only before a question.
    static func allowsQuestions(environment: [String: String]) async -> Bool {
        if let prompt = environment["GIT_TERMINAL_PROMPT"], isFalse(prompt) { return false }
        guard let configured = await value(of: "credential.interactive") else { return true }
        return !isFalse(configured) && configured.lowercased() != "never"
    }

    /// The values of git-config(1), "boolean".
    private static func isFalse(_ text: String) -> Bool { ["0", "false", "no", "off", ""].contains(text.lowercased()) }

    /// A value of git's configuration, which includes the options of git's command line; `nil` if it is not set.
    private static func value(of key: String) async -> String? {
        guard let output = await ProgramOutput.of("git", ["config", "--get", key]), output.hasSucceeded else {
            return nil
        }
        return String(output.text.prefix { !$0.isNewline })
    }
}
