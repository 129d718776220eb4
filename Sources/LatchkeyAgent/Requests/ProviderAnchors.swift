package import LatchkeyCore
package import LatchkeyWire

/// The storage of the providers' anchors, outside of their containers.
package struct ProviderAnchors: Sendable {
    package var read: @Sendable (ProviderIdentifier) throws -> GetAnchor.Result
    /// Stores an anchor; see ``SetAnchor/Parameters/replaces``.
    package var write: @Sendable (StoredAnchor, ProviderIdentifier, _ replacing: Bool) throws -> Void

    package init(
        read: @escaping @Sendable (ProviderIdentifier) throws -> GetAnchor.Result,
        write: @escaping @Sendable (StoredAnchor, ProviderIdentifier, _ replacing: Bool) throws -> Void
    ) {
        self.read = read
        self.write = write
    }
}

extension ProviderAnchors {
    /// Adds the methods to those of a provider's process.
    ///
    /// Containing apps do not have them: every program that can read the container can send the app's token.
    func install(
        in methods: inout MethodTable, owner: @escaping @Sendable () throws(RemoteError) -> ProviderIdentifier
    ) {
        methods.on(GetAnchor.self) { _ in
            let provider = try owner()
            return try Self.translated { try read(provider) }
        }
        methods.on(SetAnchor.self) { parameters in
            let provider = try owner()
            guard parameters.anchor.isValid else {
                throw RemoteError(.invalidParameters, "the anchor has invalid values")
            }
            try Self.translated { try write(parameters.anchor, provider, parameters.replaces ?? false) }
            return Empty()
        }
    }

    private static func translated<Result>(_ body: () throws -> Result) throws(RemoteError) -> Result {
        do {
            return try body()
        } catch {
            throw RemoteError(
                .internalError, "the vault's anchor could not be read or written", hint: "run \"latchkey doctor\"")
        }
    }
}
