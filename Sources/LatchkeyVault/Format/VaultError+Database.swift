public import GRDB

extension VaultError {
    /// Translates what GRDB throws, for the caller who opens the file as well as for the vault itself.
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

    /// Runs a body that talks to SQLite and lets nothing but this enumeration out.
    static func translating<Result>(_ body: () throws -> Result) throws(VaultError) -> Result {
        do {
            return try body()
        } catch let error as VaultError {
            throw error
        } catch let error as DatabaseError {
            throw VaultError(error)
        } catch {
            // Unreachable: the bodies call this target, GRDB and swift-crypto, whose errors are caught where they arise.
            throw .storage(.other(code: -1))
        }
    }
}
