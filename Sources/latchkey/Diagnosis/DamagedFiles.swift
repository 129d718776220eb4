import Foundation
import LatchkeySystem
import LatchkeyWire

/// The agent's files that were damaged, set aside under another name, and replaced by their defaults.
///
/// They are reported until the user removes the file that was set aside, because settings could have changed silently.
struct DamagedFiles {
    private let locations: Locations

    init(_ locations: Locations) {
        self.locations = locations
    }

    var checks: [AgentStatus.Result.Check] { settings + permissions }

    private var settings: [AgentStatus.Result.Check] {
        let folder = locations.configuration
        return FileSystem.names(in: folder).filter { $0.hasPrefix("settings.json.damaged-") }.sorted().map { name in
            let path = folder + "/" + name
            return check(
                path,
                finding:
                    "settings.json was damaged and kept as \(path); the providers, their order and the sheet mark were "
                    + "reset" + privacySentence(afterLosing: path),
                commands: ["latchkey providers", "latchkey settings"])
        }
    }

    private var permissions: [AgentStatus.Result.Check] {
        let path = locations.state + "/clients.json.damaged"
        guard FileManager.default.fileExists(atPath: path) else { return [] }
        return [
            check(
                path, finding: "clients.json was damaged and kept as \(path); all other programs lost their permission",
                commands: ["latchkey clients"])
        ]
    }

    /// The clause about keep-identities-in-memory; empty if it is on, or was off in the damaged file, too.
    private func privacySentence(afterLosing path: String) -> String {
        let name = "keep-identities-in-memory"
        if Self.keepsInMemory(locations.configuration + "/settings.json") == true { return "" }
        return switch Self.keepsInMemory(path) {
        case true?: "; \(name) was on and is off now, so that names of sites and users are on the disk"
        case false?: ""
        case nil: "; \(name) is off now, and its previous value is unknown"
        }
    }

    /// The setting as far as the text of the file shows it; `nil` if it does not.
    private static func keepsInMemory(_ path: String) -> Bool? {
        guard let bytes = try? PrivateFile.read(path, limit: 1 << 20) else { return nil }
        let text = String(decoding: bytes, as: UTF8.self).filter { !$0.isWhitespace }
        if text.contains("\"keepsIdentitiesInMemory\":true") { return true }
        return text.contains("\"keepsIdentitiesInMemory\":false") ? false : nil
    }

    private func check(_ path: String, finding: String, commands: [String]) -> AgentStatus.Result.Check {
        let shown = commands.map { "\"\($0)\"" }.joined(separator: " and ")
        return AgentStatus.Result.Check(
            name: "settings", verdict: .warning, finding: finding,
            remedy: "check the output of \(shown), then run \"rm \(ShellWord.path(path))\"")
    }
}
