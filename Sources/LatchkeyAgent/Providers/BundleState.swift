import LatchkeyWire

/// The digests of a provider's bundle as it is on the disk.
package struct BundleState: Hashable, Sendable {
    /// SHA-256 over the path and the content of every regular file, as lower-case hexadecimal.
    ///
    /// It is the digest of what `find . -type f -print0 | LC_ALL=C sort -z | xargs -0 sha256sum` prints in the bundle.
    package var digest: String
    /// SHA-256 of the executable alone.
    package var executableDigest: String
    /// SHA-256 of the icon; `nil` for a bundle without one.
    package var iconDigest: String?
    /// Whether the user can write a file or folder of the bundle, or one of its parent folders.
    package var isUserWritable: Bool

    package init(
        digest: String, executableDigest: String, iconDigest: String? = nil, isUserWritable: Bool = true
    ) {
        self.digest = digest
        self.executableDigest = executableDigest
        self.iconDigest = iconDigest
        self.isUserWritable = isUserWritable
    }

    /// A larger bundle is not digested and cannot be enabled.
    static let limits = BundleLimits()
}

extension BundleState {
    /// A regular file of a bundle.
    struct File {
        /// Relative to the bundle.
        var path: String
        var status: BundleFiles.Status
    }

    /// The regular files of a bundle, sorted by the bytes of their paths, and whether the user can write any of them.
    ///
    /// - Throws: ``ProviderProblem`` for a bundle beyond ``BundleLimits``, and for a folder that cannot be listed. In a
    ///   bundle that the user can write also for a symbolic link, a FIFO, a socket, a device, and a name that
    ///   `sha256sum` would escape.
    static func files(
        of bundle: ProviderBundle, _ files: BundleFiles
    ) throws(ProviderProblem) -> (files: [File], isUserWritable: Bool) {
        var found: [File] = []
        var isUserWritable = bundle.isUserWritable || files.isWritable(bundle.path)
        var other: ProviderProblem?
        var (entries, bytes) = (0, 0)
        var folders = [(path: "", depth: 1)]
        while let folder = folders.popLast() {
            guard folder.depth <= limits.depth else { throw .bundleTooLarge(bundle.path) }
            // Files of a folder that cannot be listed can still be opened by their names.
            guard let names = files.names(folder.path.isEmpty ? bundle.path : bundle.path + "/" + folder.path) else {
                throw .unreadableFile(folder.path.isEmpty ? bundle.path : folder.path)
            }
            for name in names {
                let path = folder.path.isEmpty ? name : folder.path + "/" + name
                let whole = bundle.path + "/" + path
                entries += 1
                guard entries <= limits.entries else { throw .bundleTooLarge(bundle.path) }
                guard let status = files.status(whole) else { throw .unreadableFile(path) }
                if name.contains("\\") || name.unicodeScalars.contains(where: \.isControl) { other = .notAFile(path) }
                switch status.kind {
                case .file:
                    bytes += status.size
                    guard bytes <= limits.bytes else { throw .bundleTooLarge(bundle.path) }
                    found.append(File(path: path, status: status))
                case .folder: folders.append((path, folder.depth + 1))
                case .link, .other:
                    other = .notAFile(path)
                    continue
                }
                if !isUserWritable, files.isWritable(whole) { isUserWritable = true }
            }
        }
        // System bundles can have symbolic links, since only root can change their targets.
        if isUserWritable, let other { throw other }
        found.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
        return (found, isUserWritable)
    }
}

extension Unicode.Scalar {
    fileprivate var isControl: Bool { properties.generalCategory == .control }
}
