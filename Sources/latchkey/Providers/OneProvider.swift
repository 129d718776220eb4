import ArgumentParser
import LatchkeyTerminal
import LatchkeyWire

/// The one provider that a command is about.
struct OneProvider: ParsableArguments {
    @Argument(help: "The provider's identifier, as \"latchkey providers\" shows it.")
    var provider: String

    /// - Throws: ``CommandError`` for what no provider can be called.
    var identifier: ProviderIdentifier {
        get throws { try Self.identifier(provider) }
    }

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
