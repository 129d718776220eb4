import Crypto
import Foundation
import GRDB

extension KeySlot {
    /// Reads all slots in the order of their identifiers.
    ///
    /// - Throws: ``VaultError/damaged(_:)`` when one is not as it was written, also one that is not needed now.
    static func all(in db: Database, vault: RecordIdentifier) throws -> [KeySlot] {
        var slots: [KeySlot] = []
        let rows = try Row.fetchCursor(
            db, sql: "SELECT identifier, kind, parameters, wrapped, checksum FROM slots ORDER BY identifier")
        while let row = try rows.next() {
            guard slots.count < limit, let name = row.bytes(0), let identifier = RecordIdentifier(bytes: name),
                let kind = row.integer(1), let parameters = row.bytes(2), parameters.count <= parameterByteLimit,
                let wrapped = row.bytes(3), wrapped.count <= wrappedByteLimit, let checksum = row.bytes(4)
            else { throw VaultError.damaged(.keySlots) }
            let slot = KeySlot(identifier: identifier, kind: kind, parameters: parameters, wrapped: wrapped)
            guard checksum == slot.checksum(vault: vault) else { throw VaultError.damaged(.keySlots) }
            slots.append(slot)
        }
        return slots
    }

    init(identifier: RecordIdentifier, kind: Int64, parameters: [UInt8], wrapped: [UInt8]) {
        self.identifier = identifier
        self.kind = kind
        self.parameters = parameters
        self.wrapped = wrapped
    }

    func insert(in db: Database, vault: RecordIdentifier) throws {
        try db.execute(
            sql: "INSERT INTO slots (identifier, kind, parameters, wrapped, checksum) VALUES (?, ?, ?, ?, ?)",
            arguments: [
                Data(identifier.bytes), kind, Data(parameters), Data(wrapped), Data(checksum(vault: vault)),
            ])
    }

    static func delete(kind: Int64, in db: Database) throws {
        try db.execute(sql: "DELETE FROM slots WHERE kind = ?", arguments: [kind])
    }

    /// A keyed digest of all slots, which the manifest holds: a slot that was exchanged, added or taken away shows.
    static func digest(of slots: [KeySlot], with keys: VaultKeys) -> [UInt8] {
        var code = HMAC<SHA256>(key: keys.slots)
        for slot in slots.sorted(by: { $0.identifier < $1.identifier }) { code.update(data: slot.content) }
        return Array(code.finalize())
    }

    func checksum(vault: RecordIdentifier) -> [UInt8] {
        Array(SHA256.hash(data: vault.bytes + content).prefix(16))
    }

    private var content: [UInt8] {
        var bytes = identifier.bytes
        bytes.appendBigEndian(kind)
        bytes.appendBigEndian(UInt32(truncatingIfNeeded: parameters.count))
        bytes += parameters
        bytes.appendBigEndian(UInt32(truncatingIfNeeded: wrapped.count))
        return bytes + wrapped
    }
}
