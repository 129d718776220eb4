import Foundation
import Synchronization

/// The SHA-256 of providers' executables, which can be large.
///
/// Files are read here and nowhere else, one at a time, so that whoever asks for a digest does other things meanwhile.
/// A file is read again only when it may have changed: another device, inode, size, modification or change time.
actor ExecutableDigests {
    private struct Known {
        var status: BundleFiles.Status
        var digest: String
    }

    private let files: BundleFiles
    private let now: @Sendable () -> Date
    private let known = Mutex<[String: Known]>([:])

    /// The most bytes that an executable may have; a second's reading.
    static let maximumSize = 512 << 20

    init(files: BundleFiles, now: @escaping @Sendable () -> Date) {
        self.files = files
        self.now = now
    }

    /// - Throws: ``ProviderProblem/executableUnusable(_:)`` or ``ProviderProblem/executableTooLarge(_:)``.
    nonisolated func digest(of path: String) async throws(ProviderProblem) -> String {
        // What is known waits for no other file.
        let status = try status(of: path)
        if let digest = known(path, status) { return digest }
        return try await read(path)
    }

    nonisolated func forget(allBut paths: Set<String>) {
        known.withLock { $0 = $0.filter { paths.contains($0.key) } }
    }

    private func read(_ path: String) throws(ProviderProblem) -> String {
        let before = try status(of: path)
        // Somebody else may have asked for the same file just before.
        if let digest = known(path, before) { return digest }
        guard let digest = files.digest(path, Self.maximumSize) else { throw .executableUnusable(path) }
        // Not remembered: a file that was written meanwhile, or so lately that another change could bear the same time.
        if files.status(path) == before, now().timeIntervalSince(before.changed) > 2 {
            known.withLock { $0[path] = Known(status: before, digest: digest) }
        }
        return digest
    }

    private nonisolated func status(of path: String) throws(ProviderProblem) -> BundleFiles.Status {
        guard files.resolved(path) == path, let status = files.status(path), status.kind == .file else {
            throw .executableUnusable(path)
        }
        guard status.size <= Self.maximumSize else { throw .executableTooLarge(path) }
        return status
    }

    private nonisolated func known(_ path: String, _ status: BundleFiles.Status) -> String? {
        known.withLock { $0[path] }.flatMap { $0.status == status ? $0.digest : nil }
    }
}
