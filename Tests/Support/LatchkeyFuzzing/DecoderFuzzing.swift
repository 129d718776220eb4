import FoundationEssentials
import GRDB
import LatchkeyCore
import LatchkeyVault

/// Runs the vault's decoders on arbitrary bytes, with fixed keys and identifiers.
enum DecoderFuzzing {
    /// What the bytes encode; the raw value is the first byte of a seed.
    enum Encoding: UInt8, CaseIterable, Sendable {
        case overview = 0
        case details
        case proposal
        case manifest
        case slotParameters
        case recoveryCode
        /// 6 is a row of the table `records`.
        case accountBucket = 7
    }

    enum Outcome: Hashable, Sendable {
        case rejected
        /// The decoded value equals itself after encoding and decoding.
        case kept
        /// The decoded value differs after encoding and decoding.
        case changed
    }

    /// Decodes bytes, encodes the value, and decodes that.
    static func decode(_ bytes: [UInt8], as encoding: Encoding) -> Outcome {
        switch encoding {
        case .overview:
            outcome(bytes, read: { try? Overview(id: record, revision: 1, decoding: $0[...]) }) {
                $0.encoded(detailsTag: [UInt8](repeating: 0, count: Sealing.tagByteCount))
            }
        case .details:
            outcome(bytes, read: { try? Login(overview, decodingDetails: $0[...]) }) { $0.encodedDetails() }
        case .proposal:
            outcome(
                bytes.prefix(1) + vault.bytes + record.bytes + bytes.dropFirst(),
                read: { try? InboxProposal(decoding: $0, vault: vault, entry: record) }
            ) { $0.encoded(vault: vault, entry: record) }
        case .manifest:
            outcome(
                Sealing.seal(bytes, with: keys.manifest, for: header.associatedData),
                read: { Manifest(sealed: $0, with: keys, for: header) }
            ) { $0.sealed(with: keys, for: header) }
        case .slotParameters:
            outcome(bytes, read: { try? PassphraseParameters(decoding: $0) }) { $0.encoded }
        case .recoveryCode:
            outcome(bytes, read: { try? RecoveryCode(typed: Secret(copying: $0)) }) { code in
                unsafe code.formatted.withBytes { unsafe Array($0) }
            }
        case .accountBucket: outcome(bytes, read: { AccountBucket(decoding: $0[...]) }) { $0.encoded }
        }
    }

    private static func outcome<Value: Equatable>(
        _ bytes: [UInt8], read: ([UInt8]) -> Value?, write: (Value) -> [UInt8]
    ) -> Outcome {
        guard let value = read(bytes) else { return .rejected }
        return read(write(value)) == value ? .kept : .changed
    }

    // MARK: Records

    /// Opens a row of the table `records`, writes its login, and opens that.
    ///
    /// - Parameters:
    ///   - sealsOverview: Whether to seal the overview, with the details' tag inserted; otherwise it is the column's value.
    ///   - sealsDetails: Whether to seal the details; otherwise they are the column's value.
    static func open(
        kind: Int64, revision: Int64, overview: [UInt8], details: [UInt8], sealsOverview: Bool, sealsDetails: Bool
    ) throws -> Outcome {
        var (overview, details) = (overview, details)
        let number = UInt64(truncatingIfNeeded: revision)
        if sealsDetails {
            details = Sealing.seal(
                details, with: keys.details,
                for: StoredRecord.associatedData(vault, record, kind, number, .details))
        }
        if sealsOverview {
            overview = overview.prefix(1) + details.suffix(Sealing.tagByteCount) + overview.dropFirst()
            overview = Sealing.seal(
                overview, with: keys.overviews,
                for: StoredRecord.associatedData(vault, record, kind, number, .overview))
        }
        let row = try database.read { [overview, details] db in
            try Row.fetchOne(
                db, sql: "SELECT ?, ?, ?, ?, ?",
                arguments: [Data(record.bytes), kind, revision, Data(overview), Data(details)])
        }
        guard let row, let stored = try? StoredRecord(row, withDetails: true),
            let opened = try? stored.open(vault: vault, keys: keys)
        else { return .rejected }
        // Writing rejects a long value, so no data is lost.
        guard let again = try? StoredRecord(opened.overview, opened.login, vault: vault, keys: keys) else {
            return .rejected
        }
        return (try? again.open(vault: vault, keys: keys)) == opened ? .kept : .changed
    }

    // MARK: Key slots

