import ArgumentParser
import Foundation
import LatchkeyClient
import LatchkeyTerminal
import LatchkeySystem
import LatchkeyWire

/// `latchkey providers add`: copies a bundle into the user's provider folder.
struct AddCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Installs a provider for your user; it stays disabled until you enable it.")

    @Argument(help: "The path of a NAME.appex folder.", completion: .directory)
    var path: String

    @Flag(help: "Prints JSON.")
    var json = false

    func run() async throws {
        let bundle = URL(filePath: path, directoryHint: .isDirectory).standardizedFileURL
        guard bundle.pathExtension == "appex",
            FileManager.default.fileExists(atPath: bundle.appending(path: "Info.plist").path)
        else {
            throw CommandError(
                "\(path) is not a provider's bundle",
                hint: "give the path of a NAME.appex folder that contains Info.plist",
                status: .usage)
        }
        let folder = URL(filePath: try AgentSession.locations().ownProviders, directoryHint: .isDirectory)
            .standardizedFileURL
        let target = folder.appending(path: bundle.lastPathComponent, directoryHint: .isDirectory)
        // Copies the link's target, not the link.
        try Self.copy(bundle.resolvingSymlinksInPath(), to: target, in: folder)
        // The agent reports resolved paths, and the home folder may be a symbolic link.
        let paths = [target.path, target.resolvingSymlinksInPath().path]

        let agent = try await AgentSession.connect(showsSheets: false)
        _ = try await agent.call(ReloadProviders.self, Empty())
        let found = try await agent.call(ListProviders.self, Empty())
        await agent.close()
        if let unreadable = found.unreadable.first(where: { paths.contains($0.path) }) {
            throw CommandError("\(target.path) was copied but cannot be used: \(unreadable.reason)")
        }
        guard let provider = found.providers.first(where: { paths.contains($0.path) }) else {
            throw CommandError(
                "\(target.path) was copied but another provider has the same identifier",
                hint: "run \"latchkey providers\" to see it")
        }
        if json { return try Latchkey.console.print(json: ProviderOutput(provider)) }
        Latchkey.console.note(
            "installed \(provider.id); enable it with \"latchkey providers enable \(provider.id)\"")
    }

    /// Copies to a temporary folder next to the target, then replaces an older bundle atomically.
    private static func copy(_ bundle: URL, to target: URL, in folder: URL) throws {
        let files = FileManager.default
        let staged = folder.appending(path: ".\(target.lastPathComponent).\(UUID().uuidString)")
        // After a success this is the older bundle, if there was one.
        defer { try? files.removeItem(at: staged) }
        do {
            try files.createDirectory(at: folder, withIntermediateDirectories: true)
            try FolderCopy.copy(bundle.path, to: staged.path)
            try FolderReplacement.put(staged.path, at: target.path)
        } catch let error as SystemError {
            throw refusal(of: bundle, error)
        } catch {
            throw CommandError("\(bundle.path) could not be copied to \(folder.path): \(error.localizedDescription)")
        }
    }

    private static func refusal(of bundle: URL, _ error: SystemError) -> CommandError {
        let message = "\(bundle.path) was not copied: \(error.sentence)"
        return switch error {
        case .notAFileOrFolder(let path, _):
            CommandError(
                message, hint: "run \"rm \(ShellWord.path(path))\", or replace it with a copy of the file")
        case .exchanged:
            CommandError(message, hint: "run the command again while no other program writes to the bundle")
        case .tooManyEntries, .tooManyBytes, .tooDeep:
            CommandError(message, hint: "add only the finished bundle, without its build files")
        default: CommandError(message, hint: error.hint)
        }
    }
}

/// `latchkey providers remove`: disables a provider and removes the bundle that `add` copied.
struct RemoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Disables a provider and removes its bundle.")

    @OptionGroup var named: OneProvider

    @Flag(help: "Prints JSON.")
    var json = false

    func run() async throws {
        let identifier = try named.identifier
        let agent = try await AgentSession.connect(showsSheets: false)
        let found = try await agent.call(ListProviders.self, Empty())
        guard let description = found.providers.first(where: { $0.id == identifier }) else {
            throw CommandError(
                "no provider \"\(identifier)\" is installed", hint: "run \"latchkey providers\"", status: .nothingFound)
        }
        let own =
            URL(filePath: try AgentSession.locations().ownProviders, directoryHint: .isDirectory)
            .resolvingSymlinksInPath().path + "/"
        guard description.path.hasPrefix(own) else {
            throw CommandError(
                "\(description.path) is installed for all users",
                hint: "run \"latchkey providers disable \(identifier)\" to disable it for your user")
        }
        if description.isEnabled {
            _ = try await agent.call(DisableProvider.self, ProviderParameters(provider: identifier))
        }
        do {
            try FileManager.default.removeItem(atPath: description.path)
        } catch {
            throw CommandError("\(description.path) could not be removed: \(error.localizedDescription)")
        }
        _ = try await agent.call(ReloadProviders.self, Empty())
        await agent.close()
        if json {
            return try Latchkey.console.print(
                json: ProviderOutput(provider: identifier.rawValue, state: "removed", path: description.path))
        }
        Latchkey.console.note("removed \(identifier); the data in its container is kept")
    }
}
