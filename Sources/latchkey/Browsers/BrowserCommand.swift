import ArgumentParser
import Foundation
import LatchkeyClient
import LatchkeyTerminal
import LatchkeySystem
import LatchkeyWire

/// `latchkey browser`: lets browsers start the native host, and says how the extension gets in.
struct BrowserCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "browser", abstract: "Connects browsers with Latchkey, and says what is missing.",
        discussion: "Docs/browsers.md says for each browser how the extension gets in.",
        subcommands: [BrowserInstallCommand.self, BrowserUninstallCommand.self, BrowserStatusCommand.self],
        defaultSubcommand: BrowserStatusCommand.self)

    /// This person's folders and the native host of this installation.
    static func installation() throws -> NativeHostInstallation {
        guard let program = InstalledFiles.nativeHost() else {
            throw CommandError(
                "latchkey-native-host is not where this program is installed", hint: "install Latchkey anew")
        }
        return NativeHostInstallation(
            locations: try AgentSession.locations(), environment: ProcessInfo.processInfo.environment, program: program)
    }

    static func presence(of browser: Browser) throws -> BrowserPresence {
        BrowserPresence(
            of: browser, locations: try AgentSession.locations(),
            searchPath: ProcessInfo.processInfo.environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin")
    }

    /// The same for what the system refuses at a place that was named.
    static func describe(_ error: any Error, at place: BrowserPlace) -> CommandError? {
        switch error {
        case let error as BrowserError: return describe(error)
        case let error as SystemError:
            guard let described = AgentSession.describe(error) else { return nil }
            let elsewhere = place.userDataDirectory.map { _ in "give --user-data-dir a folder that you can write" }
            return CommandError(described.message, hint: elsewhere ?? described.hint, status: described.status)
        default: return nil
        }
    }

    /// Turns what stands in the way into a sentence and what to do about it.
    static func describe(_ error: BrowserError) -> CommandError {
        switch error {
        case .foreignFile(let path):
            CommandError("\(path) is not Latchkey's", hint: "look at it, and run \"\(ShellWord.movingAside(path))\"")
        case .unreadableRecord(let path):
            CommandError(
                "\(path) is damaged", hint: "run \"rm \(ShellWord.quoting(path))\" and \"latchkey browser install\"")
        }
    }
}

/// Which browsers are meant.
struct BrowserOptions: ParsableArguments {
    @Argument(
        help: "Which browsers; without any all that are found here.", completion: .list(BrowserOptions.names),
        transform: { name in
            guard let browser = Browser.Identifier(rawValue: name) else {
                throw ValidationError("Latchkey knows \(BrowserOptions.names.joined(separator: ", "))")
            }
            return browser
        })
    var browsers: [Browser.Identifier] = []

    private static let names = Browser.Identifier.allCases.map(\.rawValue)

    @Option(
        name: .customLong("user-data-dir"),
        help: "The folder that a browser of Chromium's family is started with, where it is not its usual one.",
        completion: .directory)
    var userDataDirectory: String?

    func validate() throws {
        guard userDataDirectory != nil else { return }
        guard browsers.count <= 1 else { throw ValidationError("--user-data-dir belongs to one browser") }
        if Browser.named(browsers.first ?? .chromium).family == .firefox {
            throw ValidationError("--user-data-dir is for browsers of Chromium's family")
        }
    }

    /// The place that was named, or those of the browsers that were named; nothing where none was.
    func namedPlaces() throws -> [BrowserPlace]? {
        if let userDataDirectory {
            let folder = URL(filePath: userDataDirectory, directoryHint: .isDirectory).standardizedFileURL.path
            return BrowserPlace(Browser.named(browsers.first ?? .chromium), userDataDirectory: folder).map { [$0] }
        }
        guard !browsers.isEmpty else { return nil }
        let locations = try AgentSession.locations()
        return browsers.map { BrowserPlace(Browser.named($0), in: locations) }
    }

    /// The usual places of all browsers that are found here.
    static func foundPlaces() throws -> [BrowserPlace] {
        let locations = try AgentSession.locations()
        return try Browser.all.filter { try BrowserCommand.presence(of: $0).isInstalled }
            .map { BrowserPlace($0, in: locations) }
    }

    static let nothingFound = CommandError(
        "no browser is found here", hint: "name one, such as with \"latchkey browser install chromium\"",
        status: .nothingFound)
}
