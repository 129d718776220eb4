import LatchkeyWire

extension RemoteError {
    static func missingLibrary(_ library: String, of provider: String) -> RemoteError {
        RemoteError(
            .providerUnusable, "\(provider) cannot load \(library) in its sandbox",
            hint: isSwifts(library)
                ? "run \"rm -rf .build\" and \"swift build --static-swift-stdlib\" in its package, and add it again"
                : "install the package that has \(library), or link the provider statically")
    }

    /// Whether a library is part of the Swift toolchain, which is not visible in the sandbox.
    private static func isSwifts(_ library: String) -> Bool {
        ["libswift", "libFoundation", "lib_Foundation", "libdispatch", "libBlocksRuntime"]
            .contains { library.hasPrefix($0) }
    }
}
