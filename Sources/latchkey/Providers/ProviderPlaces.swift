import Foundation
import LatchkeyClient
import LatchkeyTerminal
import LatchkeySystem
import LatchkeyWire

/// Hints for installing a provider.
enum ProviderPlaces {
    /// The command that installs a provider; for a build in a clone, the one that installs our own.
    static var hint: String {
        if let command = ownCommand { return "run \"\(command)\"" }
        return "run \"latchkey providers add PATH\" with the path of a NAME.appex"
    }

    /// The error for a provider that is not installed; names the folders that are searched.
    static func missing(_ provider: ProviderIdentifier, among installed: [ProviderDescription]) -> CommandError {
        let folders = (try? AgentSession.locations().providerFolders) ?? []
        let isOurs = provider.rawValue == FirstSteps.vaultProvider
        return CommandError(
            "no provider \"\(provider)\" is installed; the search path is \(folders.joined(separator: ", "))",
            hint: installed.isEmpty || isOurs ? hint : "run \"latchkey providers\" to list the installed ones",
            status: .nothingFound)
    }

    /// The identifiers in the provider folders, for completion, which must not start the agent.
    static var installedIdentifiers: [String] {
        let files = FileManager.default
        let folders = (try? AgentSession.locations().providerFolders) ?? []
        let bundles = folders.flatMap { folder in
            ((try? files.contentsOfDirectory(atPath: folder)) ?? []).filter { $0.hasSuffix(".appex") }
                .map { "\(folder)/\($0)" }
        }
        let names = bundles.compactMap { bundle -> String? in
            guard let data = files.contents(atPath: "\(bundle)/Info.plist"),
                let list = try? unsafe PropertyListSerialization.propertyList(from: data, format: nil)
                    as? [String: Any],
                let name = list["CFBundleIdentifier"] as? String
            else { return nil }
            return (try? ProviderIdentifier(name))?.rawValue
        }
        return Set(names).sorted()
    }

    private static var ownCommand: String? {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")).flatMap(command(for:))
    }

    /// The command that assembles and adds the provider of a clone; `nil` for a program outside a build folder.
    static func command(for program: String) -> String? {
        let built = URL(filePath: program).deletingLastPathComponent()
        var folder = built
        while folder.lastPathComponent != ".build" {
            guard folder.pathComponents.count > 1 else { return nil }
            folder.deleteLastPathComponent()
        }
        let script = folder.deletingLastPathComponent().appending(path: "Scripts/assemble-provider").path
        let needed = [script, built.appending(path: "latchkey-vault-provider").path]
        guard needed.allSatisfy(FileManager.default.isExecutableFile(atPath:)) else { return nil }
        let bundle = folder.appending(path: "LatchkeyVault.appex").path
        let words = [[script, built.path, folder.path], [program, "providers", "add", bundle]]
        return words.map { $0.map(ShellWord.path).joined(separator: " ") }.joined(separator: " && ")
    }
}
