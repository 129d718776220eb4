import ArgumentParser
import LatchkeyTerminal
import LatchkeyWire

/// `latchkey providers`: installs, enables, orders and configures providers.
struct Providers: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "providers", abstract: "Lists, enables, orders and configures providers.",
        subcommands: [
            ListProvidersCommand.self, EnableCommand.self, DisableCommand.self, OrderCommand.self,
            ConfigureCommand.self, DebugCommand.self, AddCommand.self, RemoveCommand.self,
        ],
        defaultSubcommand: ListProvidersCommand.self)
}

struct ListProvidersCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Lists the installed providers: enabled ones first, in their order.")

    @Flag(help: "Prints JSON.")
    var json = false

    func run() async throws {
        let result = try await AgentSession.call(ListProviders.self, Empty())
        if json { return try Latchkey.console.print(json: result) }
        // Never cuts the identifier, which the other commands take.
        var table = Table(wholeColumns: [1, 2])
        for provider in result.providers {
            table.add(provider.name, provider.state, provider.id.rawValue, provider.path)
        }
        Latchkey.console.print(table)
        for provider in result.providers {
            for problem in provider.problems { Latchkey.console.note("\(provider.id): \(problem)") }
        }
        for bundle in result.unreadable { Latchkey.console.note("\(bundle.path): \(bundle.reason)") }
        if result.providers.contains(where: { !$0.problems.isEmpty }) {
            Latchkey.console.hint("run \"latchkey doctor\" to see how to repair a broken provider")
        }
        guard let missing = FirstSteps.missing(among: result.providers) else { return }
        guard !result.providers.isEmpty else { throw missing }
        Latchkey.console.note(missing.message)
        if let hint = missing.hint { Latchkey.console.hint(hint) }
    }
}

struct DisableCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "disable", abstract: "Disables a provider and clears its suggestions and cached keys.")

    @OptionGroup var named: OneProvider

    @Flag(help: "Prints JSON.")
    var json = false

    func run() async throws {
        let provider = try named.identifier
        _ = try await AgentSession.call(DisableProvider.self, ProviderParameters(provider: provider))
        if json {
            return try Latchkey.console.print(json: ProviderOutput(provider: provider.rawValue, state: "disabled"))
        }
        Latchkey.console.note("disabled \(provider)")
    }
}

struct OrderCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "order", abstract: "Sets the order of the providers; those not named follow.")

    @Argument(help: "The providers' identifiers, in order.", completion: .providerIdentifiers)
    var providers: [String]

    @Flag(help: "Prints JSON.")
    var json = false

    private struct Output: Encodable {
        /// The enabled providers, in their order.
        let order: [String]
    }

    func run() async throws {
        let identifiers = try providers.map { try OneProvider.identifier($0) }
        _ = try await AgentSession.call(OrderProviders.self, OrderProviders.Parameters(providers: identifiers))
        guard json else { return }
        let found = try await AgentSession.call(ListProviders.self, Empty()).providers
        try Latchkey.console.print(json: Output(order: found.filter(\.isEnabled).map(\.id.rawValue)))
    }
}

struct ConfigureCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "configure", abstract: "Opens the provider's own settings.")

    @OptionGroup var named: OneProvider

    func run() async throws {
        let parameters = ProviderParameters(provider: try named.identifier)
        _ = try await AgentSession.call(ConfigureProvider.self, parameters, showsSheets: true)
    }
}

struct DebugCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "debug", abstract: "Removes a provider's time limits and explains how to attach a debugger.")

    @OptionGroup var named: OneProvider

    @Flag(help: "Restores the time limits.")
    var off = false

    func run() async throws {
        let parameters = DebugProvider.Parameters(provider: try named.identifier, isOn: !off)
        let result = try await AgentSession.call(DebugProvider.self, parameters)
        for line in result.instructions { Latchkey.console.print(line) }
    }
}
