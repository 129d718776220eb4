import FoundationEssentials
import LatchkeyAgent

enum BundleProperties {
    private static let folder = "/providers/Any.appex"

    /// A bundle with any Info.plist is listed once, refers only to its own files, and has only printable texts.
    static func check(_ bytes: [UInt8]) {
        let listing = read(bytes)
        precondition(listing.bundles.count + listing.unreadable.count == 1, "a bundle is not listed exactly once")
        precondition(read(bytes) == listing, "a bundle changed when read again")
        guard let bundle = listing.bundles.first else { return }
        for path in [bundle.executable, bundle.icon].compactMap({ $0 }) {
            precondition(
                path.utf8.starts(with: (folder + "/").utf8) && !path.contains("/../"), "a path is outside of the bundle"
            )
        }
        precondition((bundle.executable == nil) || !bundle.name.isEmpty, "a provider has no name")
        let application = bundle.containingApplication
        for text in [bundle.name, application.name, application.program, application.icon].compactMap({ $0 }) {
            let isPrintable = text.utf8.count <= 1024 && text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
            precondition(isPrintable, "a text is too long or has control characters")
        }
        precondition(
            Set(bundle.capabilities.names).count == bundle.capabilities.names.count, "a capability is listed twice")
    }

    private static func read(_ bytes: [UInt8]) -> ProviderRegistry.Listing {
        // Every file that a bundle can name exists.
        let status: @Sendable (String) -> BundleFiles.Status? = { path in
            BundleFiles.Status(
                kind: path == folder ? .folder : .file, device: 1, inode: 1, size: bytes.count, modified: .distantPast,
                changed: .distantPast)
        }
        return ProviderRegistry(
            folders: ["/providers"],
            files: BundleFiles(
                names: { _ in ["Any.appex"] }, resolved: { $0 }, status: status,
                read: { _, limit in Array(bytes.prefix(limit + 1)) }, isExecutable: { _ in true },
                isWritable: { _ in false }, digest: { _, _ in nil })
        ).current
    }
}
