import Foundation
import LatchkeyClient
import LatchkeyTerminal
import LatchkeySystem
import LatchkeyWire

/// How a provider gets to where the agent looks for it.
enum ProviderPlaces {
    /// What is to be done where none is installed: in a build that was not installed, what puts our own in its place.
    static var hint: String {
        if let command = ownCommand { return "run \"\(command)\"" }
        return "run \"latchkey providers add PATH\" with the path of a NAME.appex"
    }

    /// That a provider is not installed, and where it would have to be.
    static func missing(_ provider: ProviderIdentifier, among installed: [ProviderDescription]) -> CommandError {
        let folders = (try? AgentSession.locations().providerFolders) ?? []
        let isOurs = provider.rawValue == FirstSteps.vaultProvider
        return CommandError(
            "no provider \"\(provider)\" is installed; there are folders for them: \(folders.joined(separator: ", "))",
            hint: installed.isEmpty || isOurs ? hint : "run \"latchkey providers\" to see those that are",
            status: .nothingFound)
    }

    private static var ownCommand: String? {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")).flatMap(command(for:))
    }

    /// The command that makes a bundle of a clone's own provider and adds it; nothing for a program elsewhere.
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
