import Crypto
import Foundation
import LatchkeyCore
import LatchkeyWire
import Synchronization

/// The digests of providers' bundles, whose files can be large.
///
/// Files are digested only here, one at a time, and not on the agent's actor. A file is read again only if its device,
/// inode, size, modification time or change time differ.
actor BundleDigests {
    private struct Known {
        var status: BundleFiles.Status
        var digest: String
    }

    private let files: BundleFiles
    private let now: @Sendable () -> Date
    private let known = Mutex<[String: Known]>([:])

    init(files: BundleFiles, now: @escaping @Sendable () -> Date) {
        self.files = files
        self.now = now
    }

    /// Digests a bundle, and reads only the files that can have changed.
    ///
    /// - Throws: ``ProviderProblem`` if the bundle cannot be pinned as a whole.
    @concurrent
    nonisolated func state(of bundle: ProviderBundle) async throws(ProviderProblem) -> BundleState {
        guard let executable = bundle.executable else { throw .noExecutable }
        let (found, isUserWritable) = try BundleState.files(of: bundle, files)
        var text = ""
        var digests: [String: String] = [:]
        for file in found {
            let path = bundle.path + "/" + file.path
            // A cached digest does not wait for the file that is being read.
            let digest: String
            if let known = known(path, file.status) {
                digest = known
            } else {
                // Not on the event loop, since the file can be large.
                digest = try await withTaskExecutorPreference(globalConcurrentExecutor) {
                    () async throws(ProviderProblem) in
                    try await read(path, file, isUserWritable: isUserWritable)
                }
            }
            digests[path] = digest
            text += "\(digest)  ./\(file.path)\n"
        }
        guard let executableDigest = digests[executable] else { throw .executableUnusable(executable) }
        return BundleState(
            digest: Self.digest(of: Data(text.utf8)), executableDigest: executableDigest,
            iconDigest: bundle.icon.flatMap { digests[$0] }, isUserWritable: isUserWritable)
    }

    /// Lower-case hexadecimal SHA-256 of bytes.
    static func digest(of bytes: Data) -> String { Hexadecimal.text(SHA256.hash(data: bytes)) }

    /// Stands for the content of a file that the user can neither read nor write; it differs after each change.
    private static func digest(ofUnreadable status: BundleFiles.Status) -> String {
        let times = [status.modified, status.changed].map { "\($0.timeIntervalSince1970)" }
        return digest(of: Data("unreadable \(status.size) \(times)".utf8))
    }

    /// Removes the cached digests of bundles that do not exist any more.
    nonisolated func forget(allBut bundles: [String]) {
        known.withLock { known in
            known = known.filter { file in bundles.contains { file.key.hasPrefix($0 + "/") } }
        }
    }

    private func read(
        _ path: String, _ file: BundleState.File, isUserWritable: Bool
    ) throws(ProviderProblem) -> String {
        // Another request can have digested the same file just before.
        if let digest = known(path, file.status) { return digest }
        guard let digest = files.digest(path, BundleState.limits.bytes) else {
            // Only root can change the bundle, and its program may be unreadable (decision 0110).
            if !isUserWritable { return Self.digest(ofUnreadable: file.status) }
            guard let folder = Self.writableFolder(above: path, files) else { throw .unreadableFile(file.path) }
            throw .unreadableBelowWritable(file: file.path, folder: folder)
        }
        // Not cached: a file that was written meanwhile, or so recently that a later write can have the same time.
        if files.status(path) == file.status, now().timeIntervalSince(file.status.changed) > 2 {
            known.withLock { $0[path] = Known(status: file.status, digest: digest) }
        }
        return digest
    }

    /// The closest folder above the file that the user can write.
    private static func writableFolder(above path: String, _ files: BundleFiles) -> String? {
        var path = path[...]
        while let slash = path.lastIndex(of: "/") {
            path = path[..<slash]
            let folder = path.isEmpty ? "/" : String(path)
            if files.isWritable(folder) { return folder }
        }
        return nil
    }

    private nonisolated func known(_ path: String, _ status: BundleFiles.Status) -> String? {
        known.withLock { $0[path] }.flatMap { $0.status == status ? $0.digest : nil }
    }
}
