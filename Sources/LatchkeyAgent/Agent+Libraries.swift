import LatchkeyWire

extension Agent {
    /// Checks that a provider finds its shared libraries inside its sandbox, before the provider is enabled.
    ///
    /// - Throws: ``RemoteError/Reason/providerUnusable`` that names the first missing library.
    func checkLibraries(of provider: ProviderIdentifier) async throws(RemoteError) {
        // Enabling reports a bundle that is unknown or has a problem.
        guard let bundle = await listProviders().providers.first(where: { $0.id == provider }),
            bundle.problems.isEmpty,
            let library = await surroundings.launcher.missingLibrary(of: bundle.executable, in: bundle.path)
        else { return }
        throw .missingLibrary(library, of: bundle.name)
    }
}

extension RemoteError {
    static func missingLibrary(_ library: String, of provider: String) -> RemoteError {
        RemoteError(
            .providerUnusable, "\(provider) cannot load \(library) in its sandbox",
            hint: isSwifts(library)
                ? "run \"rm -rf .build\" and \"swift build --static-swift-stdlib\" in its package, and add it again"
                : "install the package that has \(library), or link the provider statically")
    }

    /// Whether a library is part of the Swift toolchain, which no sandbox shows.
    private static func isSwifts(_ library: String) -> Bool {
        ["libswift", "libFoundation", "lib_Foundation", "libdispatch", "libBlocksRuntime"]
            .contains { library.hasPrefix($0) }
    }
}
