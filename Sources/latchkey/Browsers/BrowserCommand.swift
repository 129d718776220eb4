import ArgumentParser
import Foundation
import LatchkeyClient
import LatchkeyTerminal
import LatchkeySystem
import LatchkeyWire

/// `latchkey browser`: connects browsers with the agent and checks the connection.
struct BrowserCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "browser", abstract: "Connects browsers with Latchkey and checks the connection.",
        discussion: "Docs/browsers.md explains how to install the extension in each browser.",
        subcommands: [BrowserInstallCommand.self, BrowserUninstallCommand.self, BrowserStatusCommand.self],
        defaultSubcommand: BrowserStatusCommand.self)

    /// The user's manifests and the native host next to this program.
    static func installation() throws -> NativeHostInstallation {
        guard let program = InstalledFiles.nativeHost() else {
            throw CommandError(
                "latchkey-native-host is not installed next to this program", hint: "reinstall Latchkey")
        }
        return NativeHostInstallation(
            locations: try AgentSession.locations(), environment: ProcessInfo.processInfo.environment, program: program)
    }

    static func presence(of browser: Browser) throws -> BrowserPresence {
        BrowserPresence(
            of: browser, locations: try AgentSession.locations(),
            searchPath: ProcessInfo.processInfo.environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin")
    }

    /// Describes an error; for a system error in a given user data directory, the hint names that option.
    static func describe(_ error: any Error, at place: BrowserPlace) -> CommandError? {
        switch error {
        case let error as BrowserError: return describe(error)
        case let error as SystemError:
            guard let described = AgentSession.describe(error) else { return nil }
            let elsewhere = place.userDataDirectory.map { _ in "give --user-data-dir a folder that you can write to" }
            return CommandError(described.message, hint: elsewhere ?? described.hint, status: described.status)
        default: return nil
        }
    }

    /// Describes an error with a hint.
    static func describe(_ error: BrowserError) -> CommandError {
        switch error {
        case .foreignFile(let path):
            CommandError(
                "\(path) was not created by Latchkey",
                hint: "check it, then run \"\(ShellWord.movingAside(path))\"")
        case .unreadableRecord(let path):
            CommandError(
                "\(path) is damaged", hint: "run \"rm \(ShellWord.quoting(path))\" and \"latchkey browser install\"")
        }
    }
}

/// The options that select browsers.
struct BrowserOptions: ParsableArguments {
    @Argument(
        help: "The browsers; by default, all that are installed.", completion: .list(BrowserOptions.names),
        transform: { name in
            guard let browser = Browser.Identifier(rawValue: name) else {
                throw ValidationError("choose from \(BrowserOptions.names.joined(separator: ", "))")
            }
            return browser
        })
    var browsers: [Browser.Identifier] = []

    private static let names = Browser.Identifier.allCases.map(\.rawValue)

    @Option(
        name: .customLong("user-data-dir"),
        help: "The user data directory of a Chromium-based browser, if it is not the default one.",
        completion: .directory)
    var userDataDirectory: String?

    func validate() throws {
        guard userDataDirectory != nil else { return }
        guard browsers.count <= 1 else { throw ValidationError("--user-data-dir works with only one browser") }
        if Browser.named(browsers.first ?? .chromium).family == .firefox {
            throw ValidationError("--user-data-dir is only for Chromium-based browsers")
        }
    }

    /// The places that the options name; `nil` if they name none.
    func namedPlaces() throws -> [BrowserPlace]? {
        if let userDataDirectory {
            let folder = URL(filePath: userDataDirectory, directoryHint: .isDirectory).standardizedFileURL.path
            return BrowserPlace(Browser.named(browsers.first ?? .chromium), userDataDirectory: folder).map { [$0] }
        }
        guard !browsers.isEmpty else { return nil }
        let locations = try AgentSession.locations()
        return browsers.map { BrowserPlace(Browser.named($0), in: locations) }
    }

    /// The default places of all installed browsers.
    static func foundPlaces() throws -> [BrowserPlace] {
        let locations = try AgentSession.locations()
        return try Browser.all.filter { try BrowserCommand.presence(of: $0).isInstalled }
            .map { BrowserPlace($0, in: locations) }
    }

    static let noBrowser = CommandError(
        "no browser was found", hint: "name one, for example \"latchkey browser install chromium\"",
        status: .nothingFound)
}
