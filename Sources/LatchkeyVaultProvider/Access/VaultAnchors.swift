import Foundation
package import LatchkeyCore
import LatchkeyProvider
package import LatchkeySystem
package import LatchkeyVault
import LatchkeyWire

/// Stores the latest state of the vault outside of its container: the agent's state, or a test's.
package struct VaultAnchors: Sendable {
    /// Returns the stored anchor with its key; `nil` if there is none, or the agent is too old to store one.
    ///
    /// Throws if there may be an anchor that cannot be read.
    package var read: @Sendable () async throws -> VaultAnchor?
    /// Stores an anchor.
    ///
    /// One of another vault, or without a higher revision, is ignored unless `replacing` is `true`. Then it also replaces
    /// an unreadable one.
    package var write: @Sendable (VaultAnchor, _ replacing: Bool) async throws -> Void
    /// Notes the state that a restore or a new key is about to put in place.
    package var prepare: @Sendable (VaultAnchor) throws -> Void
    /// Stores the anchor of a change that was just written, from any thread.
    ///
    /// Ignores errors: an anchor that is older than the file is still valid.
    package var note: @Sendable (VaultAnchor) -> Void

    package init(
        read: @escaping @Sendable () async throws -> VaultAnchor?,
        write: @escaping @Sendable (VaultAnchor, _ replacing: Bool) async throws -> Void,
        prepare: @escaping @Sendable (VaultAnchor) throws -> Void,
        note: @escaping @Sendable (VaultAnchor) -> Void
    ) {
        self.read = read
        self.write = write
        self.prepare = prepare
        self.note = note
    }

    /// The agent's state, for the provider's process.
    ///
    /// A containing app and an agent of an older version have none.
    package static let agent = VaultAnchors(
        read: {
            do {
                return try VaultAnchor.stored(try await ProviderAnchor.read())
            } catch let error as RemoteError where error.reason == .unknownMethod {
                return nil
            }
        },
        write: { try await ProviderAnchor.write(StoredAnchor($0), replacing: $1) },
        // Only the vault's own program restores backups and replaces the key.
        prepare: { _ in },
        note: { anchor in
            WorkAfterAnswer.begin { try? await ProviderAnchor.write(StoredAnchor(anchor), replacing: false) }
        })

    /// The agent's state folder, for the vault's own program, which works without the agent, too.
    package static func file(_ file: AnchorFile, provider: ProviderIdentifier) -> VaultAnchors {
        VaultAnchors(
            read: { try VaultAnchor.stored(try file.read(provider)) },
            write: { try file.write(StoredAnchor($0), of: provider, replacing: $1) },
            prepare: { try file.prepare(StoredAnchor($0), of: provider) },
            note: { try? file.write(StoredAnchor($0), of: provider, replacing: false) })
    }
}

extension StoredAnchor {
    fileprivate init(_ anchor: VaultAnchor) {
        self.init(
            // A revision is at most `Int64.max`, as the vault's file stores it.
            vault: Data(anchor.mark.vault.bytes), revision: Int(clamping: anchor.mark.revision),
            chain: Data(anchor.mark.chain), inboxKey: Data(anchor.inboxKey), date: anchor.date.timeIntervalSince1970)
    }
}

extension VaultAnchor {
    /// `nil` without an anchor.
    ///
    /// - Throws: ``InvalidAnchor`` if its values are not those of a vault.
    fileprivate static func stored(_ stored: GetAnchor.Result) throws(InvalidAnchor) -> VaultAnchor? {
        guard let values = stored.anchor else { return nil }
        guard let mark = VaultMark(values) else { throw InvalidAnchor() }
        var anchor = VaultAnchor(
            mark: mark, inboxKey: Array(values.inboxKey), date: Date(timeIntervalSince1970: values.date),
            inboxAuthentication: stored.inboxAuthenticationKey.map { Secret(copying: $0) })
        anchor.pending = stored.pending.flatMap(VaultMark.init)
        anchor.pendingInboxKey = stored.pending.map { Array($0.inboxKey) }
        return anchor
    }
}

/// A stored anchor that no vault has written.
private struct InvalidAnchor: Error {}

extension VaultMark {
    fileprivate init?(_ anchor: StoredAnchor) {
        guard let vault = RecordIdentifier(bytes: Array(anchor.vault)), let revision = UInt64(exactly: anchor.revision)
        else { return nil }
        self.init(vault: vault, revision: revision, chain: Array(anchor.chain))
    }
}
