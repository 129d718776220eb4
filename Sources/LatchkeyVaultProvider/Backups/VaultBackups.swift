package import Foundation
import GRDB
package import LatchkeyCore
import LatchkeySystem
package import LatchkeyVault

/// Encrypted copies of the vault in a folder.
///
/// Only the newest automatic backups of each vault are kept. Backups that the user requested are never removed.
package struct VaultBackups: Sendable {
    /// Why a backup was made.
    package enum Occasion: String, Sendable, CaseIterable {
        /// The user requested it.
        case request = "backup"
        case `import`
        case passphrase = "passwd"
        case upgrade
        /// Another backup replaced the vault.
        case restore
        /// Logins were deleted from the bin for good.
        case bin
        /// The vault's key was replaced.
        case rekey
    }

    package struct Backup: Hashable, Sendable {
        package let path: String
        package let made: Date
        package let occasion: Occasion
        package let byteCount: Int

        package var name: String { URL(filePath: path).lastPathComponent }
    }

    /// The number of automatic backups that are kept for each vault.
    package static let keptCount = 5
    /// The same for backups of the bin, which are frequent and must not push out the others.
    private static let keptBinCount = 2
    /// Seconds after which an unfinished copy is removed.
    private static let abandonedTime: TimeInterval = 3600

    package let folder: URL

    package init(folder: URL) {
        self.folder = folder
    }

    /// The backups, newest first; empty if the folder does not exist.
    package func list() -> [Backup] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        let named = names.compactMap { name in BackupName(name).map { (name, $0) } }
        return named.sorted { $1.1 < $0.1 }.map { name, parsed in
            let path = folder.appending(path: name).path
            let size = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? NSNumber
            return Backup(path: path, made: parsed.made, occasion: parsed.occasion, byteCount: size?.intValue ?? 0)
        }
    }

    /// Makes a backup of a vault, and removes the oldest automatic one.
    ///
    /// Returns the newest backup if nothing has changed since, unless the user requested a backup.
    ///
    /// - Parameter key: Verifies the copy if not `nil`.
    /// - Throws: ``VaultError``; no partial copy is left, and no older backup is removed.
    @discardableResult
    package func make(
        of vault: LockedVault, key: Secret?, for occasion: Occasion, at time: Date
    ) throws(VaultError) -> Backup {
        do {
            try PrivateFolder.make(folder.path)
        } catch {
            throw VaultError(writing: error)
        }
        if occasion != .request, let newest = list().first, Self.isUpToDate(newest, with: vault) { return newest }
        let path = freePath(for: occasion, at: time)
        try Self.write(vault, key: key, to: path)
        if occasion != .request { removeOldest(ofSameVaultAs: path) }
        Self.sweep(folder, at: time)
        return list().first { $0.path == path }
            ?? Backup(path: path, made: time, occasion: occasion, byteCount: 0)
    }

    /// Copies a vault into a new file that only its owner can read.
    ///
    /// The file appears under its name once it is complete, on disk and verified.
    ///
    /// - Throws: ``VaultError/alreadyExists`` if there is a file.
    package static func write(_ vault: LockedVault, key: Secret?, to path: String) throws(VaultError) {
        if FileManager.default.fileExists(atPath: path) { throw .alreadyExists }
        let target = URL(filePath: path)
        let partial = try partialCopy(of: vault, key: key, for: target)
        defer { discard(partial) }
        do throws(SystemError) {
            try AtomicFile.place(partial, at: path)
            try AtomicFile.synchronise(folder: target.deletingLastPathComponent().path)
        } catch {
            throw VaultError(writing: error)
        }
    }

    /// Copies a vault into a hidden file in the target's folder, and verifies the copy.
    ///
    /// - Returns: The copy's path. The caller renames it, and calls ``discard(_:)``.
    static func partialCopy(of vault: LockedVault, key: Secret?, for target: URL) throws(VaultError) -> String {
        let partial = partialPath(for: target)
        guard
            FileManager.default.createFile(
                atPath: partial, contents: nil, attributes: [.posixPermissions: NSNumber(value: 0o600)])
        else { throw .storage(.cannotOpen) }
        do throws(VaultError) {
            try fill(partial, with: vault, key: key)
        } catch {
            discard(partial)
            throw error
        }
        return partial
    }

    /// A new hidden path for an unfinished file, in the target's folder.
    static func partialPath(for target: URL) -> String {
        let name = ".\(target.lastPathComponent).\(UUID().uuidString)\(partialSuffix)"
        return target.deletingLastPathComponent().appending(path: name).path
    }

    /// Removes an unfinished copy and its journal.
    static func discard(_ partial: String) {
        for path in [partial, partial + "-journal"] { try? FileManager.default.removeItem(atPath: path) }
    }

    private static func fill(_ path: String, with vault: LockedVault, key: Secret?) throws(VaultError) {
        do {
            let copy = try DatabaseQueue(path: path, configuration: VaultDatabase.configuration())
            try vault.copy(to: copy)
            if let key { try LockedVault(copy).unlock(vaultKey: key).verify() }
            _ = try VaultFormat.version(of: copy)
            try copy.close()
        } catch let error as VaultError {
            throw error
        } catch let error as DatabaseError {
            throw VaultError(error)
        } catch {
            throw .storage(.cannotOpen)
        }
    }

    /// Opens a backup for reading.
    ///
    /// Upgrades an older format in memory and leaves the file unchanged.
    package static func open(
        _ path: String, steps: VaultFormat.Steps = VaultFormat.steps
    ) throws(VaultError) -> LockedVault {
        do {
            let file = try DatabaseQueue(path: path, configuration: VaultDatabase.configuration(readOnly: true))
            guard let version = try? VaultFormat.version(of: file), version < VaultFormat.current else {
                return LockedVault(file)
            }
            let upgraded = try DatabaseQueue(configuration: VaultDatabase.configuration())
            try LockedVault(file).copy(to: upgraded)
            try VaultFormat.upgrade(upgraded, to: VaultFormat.current, by: steps)
            return LockedVault(upgraded)
        } catch let error as VaultError {
            throw error
        } catch let error as DatabaseError {
            throw VaultError(error)
        } catch {
            throw .storage(.cannotOpen)
        }
    }

    private static func isUpToDate(_ backup: Backup, with vault: LockedVault) -> Bool {
        (try? open(backup.path).hasSameRecords(as: vault)) ?? false
    }

    /// An unused path for a new backup.
    func freePath(for occasion: Occasion, at time: Date) -> String {
        var name = BackupName(made: time, occasion: occasion)
        while FileManager.default.fileExists(atPath: folder.appending(path: name.text).path) { name.number += 1 }
        return folder.appending(path: name.text).path
    }

    /// Removes the oldest automatic backups of one vault.
    ///
    /// Counts each vault on its own: a new vault must not push out the backups of the lost vault it replaced.
    private func removeOldest(ofSameVaultAs path: String) {
        let vault = Self.identifier(ofCopyAt: path)
        let own = list().filter { $0.occasion != .request && Self.identifier(ofCopyAt: $0.path) == vault }
        let surplus =
            own.filter { $0.occasion != .bin }.dropFirst(Self.keptCount)
            + own.filter { $0.occasion == .bin }.dropFirst(Self.keptBinCount)
        for old in surplus { try? FileManager.default.removeItem(atPath: old.path) }
    }

    /// The identifier of a backup's vault; `nil` if the backup cannot be read.
    private static func identifier(ofCopyAt path: String) -> RecordIdentifier? {
        try? open(path).status().identifier
    }

    /// Removes old unfinished copies that killed programs left in a folder.
    static func sweep(_ folder: URL, at time: Date) {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [] {
            guard name.hasPrefix(".vault"), name.contains(Self.partialSuffix) else { continue }
            let path = folder.appending(path: name).path
            let changed = try? FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
            guard let changed, time.timeIntervalSince(changed) > Self.abandonedTime else { continue }
            try? FileManager.default.removeItem(atPath: path)
        }
    }

    private static let partialSuffix = ".partial"
}
