package import Foundation
package import LatchkeyWire
import Synchronization

/// Every provider bundle in the folders that are searched.
///
/// Of bundles with one identifier the first in the order of the folders counts; the others are listed as unreadable
/// with the reason. Anything may lie in these folders: what is no bundle is passed over, what is a broken one is
/// reported.
package final class ProviderRegistry: Sendable {
    /// What one reading of the folders found.
    package struct Listing: Hashable, Sendable {
        package var bundles: [ProviderBundle] = []
        package var unreadable: [UnreadableBundle] = []

        package init() {}
    }

    private let folders: [String]
    private let files: BundleFiles
    private let listing = Mutex(Listing())
    private let digests: BundleDigests

    /// Reads the folders, the first of which goes before the others.
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

    /// The digests of a provider's bundle as it is on the disk now.
    ///
    /// - Throws: The problem with a bundle that cannot be digested as a whole.
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
                    if let first = found.bundles.first(where: { $0.id == bundle.id }) {
                        throw .shadowed(by: first.path)
                    }
                    found.bundles.append(bundle)
                } catch {
                    found.unreadable.append(UnreadableBundle(path: path, reason: error.sentence))
                }
            }
        }
        return found
    }

    /// Of one folder; nobody has as many.
    private static let maximumBundles = 256
}
