import Foundation

/// Where this installation's agent lies.
package enum AgentProgram {
    /// The path of `latchkeyd`: beside this program as in a build, or in `libexec` as installed.
    ///
    /// Never looked for in `PATH`: what is started here is handed secrets.
    package static func path() -> String? {
        guard let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") else { return nil }
        let folder = URL(filePath: own).deletingLastPathComponent()
        return ["latchkeyd", "../libexec/latchkey/latchkeyd", "../libexec/latchkeyd"]
            .map { folder.appending(path: $0).standardizedFileURL.path }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }
}
