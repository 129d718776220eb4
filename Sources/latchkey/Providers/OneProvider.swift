import ArgumentParser
import LatchkeyCommandLine
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

/// The output of `--json` of the commands that change one provider.
struct ProviderOutput: Encodable {
    var provider: String
    /// `enabled`, `disabled`, `changed`, `broken` or `removed`.
    var state: String
    /// The bundle's folder; `nil` for commands that do not change it.
    var path: String?

    init(provider: String, state: String, path: String? = nil) {
        self.provider = provider
        self.state = state
        self.path = path
    }

    init(_ provider: ProviderDescription) {
        self.init(provider: provider.id.rawValue, state: provider.state, path: provider.path)
    }
}

extension ProviderDescription {
    /// `enabled`, `disabled`, or `changed` or `broken`, in which case the provider is not used.
    var state: String {
        if hasChanged { return "changed" }
        if isEnabled { return "enabled" }
        return problems.isEmpty ? "disabled" : "broken"
    }
}

extension CompletionKind {
    /// The identifiers of the installed providers.
    static let providerIdentifiers = ShellCompletion.list { _ in ProviderPlaces.installedIdentifiers }
}
