import Crypto
import Foundation
import GRDB

/// The part of a vault that lies in the open; the manifest authenticates it.
struct VaultHeader: Equatable, Sendable {
    let identifier: RecordIdentifier
    let keyCheck: [UInt8]
    let inboxKey: [UInt8]

    /// The version of the header itself, which has stayed what it was in the first format.
    private static let version: Int64 = 1

    /// Reads the header and the sealed manifest behind it.
    ///
    /// The checksum has no key; it tells damage from the header of another vault.
    static func read(from db: Database) throws -> (header: VaultHeader, manifest: [UInt8]) {
        let rows = try Row.fetchAll(
            db, sql: "SELECT identifier, key_check, inbox_key, checksum, manifest FROM vault LIMIT 2")
        guard rows.count == 1, let row = rows.first, let name = row.bytes(0),
            let identifier = RecordIdentifier(bytes: name), let keyCheck = row.bytes(1), let inboxKey = row.bytes(2),
            let checksum = row.bytes(3), let manifest = row.bytes(4)
        else { throw VaultError.damaged(.header) }
        let header = VaultHeader(identifier: identifier, keyCheck: keyCheck, inboxKey: inboxKey)
        guard checksum == header.checksum else { throw VaultError.damaged(.header) }
        return (header, manifest)
    }

    func insert(manifest: [UInt8], in db: Database) throws {
        try db.execute(
            sql: """
                INSERT INTO vault (one, identifier, key_check, inbox_key, checksum, manifest)
                VALUES (1, ?, ?, ?, ?, ?)
                """,
            arguments: [
                Data(identifier.bytes), Data(keyCheck), Data(inboxKey), Data(checksum), Data(manifest),
            ])
    }

    /// What the manifest is sealed for: the whole header.
    var associatedData: [UInt8] {
        var data = Array("latchkey vault manifest".utf8)
        data.appendBigEndian(Self.version)
        data += identifier.bytes
        data.appendBigEndian(UInt32(truncatingIfNeeded: keyCheck.count))
        data += keyCheck
        return data + inboxKey
    }

    private var checksum: [UInt8] { Array(SHA256.hash(data: associatedData).prefix(16)) }
}
