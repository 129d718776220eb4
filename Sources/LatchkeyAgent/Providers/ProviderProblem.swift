package import LatchkeyWire

/// Why a bundle, or what is in it, cannot be used.
package enum ProviderProblem: Error, Hashable, Sendable {
    case noInfoPropertyList
    case unreadableInfoPropertyList
    case noIdentifier
    case invalidIdentifier(String)
    /// A bundle of the same identifier comes first.
    case shadowed(by: String)
    /// `NSExtensionPointIdentifier` is not that of a credential provider.
    case notACredentialProvider
    case noExecutable
    /// The name of the executable leads out of the bundle.
    case executableOutside(String)
    case executableMissing(String)
    /// There is something of that name, but no file that can be run.
    case executableUnusable(String)
    /// A bundle that the user can write holds something else than regular files and folders with plain names.
    case notAFile(String)
    case unreadableFile(String)
    /// The digest of the bundle would take too long.
    case bundleTooLarge(String)

    /// One sentence for people.
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
        case .bundleTooLarge(let path):
            "\(path) has more than \(BundleState.limits.bytes >> 20) MiB, \(BundleState.limits.entries) files and "
                + "folders, or \(BundleState.limits.depth) folders inside of each other"
        }
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
    /// What people see: the containing application's name, else the bundle's own.
    package var name: String
    /// The folder `NAME.appex`, without links.
    package var path: String
    /// Inside of the folder and without links; nothing when a problem says why.
    package var executable: String?
    package var icon: String?
    package var containingApplication: ContainingApplication
    package var capabilities: ProviderCapabilities
    /// The user can write the executable, or a folder on the way to it.
    package var isUserWritable: Bool
    /// Why it cannot be turned on or run; empty when it can.
    package var problems: [ProviderProblem]
}
