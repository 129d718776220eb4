public import GRDB

/// An error of a vault.
///
/// Each case needs a different remedy.
public enum VaultError: Error, Hashable, Sendable {
    /// No key slot opens with this passphrase; no slot is damaged.
    case wrongPassphrase
    case wrongRecoveryCode
    /// The vault key belongs to another vault, or was replaced.
    case wrongVaultKey
    /// The vault has no key slot of the requested kind.
    case noSuchSlot
    /// A part of the vault differs from what was written.
    case damaged(VaultPart)
    /// The file was replaced by another one, or by an older copy, after this session had read it, or may have been.
    case changedUnderneath(UnexpectedChange)
    /// The file is empty, or another program's database.
    case notAVault
    /// The database that a vault is created in is not empty.
    case alreadyExists
    /// The file must be upgraded before it can be read.
    case olderFormat(Int64)
    /// The file was written by a later version of Latchkey.
    case newerFormat(Int64)
    case recordNotFound(RecordIdentifier)
    /// The record is in the bin, and the operation needs one outside of it.
    case recordRemoved(RecordIdentifier)
    /// The record is not in the bin; only records in the bin can be restored or purged.
    case recordNotRemoved(RecordIdentifier)
    /// The record was changed after the caller had read it.
    case recordChanged(RecordIdentifier)
    /// A record or a proposal is larger than the format allows.
    case tooLarge(bytes: Int, limit: Int)
    /// The vault has records or key slots of a later version, which cannot be sealed with a new vault key.
    case unknownData
    /// A text has too many combining marks on one letter; comparing it would take minutes (UAX #15 §13).
    case tooManyMarks
    /// The inbox has reached its limit of proposals.
    case inboxFull(limit: Int)
    /// The cost parameters are out of bounds; they were rejected before any memory was allocated.
    case keyDerivationRefused
    /// libargon2 failed with this status, typically because memory is short.
    case keyDerivationFailed(status: Int32)
    /// SQLite could not read or write. The vault is unchanged.
    case storage(StorageFailure)
}

/// The damaged part of a vault.
public enum VaultPart: Hashable, Sendable {
    /// The structure of the SQLite file.
    case file
    /// A table is missing, or the file contains another object.
    case schema
    case header
    case keySlots
    case manifest
    /// The records are not those of the manifest: one is missing, added, or of another revision.
    case recordSet
    case record(RecordIdentifier)
    /// The list of past revisions.
    case history
    case inbox
}

/// How the file differs from the one that the session opened.
public enum UnexpectedChange: Hashable, Sendable {
    /// The path names another file, for example because a tool synchronized the folder.
    case fileReplaced
    case anotherVault
    /// The revision is lower than one that the session has seen.
    case rolledBack
    /// The state does not descend from the one that the session has seen.
    case forked
    /// The anchor, outside of the file, cannot be read.
    case notComparable
}

/// An error of SQLite or the file system.
public enum StorageFailure: Hashable, Sendable {
    case full
    case inputOutput
    /// Another process locked the file for longer than the busy timeout.
    case busy
    case readOnly
    case cannotOpen
    case outOfMemory
    /// SQLite's extended result code.
    case other(code: Int32)
}

extension VaultError {
    /// Translates an error of GRDB, also for callers that open the file themselves.
    public init(_ error: DatabaseError) {
        switch error.extendedResultCode {
        case .SQLITE_READONLY_DBMOVED:
            self = .changedUnderneath(.fileReplaced)
            return
        case .SQLITE_IOERR_CORRUPTFS:
            self = .damaged(.file)
            return
        default:
            break
        }
        switch error.resultCode {
        case .SQLITE_CORRUPT, .SQLITE_TOOBIG: self = .damaged(.file)
        case .SQLITE_NOTADB: self = .notAVault
        case .SQLITE_FULL: self = .storage(.full)
        case .SQLITE_IOERR: self = .storage(.inputOutput)
        case .SQLITE_BUSY, .SQLITE_LOCKED: self = .storage(.busy)
        case .SQLITE_READONLY, .SQLITE_PERM: self = .storage(.readOnly)
        case .SQLITE_CANTOPEN: self = .storage(.cannotOpen)
        case .SQLITE_NOMEM: self = .storage(.outOfMemory)
        default: self = .storage(.other(code: error.extendedResultCode.rawValue))
        }
    }

    /// Runs a body that uses SQLite and rethrows its errors as ``VaultError``.
    static func translating<Result>(_ body: () throws -> Result) throws(VaultError) -> Result {
        do {
            return try body()
        } catch let error as VaultError {
            throw error
        } catch let error as DatabaseError {
            throw VaultError(error)
        } catch {
            // Unreachable: the bodies throw only `VaultError` and `DatabaseError`.
            throw .storage(.other(code: -1))
        }
    }
}
