package import Foundation
import GRDB
package import LatchkeyCore
import LatchkeySystem
package import LatchkeyVault

/// Copies of the vault, sealed as it is, in a folder beside it.
///
/// Those that are made automatically take turns: only the newest few of each vault stay. Those that the person asked for are theirs.
package struct VaultBackups: Sendable {
    /// What a copy was made before, or for.
    package enum Occasion: String, Sendable, CaseIterable {
        /// The person asked for it.
        case request = "backup"
        case `import`
        case passphrase = "passwd"
        case upgrade
        /// Another backup took the vault's place.
        case restore
    }

    package struct Backup: Hashable, Sendable {
        package let path: String
        package let made: Date
        package let occasion: Occasion
        package let byteCount: Int

        package var name: String { URL(filePath: path).lastPathComponent }
    }

    /// How many copies that were made by themselves are kept.
    package static let keptCount = 5
    /// After how many seconds a copy that was never finished is swept away.
    private static let abandonedTime: TimeInterval = 3600

    package let folder: URL

    package init(folder: URL) {
        self.folder = folder
    }

    /// The copies, newest first; nothing where the folder is not there.
    package func list() -> [Backup] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        let named = names.compactMap { name in BackupName(name).map { (name, $0) } }
        return named.sorted { $1.1 < $0.1 }.map { name, parsed in
            let path = folder.appending(path: name).path
            let size = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? NSNumber
            return Backup(path: path, made: parsed.made, occasion: parsed.occasion, byteCount: size?.intValue ?? 0)
        }
    }

    /// Makes a copy of a vault, and lets the oldest one go.
    ///
    /// When nothing has changed since the newest copy, that one is the copy; other than the person's wish nothing then
    /// makes another.
    ///
    /// - Parameter key: With it the copy is opened, too, before it counts.
    /// - Throws: ``VaultError``; then no part of a copy is left, and every older one is.
    @discardableResult
    package func make(
        of vault: LockedVault, key: Secret?, for occasion: Occasion, at time: Date
    ) throws(VaultError) -> Backup {
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: NSNumber(value: 0o700)])
        } catch {
            throw VaultError(writing: error)
        }
        if occasion != .request, let newest = list().first, Self.isUpToDate(newest, with: vault) { return newest }
        let path = freePath(for: occasion, at: time)
        try Self.write(vault, key: key, to: path)
        if occasion != .request { letGoOfOldest(likeCopyAt: path) }
        Self.sweep(folder, at: time)
        return list().first { $0.path == path }
            ?? Backup(path: path, made: time, occasion: occasion, byteCount: 0)
    }

    /// Copies a vault into a file that is not there yet, readable by its owner alone.
    ///
    /// The file appears when it is whole, on the disk and opened once.
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

    /// Copies a vault into a hidden file beside the one that is to become of it, and opens it once.
    ///
    /// - Returns: The copy's path; whoever calls gives it its name, and discards what is left.
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

    /// A hidden path beside a file, which says that what lies there is not finished.
    static func partialPath(for target: URL) -> String {
        let name = ".\(target.lastPathComponent).\(UUID().uuidString)\(partialSuffix)"
        return target.deletingLastPathComponent().appending(path: name).path
    }

    /// Removes a copy that has not got its name, and its journal.
    static func discard(_ partial: String) {
        for left in [partial, partial + "-journal"] { try? FileManager.default.removeItem(atPath: left) }
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

    /// Opens a copy for reading.
    ///
    /// One of an older format is upgraded in memory; the file stays as it is.
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

    /// A path for a copy that no other has, also of the same second.
    func freePath(for occasion: Occasion, at time: Date) -> String {
        var name = BackupName(made: time, occasion: occasion)
        while FileManager.default.fileExists(atPath: folder.appending(path: name.text).path) { name.number += 1 }
        return folder.appending(path: name.text).path
    }

    /// Lets go of the oldest copies of one vault; those of other vaults are not counted.
    ///
    /// A new vault in the place of a lost one must not push out the copies of the lost one.
    private func letGoOfOldest(likeCopyAt path: String) {
        let vault = Self.identifier(ofCopyAt: path)
        let own = list().filter { $0.occasion != .request && Self.identifier(ofCopyAt: $0.path) == vault }
        for old in own.dropFirst(Self.keptCount) { try? FileManager.default.removeItem(atPath: old.path) }
    }

    /// The identifier of the vault that a copy is of; `nil` for a copy that cannot be read.
    private static func identifier(ofCopyAt path: String) -> RecordIdentifier? {
        try? open(path).status().identifier
    }

    /// Removes the copies of a vault that a program left unfinished in a folder, when it was killed some time ago.
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
