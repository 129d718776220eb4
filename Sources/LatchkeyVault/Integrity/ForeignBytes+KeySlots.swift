import Foundation
import GRDB
import LatchkeyCore

/// The key slots of a file that we did not write.
extension ForeignBytes {
    /// A row of the table of slots.
    package struct SlotRow: Sendable {
        let identifier: [UInt8]
        let kind: Int64
        let parameters: [UInt8]
        let wrapped: [UInt8]
        /// Whether the checksum is that of the row.
        let hasRightChecksum: Bool
        /// The column that is a text instead, if there is one of this number.
        let textColumn: Int?

        package init(
            identifier: [UInt8], kind: Int64, parameters: [UInt8], wrapped: [UInt8], hasRightChecksum: Bool,
            textColumn: Int?
        ) {
            self.identifier = identifier
            self.kind = kind
            self.parameters = parameters
            self.wrapped = wrapped
            self.hasRightChecksum = hasRightChecksum
            self.textColumn = textColumn
        }

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
            if let textColumn, columns.indices.contains(textColumn) { columns[textColumn] = "text".databaseValue }
            return columns
        }
    }

    /// Reads a table of slots, writes what was read into another, reads that, and tries to open each slot.
    ///
    /// Only slots that ask for little work are tried: how much more costs is known, and not in question.
    package static func openSlots(_ rows: [SlotRow]) throws -> Outcome {
        let slots: [KeySlot]
        do {
            slots = try slotTables.write { db in
                try fill(db, with: rows)
                return try KeySlot.all(in: db, vault: vault)
            }
        } catch is VaultError {
            return .refused
        }
        for slot in slots { open(slot) }
        let again = try slotTables.write { db in
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

    private static let code = RecoveryCode()
    /// Without the types and keys that a file need not keep to, whatever its schema says.
    private static let slotTables: DatabaseQueue = {
        let tables = DatabaseQueue.inMemory
        do {
            try tables.write {
                try $0.execute(sql: "CREATE TABLE slots (identifier, kind, parameters, wrapped, checksum)")
            }
        } catch {
            preconditionFailure("SQLite cannot be used: \(error)")
        }
        return tables
    }()
}
