package import Foundation
package import LatchkeyWire
import Synchronization

/// The provider bundles in the search folders.
///
/// If several bundles have one identifier, the registry uses the first one in folder order, and lists the others with the
/// reason. For our own identifier it prefers a bundle that only root can write.
/// Other files in the folders are ignored, and broken bundles are reported.
package final class ProviderRegistry: Sendable {
    /// The result of reading the folders.
    package struct Listing: Hashable, Sendable {
        package var bundles: [ProviderBundle] = []
        package var unreadable: [UnreadableBundle] = []

        package init() {}
    }

    private let folders: [String]
    private let files: BundleFiles
    private let listing = Mutex(Listing())
    private let digests: BundleDigests

    /// Reads the folders, of which the first takes precedence.
    package init(
        folders: [String], files: BundleFiles = .system, now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.folders = folders
        self.files = files
        digests = BundleDigests(files: files, now: now)
        reload()
    }

    package var current: Listing { listing.withLock { $0 } }

    package func bundle(_ id: ProviderIdentifier) -> ProviderBundle? {
        listing.withLock { $0.bundles.first { $0.id == id } }
    }

    /// Reads the folders again.
    package func reload() {
        let found = read()
        listing.withLock { $0 = found }
        digests.forget(allBut: found.bundles.map(\.path))
    }

    /// Digests a provider's bundle as it is on the disk.
    ///
    /// - Throws: ``ProviderProblem`` if the bundle cannot be digested as a whole.
    package func state(of bundle: ProviderBundle) async throws(ProviderProblem) -> BundleState {
        try await digests.state(of: bundle)
    }

    private func read() -> Listing {
        var found = Listing()
        for folder in folders {
            let names = (files.names(folder) ?? []).filter { $0.hasSuffix(".appex") && !$0.hasPrefix(".") }
            for name in names.prefix(Self.maximumBundles) {
                let path = folder + "/" + name
                guard files.status(files.resolved(path))?.kind == .folder else { continue }
                do throws(ProviderProblem) {
                    let bundle = try ProviderBundle(reading: path, files: files)
                    guard let place = found.bundles.firstIndex(where: { $0.id == bundle.id }) else {
                        found.bundles.append(bundle)
                        continue
                    }
                    let first = found.bundles[place]
                    guard Self.replaces(bundle, first) else { throw .shadowed(by: first.path) }
                    found.bundles[place] = bundle
                    found.unreadable.append(
                        UnreadableBundle(
                            path: first.path, reason: ProviderProblem.shadowed(by: bundle.path).sentence))
                } catch {
                    found.unreadable.append(UnreadableBundle(path: path, reason: error.sentence))
                }
            }
        }
        return found
    }

    /// Whether a later bundle replaces the first one of the same identifier.
    ///
    /// This prevents a bundle of the user from impersonating our provider and using its container.
    private static func replaces(_ bundle: ProviderBundle, _ first: ProviderBundle) -> Bool {
        bundle.id.rawValue == ProviderDirectory.ownProvider && first.isUserWritable && !bundle.isUserWritable
    }

    /// The largest number of bundles that are read from one folder.
    private static let maximumBundles = 256
}
