package import LatchkeyWire

/// Why a bundle cannot be used.
package enum ProviderProblem: Error, Hashable, Sendable {
    case noInfoPropertyList
    case unreadableInfoPropertyList
    case noIdentifier
    case invalidIdentifier(String)
    /// Another bundle with the same identifier is used.
    case shadowed(by: String)
    /// `NSExtensionPointIdentifier` is not that of a credential provider.
    case notACredentialProvider
    case noExecutable
    /// The executable is outside of the bundle.
    case executableOutside(String)
    case executableMissing(String)
    /// The executable exists, but cannot be run.
    case executableUnusable(String)
    /// A bundle that the user can write has a link, a special file, or a file whose name `sha256sum` would escape.
    case notAFile(String)
    case unreadableFile(String)
    /// The user cannot read the file, and can write the folder above it, so its content can neither be pinned nor trusted.
    case unreadableBelowWritable(file: String, folder: String)
    /// The bundle is beyond ``BundleLimits``.
    case bundleTooLarge(String)

    /// The problem as a clause.
    package var sentence: String {
        switch self {
        case .noInfoPropertyList: "there is no Info.plist"
        case .unreadableInfoPropertyList: "Info.plist is not a property list of a sensible size and shape"
        case .noIdentifier: "Info.plist has no CFBundleIdentifier"
        case .invalidIdentifier(let text): "CFBundleIdentifier \"\(text)\" is not letters, digits, dots and hyphens"
        case .shadowed(let path): "the bundle of the same identifier at \(path) comes first"
        case .notACredentialProvider: "NSExtensionPointIdentifier does not name a credential provider"
        case .noExecutable: "Info.plist has no CFBundleExecutable"
        case .executableOutside(let name): "the executable \"\(name)\" is not inside the bundle"
        case .executableMissing(let name): "the executable \"\(name)\" is missing"
        case .executableUnusable(let name): "the executable \"\(name)\" is not a file that can be run"
        case .notAFile(let path):
            "\"\(path)\" is not a regular file or folder with a plain name; symbolic links are not allowed"
        case .unreadableFile(let path): "\"\(path)\" cannot be read"
        case .unreadableBelowWritable(let file, let folder):
            "\"\(file)\" cannot be read; unreadable files are allowed only below folders that only root can write; "
                + "you can write \(folder)"
        case .bundleTooLarge(let path):
            "\(path) has more than \(BundleState.limits.bytes >> 20) MiB, \(BundleState.limits.entries) files and "
                + "folders, or \(BundleState.limits.depth) folders inside of each other"
        }
    }
}

extension ProviderProblem {
    /// A hint with the command that repairs the problem; `nil` if there is no such command.
    ///
    /// - Parameter bundle: The path of the bundle.
    func hint(for bundle: String) -> String? {
        guard case .unreadableBelowWritable(let file, _) = self else { return nil }
        return "run \"sudo chmod a+r \(ShellWord.path(bundle + "/" + file))\", "
            + "or install it into a prefix of root, such as /usr/local"
    }
}

/// The provider's own program, which writes its identities.
package struct ContainingApplication: Hashable, Sendable {
    package var name: String?
    /// The command that starts it.
    package var program: String?
    package var icon: String?
}

/// A provider's bundle as it was read.
package struct ProviderBundle: Hashable, Sendable {
    package var id: ProviderIdentifier
    /// The name to show: the containing application's, or else the bundle's own.
    package var name: String
    /// The folder `NAME.appex`, with links resolved.
    package var path: String
    /// The path with links resolved, inside of the folder; `nil` if ``problems`` says why.
    package var executable: String?
    package var icon: String?
    package var containingApplication: ContainingApplication
    package var capabilities: ProviderCapabilities
    /// Whether the user can write the executable or one of its parent folders.
    package var isUserWritable: Bool
    /// Why it cannot be enabled or run; empty if it can.
    package var problems: [ProviderProblem]
}

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
