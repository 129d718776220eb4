import ArgumentParser
import LatchkeyTerminal
import LatchkeyWire

/// The argument of commands that take one provider.
struct OneProvider: ParsableArguments {
    @Argument(
        help: "The provider's identifier, as printed by \"latchkey providers\".", completion: .providerIdentifiers)
    var provider: String

    /// - Throws: ``CommandError`` if the text is not a valid identifier.
    var identifier: ProviderIdentifier {
        get throws { try Self.identifier(provider) }
    }

    static func identifier(_ text: String) throws -> ProviderIdentifier {
        do {
            return try ProviderIdentifier(text)
        } catch {
            throw CommandError(
                "\"\(text)\" is not a provider's identifier",
                hint: "run \"latchkey providers\" to list the installed ones", status: .usage)
        }
    }
}

extension CompletionKind {
    /// The identifiers of the installed providers.
    static let providerIdentifiers = CompletionKind.custom { _, _, _ in ProviderPlaces.installedIdentifiers }
}
