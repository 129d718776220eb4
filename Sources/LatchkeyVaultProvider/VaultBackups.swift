package import Foundation
import GRDB
package import LatchkeySecret
package import LatchkeyVault

/// Copies of the vault, sealed as it is, in a folder beside it.
///
/// Those that are made by themselves take turns: only the newest few stay. Those that the person asked for are theirs.
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
        if occasion != .request { sweep(at: time) }
        return list().first { $0.path == path }
            ?? Backup(path: path, made: time, occasion: occasion, byteCount: 0)
    }

    /// Copies a vault into a file that is not there yet, readable by its owner alone.
    ///
    /// The file appears when it is whole, on the disk and opened once.
    package static func write(_ vault: LockedVault, key: Secret?, to path: String) throws(VaultError) {
        if FileManager.default.fileExists(atPath: path) { throw .alreadyExists }
        let target = URL(filePath: path)
        let folder = target.deletingLastPathComponent()
        let partial = folder.appending(path: ".\(target.lastPathComponent).\(UUID().uuidString)\(partialSuffix)").path
        guard
            FileManager.default.createFile(
                atPath: partial, contents: nil, attributes: [.posixPermissions: NSNumber(value: 0o600)])
        else { throw .storage(.cannotOpen) }
        defer {
            for left in [partial, partial + "-journal"] { try? FileManager.default.removeItem(atPath: left) }
        }
        try fill(partial, with: vault, key: key)
        do {
            // A link fails where somebody was faster, whereas a renaming would take their place.
            try FileManager.default.linkItem(atPath: partial, toPath: path)
            try synchronise(folder)
        } catch {
            throw VaultError(writing: error)
        }
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
    package static func open(_ path: String) throws(VaultError) -> LockedVault {
        do {
            return LockedVault(
                try DatabaseQueue(path: path, configuration: VaultDatabase.configuration(readOnly: true)))
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

    /// Lets go what is too much, and what a program that was killed has left.
    private func sweep(at time: Date) {
        for old in list().filter({ $0.occasion != .request }).dropFirst(Self.keptCount) {
            try? FileManager.default.removeItem(atPath: old.path)
        }
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [] {
            guard name.hasPrefix(".vault-"), name.contains(Self.partialSuffix) else { continue }
            let path = folder.appending(path: name).path
            let changed = try? FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
            guard let changed, time.timeIntervalSince(changed) > Self.abandonedTime else { continue }
            try? FileManager.default.removeItem(atPath: path)
        }
    }

    static func synchronise(_ folder: URL) throws {
        let handle = try FileHandle(forReadingFrom: folder)
        try handle.synchronize()
        try handle.close()
    }

    private static let partialSuffix = ".partial"
}

/// What the file of a copy is called: `vault-20260131T120000Z-import.sqlite`, with a number where two are of one second.
private struct BackupName: Comparable {
    let made: Date
    let occasion: VaultBackups.Occasion
    var number = 1

    init(made: Date, occasion: VaultBackups.Occasion) {
        self.made = Date(timeIntervalSince1970: made.timeIntervalSince1970.rounded(.down))
        self.occasion = occasion
    }

    init?(_ name: String) {
        guard name.hasPrefix("vault-"), name.hasSuffix(".sqlite") else { return nil }
        let parts = name.dropFirst("vault-".count).dropLast(".sqlite".count).split(separator: "-")
        guard parts.count == 2 || parts.count == 3,
            let made = try? Self.format.parse(String(parts[0])),
            let occasion = VaultBackups.Occasion(rawValue: String(parts[1]))
        else { return nil }
        self.init(made: made, occasion: occasion)
        guard parts.count == 3 else { return }
        guard let number = Int(parts[2]), number > 1 else { return nil }
        self.number = number
    }

    var text: String {
        let base = "vault-\(Self.format.format(made))-\(occasion.rawValue)"
        return (number > 1 ? "\(base)-\(number)" : base) + ".sqlite"
    }

    static func < (left: BackupName, right: BackupName) -> Bool {
        (left.made, left.number) < (right.made, right.number)
    }

    private static let format = Date.ISO8601FormatStyle(
        dateSeparator: .omitted, dateTimeSeparator: .standard, timeSeparator: .omitted)
}

extension VaultError {
    /// What a file system says when a copy cannot be written.
    init(writing error: any Error) {
        switch (error as? CocoaError)?.code {
        case .fileWriteOutOfSpace: self = .storage(.full)
        case .fileWriteVolumeReadOnly, .fileWriteNoPermission: self = .storage(.readOnly)
        case .fileWriteFileExists: self = .alreadyExists
        default: self = .storage(.cannotOpen)
        }
    }
}