    /// A row of the table `slots`.
    struct SlotRow: Sendable {
        let identifier: [UInt8]
        let kind: Int64
        let parameters: [UInt8]
        let wrapped: [UInt8]
        /// Whether the row has its correct checksum instead of zeros.
        let hasRightChecksum: Bool
        /// The index of a column that contains a text instead of its value; columns out of range have no effect.
        let textColumn: Int

        fileprivate var columns: [DatabaseValue] {
            var checksum = [UInt8](repeating: 0, count: 16)
            if hasRightChecksum, let name = RecordIdentifier(bytes: identifier) {
                let slot = KeySlot(identifier: name, kind: kind, parameters: parameters, wrapped: wrapped)
                checksum = slot.checksum(vault: vault)
            }
            var columns = [
                Data(identifier).databaseValue, kind.databaseValue, Data(parameters).databaseValue,
                Data(wrapped).databaseValue, Data(checksum).databaseValue,
            ]
            if columns.indices.contains(textColumn) { columns[textColumn] = "text".databaseValue }
            return columns
        }
    }

    /// Reads a table of slots, tries to open each slot, writes the slots, and reads them again.
    ///
    /// Slots that need much work are not opened, because that only takes time.
    static func openSlots(_ rows: [SlotRow]) throws -> Outcome {
        let slots: [KeySlot]
        do {
            slots = try slotTable.write { db in
                try fill(db, with: rows)
                return try KeySlot.all(in: db, vault: vault)
            }
        } catch is VaultError {
            return .rejected
        }
        for slot in slots { open(slot) }
        let again = try slotTable.write { db in
            try db.execute(sql: "DELETE FROM slots")
            for slot in slots { try slot.insert(in: db, vault: vault) }
            return try KeySlot.all(in: db, vault: vault)
        }
        return again == slots ? .kept : .changed
    }

    private static func fill(_ db: Database, with rows: [SlotRow]) throws {
        try db.execute(sql: "DELETE FROM slots")
        for row in rows {
            try db.execute(
                sql: "INSERT INTO slots VALUES (?, ?, ?, ?, ?)", arguments: StatementArguments(row.columns))
        }
    }

    private static func open(_ slot: KeySlot) {
        guard let work = try? slot.work(), work <= 64 else { return }
        _ = try? slot.unwrap(vault: vault, passphrase: Secret("passphrase"))
        _ = try? slot.unwrap(vault: vault, code: code)
    }

    // MARK: Fixed values

    private static func identifier(_ byte: UInt8) -> RecordIdentifier {
        let bytes = [UInt8](repeating: byte, count: RecordIdentifier.byteCount)
        guard let identifier = RecordIdentifier(bytes: bytes) else {
            preconditionFailure("an identifier has a wrong length")
        }
        return identifier
    }

    private static let vault = identifier(1)
    private static let record = identifier(2)
    private static let keys = VaultKeys(
        vaultKey: Secret(copying: [UInt8](repeating: 3, count: VaultKeys.vaultKeyByteCount)), vault: vault)
    private static let header = VaultHeader(
        identifier: vault, keyCheck: keys.check, inboxKey: keys.inbox.publicKey)
    /// An overview without passkeys, for details without private keys.
    private static let overview = Overview(
        id: record, revision: 1, login: Login(title: ""), digest: nil, created: Date(timeIntervalSince1970: 0),
        changed: Date(timeIntervalSince1970: 0))
    private static let code = RecoveryCode()

    /// A database that returns rows of given values.
    private static let database = inMemoryDatabase()
    /// A table `slots` without the vault's types and keys, which a damaged file may lack.
    private static let slotTable: DatabaseQueue = {
        let database = inMemoryDatabase()
        do {
            try database.write {
                try $0.execute(sql: "CREATE TABLE slots (identifier, kind, parameters, wrapped, checksum)")
            }
        } catch {
            preconditionFailure("SQLite failed: \(error)")
        }
        return database
    }()

    private static func inMemoryDatabase() -> DatabaseQueue {
        do {
            return try DatabaseQueue()
        } catch {
            preconditionFailure("SQLite failed: \(error)")
        }
    }
}

extension UnlockedVault {
    /// A new vault in memory.
    static func inMemory() throws -> UnlockedVault {
        try LockedVault.create(
            in: DatabaseQueue(configuration: VaultDatabase.configuration()), passphrase: Secret("passphrase"),
            cost: Argon2Cost(memoryKiB: 8, passes: 1, lanes: 1)
        ).vault
    }
}
