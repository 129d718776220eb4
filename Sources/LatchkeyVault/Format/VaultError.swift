/// What goes wrong with a vault; each case is something that a person does something else about.
public enum VaultError: Error, Hashable, Sendable {
    /// No slot opens with this passphrase; the slots themselves are whole.
    case wrongPassphrase
    case wrongRecoveryCode
    /// A remembered vault key belongs to another vault, or to this one before its key was changed.
    case wrongVaultKey
    /// The vault has no slot of the kind that was asked for.
    case noSuchSlot
    /// Bytes are not as they were written.
    case damaged(VaultPart)
    /// The file is another one, or an older one, than this session worked with.
    case changedUnderneath(UnexpectedChange)
    /// An empty file, or somebody else's database.
    case notAVault
    /// A vault is to be created where there is something already.
    case alreadyExists
    /// The file must be upgraded before it can be read.
    case olderFormat(Int64)
    /// The file was written by a later version of Latchkey.
    case newerFormat(Int64)
    case recordNotFound(RecordIdentifier)
    /// The record lies in the bin, and what was asked for needs one that does not.
    case recordRemoved(RecordIdentifier)
    /// Only a record in the bin can be restored or purged.
    case recordNotRemoved(RecordIdentifier)
    /// Somebody else edited the record since it was read.
    case recordChanged(RecordIdentifier)
    /// A record or a proposal has more bytes than the format allows.
    case tooLarge(bytes: Int, limit: Int)
    /// A text has more marks on one letter than any writing; to compare it would take minutes (UAX #15 §13).
    case tooManyMarks
    /// The inbox holds as many proposals as it may.
    case inboxFull(limit: Int)
    /// Cost parameters outside the bounds, refused before anything was allocated.
    case keyDerivationRefused
    /// libargon2's own status, typically for want of memory.
    case keyDerivationFailed(status: Int32)
    /// SQLite could not read or write; the vault is as it was before.
    case storage(StorageFailure)
}

/// The part of a vault in which damage was found.
public enum VaultPart: Hashable, Sendable {
    /// SQLite's own structure.
    case file
    /// Tables that are missing, or that do not belong there.
    case schema
    case header
    case keySlots
    case manifest
    /// A record is missing, was added, or is not of the revision that the manifest counted.
    case recordSet
    case record(RecordIdentifier)
    /// The list of past revisions.
    case history
    case inbox
}

/// How a file differs from the one that the session opened.
public enum UnexpectedChange: Hashable, Sendable {
    /// The path leads to another file now, as after a tool that syncs folders.
    case fileReplaced
    case anotherVault
    /// The revision is lower than one already seen.
    case rolledBack
    /// The revision is as high or higher, and does not descend from the one already seen.
    case forked
}

/// A failure of the storage below the vault.
public enum StorageFailure: Hashable, Sendable {
    case full
    case inputOutput
    /// Another process kept the file longer than the busy timeout.
    case busy
    case readOnly
    case cannotOpen
    case outOfMemory
    /// SQLite's extended result code.
    case other(code: Int32)
}
