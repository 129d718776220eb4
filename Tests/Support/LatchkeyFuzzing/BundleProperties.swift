import FoundationEssentials
import LatchkeyAgent

enum BundleProperties {
    private static let folder = "/providers/Any.appex"

    /// Whatever an Info.plist says, a bundle is listed once, names files of its own alone and texts fit for a screen.
    static func check(_ bytes: [UInt8]) {
        let listing = read(bytes)
        precondition(listing.bundles.count + listing.unreadable.count == 1, "a bundle is listed twice, or not at all")
        precondition(read(bytes) == listing, "a bundle is another the second time")
        guard let bundle = listing.bundles.first else { return }
        for path in [bundle.executable, bundle.icon].compactMap({ $0 }) {
            precondition(path.utf8.starts(with: (folder + "/").utf8) && !path.contains("/../"), "a path leads outside")
        }
        precondition((bundle.executable == nil) || !bundle.name.isEmpty, "a provider has no name")
        let application = bundle.containingApplication
        for text in [bundle.name, application.name, application.program, application.icon].compactMap({ $0 }) {
            let isFit = text.utf8.count <= 1024 && text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
            precondition(isFit, "a text is not fit for a screen")
        }
        precondition(
            Set(bundle.capabilities.names).count == bundle.capabilities.names.count, "a capability comes twice")
    }

    private static func read(_ bytes: [UInt8]) -> ProviderRegistry.Listing {
        // Everything that a bundle may name is there.
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
