import Foundation
import GRDB

/// The SQLite database of the identity store: its files, its schema, and when it counts as lost.
struct IdentityDatabase: Sendable {
    /// The parameters of a database.
    struct Settings: Sendable {
        /// The folder of the store.
        var folder: URL
        /// Keeps everything in memory, and removes the files of an earlier setting.
        var isInMemory: Bool
        /// A digest of `/etc/machine-id`; on a machine with another one the store counts as lost.
        var machine: String
        /// The largest number of pages, to test a full disk; `nil` without a limit.
        var maximumPageCount: Int?
        var now: @Sendable () -> Date
    }

    let writer: any DatabaseWriter
    /// Whether it was created now.
    let isNew: Bool

    /// Opens the database; sets an unusable one aside and opens an empty one.
    static func open(
        _ settings: Settings
    ) throws(IdentityStoreError) -> (database: IdentityDatabase, loss: IdentityStoreLoss?) {
        if settings.isInMemory {
            removeFiles(in: settings.folder)
            return try (openInMemory(settings), nil)
        }
        try prepareFolder(settings.folder)
        switch try openFile(settings) {
        case .open(let database):
            return (database, nil)
        case .lost(let reason):
            let name = try setAside(settings, reason: reason)
            try prepareFolder(settings.folder)
            guard case .open(let database) = try openFile(settings) else {
                // A new file is damaged: the disk is faulty.
                throw .unavailable(sqliteCode: ResultCode.SQLITE_CORRUPT.rawValue)
            }
            return (database, IdentityStoreLoss(reason: reason, setAside: name))
        }
    }

    /// Renames the file, so that the next opening starts empty; returns the new name, or `nil` if it was removed.
    static func setAside(
        _ settings: Settings, reason: IdentityStoreLoss.Reason
    ) throws(IdentityStoreError) -> String? {
        let files = FileManager.default
        for ending in ["-wal", "-shm", "-journal"] {
            try? files.removeItem(at: settings.folder.appending(path: fileName + ending))
        }
        let file = settings.folder.appending(path: fileName)
        do {
            // The file of an older version or another machine is not damaged, and no bug report needs it.
            guard reason != .otherMachine, reason != .olderFormat else {
                try files.removeItem(at: file)
                return nil
            }
            let names = setAsideNames(in: settings.folder)
            for name in names.dropLast(maximumSetAsideCount - 1) {
                try files.removeItem(at: settings.folder.appending(path: name))
            }
            let stamp = settings.now().formatted(
                .iso8601.dateSeparator(.omitted).timeSeparator(.omitted).timeZoneSeparator(.omitted))
            let taken = Set(names)
            let candidates = (1...100).lazy.map { "\(setAsidePrefix)\(stamp)" + ($0 == 1 ? "" : "-\($0)") }
            guard let name = candidates.first(where: { !taken.contains($0) }) else {
                throw CocoaError(.fileWriteUnknown)
            }
            try files.moveItem(at: file, to: settings.folder.appending(path: name))
            return name
        } catch {
            throw .unusableFolder
        }
    }

    /// Removes all files of a store, including those that were set aside.
    static func removeFiles(in folder: URL) {
        for name in [fileName, "\(fileName)-wal", "\(fileName)-shm"] + setAsideNames(in: folder) {
            try? FileManager.default.removeItem(at: folder.appending(path: name))
        }
    }

    private static func setAsideNames(in folder: URL) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasPrefix(setAsidePrefix) }.sorted()
    }

    static let fileName = "identities.sqlite"
    static let setAsidePrefix = "identities.damaged-"
    static let maximumSetAsideCount = 2

    // MARK: Opening

    private enum Opening {
        case open(IdentityDatabase)
        case lost(IdentityStoreLoss.Reason)
    }

    private static func openInMemory(_ settings: Settings) throws(IdentityStoreError) -> IdentityDatabase {
        do {
            let queue = try DatabaseQueue(configuration: configuration(settings))
            try queue.write { try createSchema($0, machine: settings.machine) }
            return IdentityDatabase(writer: queue, isNew: true)
        } catch {
            throw IdentityStoreError(error)
        }
    }

    private static func openFile(_ settings: Settings) throws(IdentityStoreError) -> Opening {
        do {
            let path = settings.folder.appending(path: fileName).path
            let pool = try DatabasePool(path: path, configuration: configuration(settings))
            let (isNew, loss) = try pool.write { db in
                let isNew = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master") == 0
                if isNew { try createSchema(db, machine: settings.machine) }
                let loss = try reasonForLoss(db, machine: settings.machine)
                if loss == nil { try updateVersion(db) }
                return (isNew, loss)
            }
            guard let loss else { return .open(IdentityDatabase(writer: pool, isNew: isNew)) }
            try? pool.close()
            return .lost(loss)
        } catch let error as DatabaseError where error.isDamage {
            return .lost(.damaged)
        } catch {
            throw IdentityStoreError(error)
        }
    }

    private static func configuration(_ settings: Settings) -> Configuration {
        var configuration = Configuration()
        configuration.label = "identities"
        configuration.maximumReaderCount = 3
        configuration.busyMode = .timeout(1)
        configuration.persistentReadOnlyConnections = true
        configuration.foreignKeysEnabled = false
        configuration.prepareDatabase { db in
            // The agent's memory must not grow with the store; the system's page cache serves all connections. A change
            // needs memory for the pages of the indexes, and releases it.
            try db.execute(sql: "PRAGMA cache_size = -\(db.configuration.readonly ? 1024 : 8192)")
            try db.execute(sql: "PRAGMA temp_store = \(settings.isInMemory ? "MEMORY" : "FILE")")
            try db.execute(sql: "PRAGMA temp.cache_size = -1024")
            try db.execute(sql: "PRAGMA trusted_schema = OFF")
            try db.execute(sql: "PRAGMA cell_size_check = ON")
            guard !db.configuration.readonly else { return }
            // Removed identities must not remain in the file's free pages.
            try db.execute(sql: "PRAGMA secure_delete = ON")
            try db.execute(sql: "PRAGMA journal_size_limit = 4194304")
            if let pages = settings.maximumPageCount { try db.execute(sql: "PRAGMA max_page_count = \(pages)") }
        }
        return configuration
    }

    private static func prepareFolder(_ folder: URL) throws(IdentityStoreError) {
        let files = FileManager.default
        do {
            try files.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            let tag = folder.appending(path: "CACHEDIR.TAG")
            if !files.fileExists(atPath: tag.path) { try Data(cacheDirectoryTag.utf8).write(to: tag) }
            let file = folder.appending(path: fileName)
            if !files.fileExists(atPath: file.path) {
                // Before SQLite creates it: the log files get the mode of the database.
                guard files.createFile(atPath: file.path, contents: nil) else { throw CocoaError(.fileWriteUnknown) }
            }
            try files.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
        } catch {
            throw .unusableFolder
        }
    }

    /// Backups skip the folder (https://bford.info/cachedir/).
    private static let cacheDirectoryTag = """
        Signature: 8a477f597d28d172789f06886806bc55
        # Latchkey's identity store: providers fill it again.

        """
}
