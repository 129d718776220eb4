import Foundation

/// Whether git may ask the person anything.
enum Interaction {
    /// git's own switch for terminals, and the one in its configuration that says it of helpers as well.
    ///
    /// Costs the start of a git, so it is asked where there is something to be asked.
    static func isWanted(environment: [String: String]) async -> Bool {
        if let prompt = environment["GIT_TERMINAL_PROMPT"], isNo(prompt) { return false }
        guard let configured = try? configuration("credential.interactive") else { return true }
        return !isNo(configured) && configured.lowercased() != "never"
    }

    /// git's words for no (git-config(1), "boolean").
    private static func isNo(_ text: String) -> Bool { ["0", "false", "no", "off", ""].contains(text.lowercased()) }

    /// A value of git's configuration, with what was given on its command line; nothing where there is none.
    private static func configuration(_ key: String) throws -> String? {
        let git = Process()
        git.executableURL = URL(filePath: "/usr/bin/env")
        git.arguments = ["git", "config", "--get", key]
        let output = Pipe()
        git.standardInput = FileHandle.nullDevice
        git.standardOutput = output
        git.standardError = FileHandle.nullDevice
        try git.run()
        let text = try output.fileHandleForReading.readToEnd() ?? Data()
        git.waitUntilExit()
        guard git.terminationStatus == 0 else { return nil }
        return String(decoding: text, as: UTF8.self).trimmingCharacters(in: .newlines)
    }
}
