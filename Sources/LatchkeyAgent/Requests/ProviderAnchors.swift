package import LatchkeyCore
package import LatchkeyWire

/// The storage of the providers' anchors, outside of their containers.
package struct ProviderAnchors: Sendable {
    package var read: @Sendable (ProviderIdentifier) async throws -> GetAnchor.Result
    /// Stores an anchor; see ``SetAnchor/Parameters/replaces``.
    package var write: @Sendable (StoredAnchor, ProviderIdentifier, _ replacing: Bool) async throws -> Void

    package init(
        read: @escaping @Sendable (ProviderIdentifier) async throws -> GetAnchor.Result,
        write: @escaping @Sendable (StoredAnchor, ProviderIdentifier, _ replacing: Bool) async throws -> Void
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
            return try await Self.translated { try await read(provider) }
        }
        methods.on(SetAnchor.self) { parameters in
            let provider = try owner()
            guard parameters.anchor.isValid else {
                throw RemoteError(.invalidParameters, "the anchor has invalid values")
            }
            try await Self.translated { try await write(parameters.anchor, provider, parameters.replaces ?? false) }
            return Empty()
        }
    }

    private static func translated<Result>(
        _ body: () async throws -> Result
    ) async throws(RemoteError) -> Result {
        do {
            return try await body()
        } catch {
            throw RemoteError(
                .internalError, "the vault's anchor could not be read or written",
                hint: "check that you can write Latchkey's state folder, and run \"latchkey doctor\"")
        }
    }
}
