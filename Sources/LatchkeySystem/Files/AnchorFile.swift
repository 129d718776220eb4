import FoundationEssentials
import LatchkeyCore
package import LatchkeyWire

/// The anchors of all providers' vaults, in the agent's state folder.
///
/// The agent and the vault's own program write it; a lock makes each change atomic.
package struct AnchorFile: Sendable {
    private struct Contents: Codable {
        struct Entry: Codable {
            var anchor: StoredAnchor
            var inboxAuthenticationKey: Data
            var pending: StoredAnchor?
        }

        var version = 1
        var anchors: [String: Entry] = [:]
        /// Whether anchors were lost with a damaged file: a missing one may then be one of these.
        var hasLostAnchors: Bool?
    }

    private struct Version: Codable {
        var version: Int
    }

    /// Why the anchors cannot be read.
    package struct Problem: Error, Hashable, Sendable {
        package enum Cause: Hashable, Sendable {
            /// The content is not that of an anchor file.
            case damaged
            /// A later version wrote the file; this version must not replace it.
            case newerVersion(Int)
            case unreadable(SystemError)
        }

        package let cause: Cause
        package let path: String
    }

    private let folder: String
    private var path: String { folder + "/anchors.json" }
    private var lockPath: String { folder + "/anchors.lock" }

    package init(_ locations: Locations) {
        folder = locations.state
    }

    /// Reads a provider's anchor.
    ///
    /// A caller must not treat an unreadable anchor as a missing one: without an anchor, every vault is trusted.
    package func read(_ provider: ProviderIdentifier) throws(Problem) -> GetAnchor.Result {
        let contents = try contents()
        guard let entry = contents.anchors[provider.rawValue] else {
            if contents.hasLostAnchors ?? false { throw Problem(cause: .damaged, path: path) }
            return GetAnchor.Result()
        }
        return GetAnchor.Result(
            anchor: entry.anchor, inboxAuthenticationKey: entry.inboxAuthenticationKey, pending: entry.pending)
    }

    /// Why no anchor can be read; `nil` if the file is intact or does not exist.
    package var problem: Problem? {
        do throws(Problem) {
            _ = try contents()
            return nil
        } catch {
            return error
        }
    }

    /// Stores a provider's anchor, with a new key if the vault is another one.
    ///
    /// Blocks while another process writes. It ignores an anchor of another vault, or with a revision that is not higher,
    /// unless `replacing` is `true`. Then it also replaces an unreadable file.
    ///
    /// - Throws: ``SystemError`` if the file cannot be written, or ``Problem``.
    package func write(_ anchor: StoredAnchor, of provider: ProviderIdentifier, replacing: Bool) throws {
        try PrivateFolder.ensure(folder)
        let lock = try FileLock.acquireBlocking(lockPath)
        defer { lock.release() }
        var contents: Contents
        do throws(Problem) {
            contents = try self.contents()
        } catch {
            guard replacing, error.isReplaceable else { throw error }
            contents = Contents(hasLostAnchors: true)
        }
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
    /// - Throws: ``SystemError`` if the file cannot be written, or ``Problem``.
    package func prepare(_ anchor: StoredAnchor, of provider: ProviderIdentifier) throws {
        try PrivateFolder.ensure(folder)
        let lock = try FileLock.acquireBlocking(lockPath)
        defer { lock.release() }
        var contents = try contents()
        guard contents.anchors[provider.rawValue] != nil else { return }
        contents.anchors[provider.rawValue]?.pending = anchor
        try AtomicFile.write(try Payload.encode(contents), to: path)
    }

    private func contents() throws(Problem) -> Contents {
        let bytes: [UInt8]
        do throws(SystemError) {
            guard let found = try PrivateFile.read(path, limit: Self.byteLimit) else { return Contents() }
            bytes = found
        } catch {
            throw Problem(cause: .unreadable(error), path: path)
        }
        if let version = try? Payload.decode(Version.self, from: bytes).version, version > Contents().version {
            throw Problem(cause: .newerVersion(version), path: path)
        }
        guard let contents = try? Payload.decode(Contents.self, from: bytes),
            contents.anchors.values.allSatisfy({ $0.anchor.isValid && $0.pending?.isValid ?? true })
        else {
            throw Problem(cause: .damaged, path: path)
        }
        return contents
    }

    private static let byteLimit = 1 << 20
    private static let keyByteCount = 32
}

extension AnchorFile.Problem {
    /// Whether the user's decision about the vault may replace the file.
    fileprivate var isReplaceable: Bool {
        if case .newerVersion = cause { false } else { true }
    }

    /// A message for the user, in lower case and without a full stop.
    package var sentence: String {
        switch cause {
        case .damaged: "Latchkey's record of the vault's latest state is damaged: \(path)"
        case .newerVersion: "a newer Latchkey wrote the record of the vault's latest state: \(path)"
        case .unreadable(let error):
            "Latchkey's record of the vault's latest state cannot be read: \(error.cause): \(path)"
        }
    }

    /// The hint for the message: how the user ends the questions about the vault.
    package var hint: String {
        switch cause {
        case .damaged, .unreadable: "run \"latchkey-vault accept\" to see the vault's date and accept the vault"
        // Without quotation marks if possible: doctor replaces the home folder with ~.
        case .newerVersion:
            "update Latchkey; to trust the vault as it is, run "
                + "\"mv \(ShellWord.path(path)) \(ShellWord.path(path + ".newer"))\""
        }
    }
}
