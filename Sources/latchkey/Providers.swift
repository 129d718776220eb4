import ArgumentParser
import LatchkeyClient
import LatchkeyCommandLine
import LatchkeyWire

/// `latchkey providers`: which password managers fill, in which order, and how they are set up.
struct Providers: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "providers", abstract: "Turns providers on and off, orders and configures them.",
        subcommands: [
            ListProvidersCommand.self, EnableCommand.self, DisableCommand.self, OrderCommand.self,
            ConfigureCommand.self, DebugCommand.self, AddCommand.self, RemoveCommand.self,
        ],
        defaultSubcommand: ListProvidersCommand.self)

    static func identifier(_ text: String) throws -> ProviderIdentifier {
        do {
            return try ProviderIdentifier(text)
        } catch {
            throw CommandError(
                "\"\(text)\" is not a provider's identifier",
                hint: "run \"latchkey providers\" to see those that are installed", status: .usage)
        }
    }
}

struct ListProvidersCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Shows the installed providers, those that are on first and in their order.")

    @Flag(help: "Prints JSON.")
    var json = false

    func run() async throws {
        let agent = try await AgentSession.connect(showsSheets: false)
        let result = try await agent.call(ListProviders.self, Empty())
        await agent.close()
        if json { return try Latchkey.console.print(json: result) }
        var table = Table()
        for provider in result.providers {
            let state =
                provider.hasChanged
                ? "changed" : provider.isEnabled ? "on" : provider.problems.isEmpty ? "off" : "broken"
            table.add(state, provider.id.rawValue, provider.name, provider.path)
        }
        for line in table.lines { Latchkey.console.print(line) }
        for provider in result.providers {
            for problem in provider.problems { Latchkey.console.note("\(provider.id): \(problem)") }
        }
        for bundle in result.unreadable { Latchkey.console.note("\(bundle.path): \(bundle.reason)") }
        if let off = result.providers.first(where: { $0.problems.isEmpty && (!$0.isEnabled || $0.hasChanged) }),
            !result.providers.contains(where: { $0.isEnabled && !$0.hasChanged })
        {
            Latchkey.console.note("hint: run \"latchkey providers enable \(off.id)\" to turn one on")
        }
        guard !result.providers.isEmpty else {
            throw CommandError(
                "no provider is installed", hint: "run \"latchkey providers add PATH\" with the path of a NAME.appex",
                status: .nothingFound)
        }
    }
}

struct DisableCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "disable", abstract: "Turns a provider off and forgets what it said and kept.")

    @Argument(help: "The provider's identifier.")
    var provider: String

    func run() async throws {
        let identifier = try Providers.identifier(provider)
        let agent = try await AgentSession.connect(showsSheets: false)
        _ = try await agent.call(DisableProvider.self, ProviderParameters(provider: identifier))
        await agent.close()
        Latchkey.console.note("\(identifier) is off")
    }
}

struct OrderCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "order", abstract: "Puts the providers in an order; those not named follow.")

    @Argument(help: "The providers' identifiers, the first one first.")
    var providers: [String]

    func run() async throws {
        let identifiers = try providers.map { try Providers.identifier($0) }
        let agent = try await AgentSession.connect(showsSheets: false)
        _ = try await agent.call(OrderProviders.self, OrderProviders.Parameters(providers: identifiers))
        await agent.close()
    }
}

struct ConfigureCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "configure", abstract: "Shows the provider's own settings.")

    @Argument(help: "The provider's identifier.")
    var provider: String

    func run() async throws {
        let identifier = try Providers.identifier(provider)
        let agent = try await AgentSession.connect(showsSheets: true)
        _ = try await agent.call(ConfigureProvider.self, ProviderParameters(provider: identifier))
        await agent.close()
    }
}

struct DebugCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "debug", abstract: "Lifts a provider's deadlines and says how to attach a debugger.")

    @Argument(help: "The provider's identifier.")
    var provider: String

    @Flag(help: "Puts the deadlines and limits back.")
    var off = false

    func run() async throws {
        let identifier = try Providers.identifier(provider)
        let agent = try await AgentSession.connect(showsSheets: false)
        let result = try await agent.call(
            DebugProvider.self, DebugProvider.Parameters(provider: identifier, isOn: !off))
        await agent.close()
        for line in result.instructions { Latchkey.console.print(line) }
    }
}
