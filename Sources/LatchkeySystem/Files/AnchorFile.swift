import FoundationEssentials
import LatchkeyCore
package import LatchkeyWire

/// The anchors of all providers' vaults, in the agent's state folder.
///
/// The agent and the vault's own program write it; a lock makes each change atomic. A damaged file counts as a lost one:
/// the next vault that is opened is trusted again.
package struct AnchorFile: Sendable {
    private struct Contents: Codable {
        struct Entry: Codable {
            var anchor: StoredAnchor
            var inboxAuthenticationKey: Data
            var pending: StoredAnchor?
        }

        var version = 1
        var anchors: [String: Entry] = [:]
    }

    private struct Version: Codable {
        var version: Int
    }

    /// A file of a later version, which this version must not replace.
    package struct NewerVersion: Error {
        package var version: Int
    }

    private let folder: String
    private var path: String { folder + "/anchors.json" }
    private var lockPath: String { folder + "/anchors.lock" }

    package init(_ locations: Locations) {
        folder = locations.state
    }

    /// Reads a provider's anchor.
    ///
    /// - Throws: ``SystemError`` if the file cannot be read, or ``NewerVersion``.
    package func read(_ provider: ProviderIdentifier) throws -> GetAnchor.Result {
        guard let entry = try contents().anchors[provider.rawValue] else { return GetAnchor.Result() }
        return GetAnchor.Result(
            anchor: entry.anchor, inboxAuthenticationKey: entry.inboxAuthenticationKey, pending: entry.pending)
    }

    /// Stores a provider's anchor, with a new key if the vault is another one.
    ///
    /// Blocks while another process writes. It ignores an anchor of another vault, or with a revision that is not higher,
    /// unless `replacing` is `true`.
    ///
    /// - Throws: ``SystemError`` if the file cannot be read or written, or ``NewerVersion``.
    package func write(_ anchor: StoredAnchor, of provider: ProviderIdentifier, replacing: Bool) throws {
        try PrivateFolder.ensure(folder)
        let lock = try FileLock.acquireBlocking(lockPath)
        defer { lock.release() }
        var contents = try contents()
        let old = contents.anchors[provider.rawValue]
        let isSameVault = old?.anchor.vault == anchor.vault
        if let old, !replacing, !isSameVault || old.anchor.revision >= anchor.revision { return }
        let key = isSameVault ? old?.inboxAuthenticationKey : nil
        contents.anchors[provider.rawValue] = Contents.Entry(
            anchor: anchor, inboxAuthenticationKey: key ?? Secret.random(count: Self.keyByteCount).revealBytes())
        try AtomicFile.write(try Payload.encode(contents), to: path)
    }

    /// Notes the state that a restore or a new key is about to put in place, until the next ``write(_:of:replacing:)``.
    ///
    /// Does nothing if there is no anchor.
    ///
    /// - Throws: ``SystemError`` if the file cannot be read or written, or ``NewerVersion``.
    package func prepare(_ anchor: StoredAnchor, of provider: ProviderIdentifier) throws {
        try PrivateFolder.ensure(folder)
        let lock = try FileLock.acquireBlocking(lockPath)
        defer { lock.release() }
        var contents = try contents()
        guard contents.anchors[provider.rawValue] != nil else { return }
        contents.anchors[provider.rawValue]?.pending = anchor
        try AtomicFile.write(try Payload.encode(contents), to: path)
    }

    private func contents() throws -> Contents {
        guard let bytes = try PrivateFile.read(path, limit: Self.byteLimit) else { return Contents() }
        if let version = try? Payload.decode(Version.self, from: bytes), version.version > Contents().version {
            throw NewerVersion(version: version.version)
        }
        return (try? Payload.decode(Contents.self, from: bytes)) ?? Contents()
    }

    private static let byteLimit = 1 << 20
    private static let keyByteCount = 32
}
