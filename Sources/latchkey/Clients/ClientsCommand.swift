import ArgumentParser
import Foundation
import LatchkeyClient
import LatchkeyCommandLine
import LatchkeySystem
import LatchkeyTerminal
import LatchkeyWire

/// `latchkey clients`: lists, allows and revokes the programs that may request logins.
struct ClientsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clients", abstract: "Lists, allows and revokes other programs that may request logins.",
        discussion: """
            Latchkey's own programs need no permission. An allowed interpreter, such as python3, is allowed with every \
            script that it runs.
            """,
        subcommands: [ListClientsCommand.self, AllowClientCommand.self, RevokeClientCommand.self],
        defaultSubcommand: ListClientsCommand.self)
}

struct ListClientsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Lists the programs that you allowed.")

    @Flag(help: "Prints JSON.")
    var json = false

    func run() async throws {
        let result = try await AgentSession.call(ListClients.self, Empty())
        if json {
            return try Latchkey.console.print(json: ClientsOutput(clients: result.clients.map { ClientOutput($0) }))
        }
        guard !result.clients.isEmpty else { return Latchkey.console.note("no other program is allowed") }
        var table = Table(wholeColumns: [0])
        for client in result.clients {
            table.add(
                client.path, Self.date(client.time), client.showsSheets ? "shows sheets" : "")
        }
        Latchkey.console.print(table)
    }

    /// The day in the user's time zone.
    private static func date(_ seconds: Double) -> String {
        Date(timeIntervalSince1970: seconds).formatted(Date.ISO8601FormatStyle(timeZone: .current).year().month().day())
    }
}

struct AllowClientCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "allow", abstract: "Allows a program to request logins.",
        discussion: """
            The permission covers the program's file, not its arguments. A program that root does not own must be \
            allowed again after it was replaced.
            """)

    @Argument(help: "The program's path.", completion: .file())
    var path: String

    @Flag(help: "Also lets it show the providers' questions about its own requests.")
    var showsSheets = false

    @Flag(help: "Prints JSON.")
    var json = false

    func run() async throws {
        let path = absolutePath(self.path)
        try Self.refuseScript(path)
        let allowed = try await AgentSession.call(
            AllowClient.self, AllowClient.Parameters(path: path, showsSheets: showsSheets ? true : nil))
        if json { return try Latchkey.console.print(json: ClientOutput(allowed)) }
        Latchkey.console.note("allowed \(allowed.path)")
        if ExecutableFile.isInterpreter(allowed.path) {
            Latchkey.console.note("it is an interpreter: every script that it runs is allowed")
        }
        Latchkey.console.note("revoke it with \"latchkey clients revoke \(ShellWord.path(allowed.path))\"")
    }

    /// Refuses a script: the kernel executes its interpreter, so a permission for the script would have no effect.
    private static func refuseScript(_ path: String) throws(CommandError) {
        let head = (try? FileHandle(forReadingFrom: URL(filePath: path)).read(upToCount: 256)) ?? Data()
        guard head.starts(with: Data("#!".utf8)) else { return }
        let line = String(decoding: head.dropFirst(2).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        guard let interpreter = Self.interpreter(in: line.split(separator: " ").map(String.init)) else {
            throw CommandError("\(path) is a script", hint: "allow the program that runs it", status: .usage)
        }
        throw CommandError(
            "\(path) is a script, which \(interpreter) runs",
            hint: "run \"latchkey clients allow \(ShellWord.path(interpreter))\" to allow every script that it runs",
            status: .usage)
    }

    /// The program that a script's first line names, also through `env`.
    private static func interpreter(in words: [String]) -> String? {
        guard let first = words.first, first.hasSuffix("/env") else { return words.first }
        guard let name = words.dropFirst().first(where: { !$0.hasPrefix("-") && !$0.contains("=") }) else { return nil }
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
        return FileSystem.executable(name, in: folders)
    }
}

struct RevokeClientCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke", abstract: "Stops serving a program that you allowed.")

    @Argument(help: "The program's path, as printed by \"latchkey clients\".")
    var path: String

    @Flag(help: "Prints JSON.")
    var json = false

    func run() async throws {
        let revoked = try await AgentSession.call(
            RevokeClient.self, RevokeClient.Parameters(path: absolutePath(path)))
        if json { return try Latchkey.console.print(json: ClientOutput(revoked)) }
        Latchkey.console.note("revoked \(revoked.path)")
    }
}

/// The output of `--json`.
private struct ClientsOutput: Encodable {
    let clients: [ClientOutput]
}

/// A program that the user allowed.
private struct ClientOutput: Encodable {
    let path: String
    let showsSheets: Bool
    let allowed: String

    init(_ client: AllowedClient) {
        path = client.path
        showsSheets = client.showsSheets
        allowed = JSONDate.text(secondsSince1970: client.time)
    }
}

/// The path for the agent, whose working folder is another one.
private func absolutePath(_ path: String) -> String {
    URL(filePath: path, directoryHint: .notDirectory).standardizedFileURL.path
}
