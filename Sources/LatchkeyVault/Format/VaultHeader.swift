import Crypto
import Foundation
import GRDB
import LatchkeyCore

/// The readable part of a vault; the manifest authenticates it.
package struct VaultHeader: Equatable, Sendable {
    let identifier: RecordIdentifier
    let keyCheck: [UInt8]
    let inboxKey: [UInt8]

    /// The version of the header, which is the same in all formats.
    private static let version: Int64 = 1

    package init(identifier: RecordIdentifier, keyCheck: [UInt8], inboxKey: [UInt8]) {
        self.identifier = identifier
        self.keyCheck = keyCheck
        self.inboxKey = inboxKey
    }

    /// Reads the header and the sealed manifest.
    ///
    /// The checksum has no key; it distinguishes a damaged header from another vault's.
    static func read(from db: Database) throws -> (header: VaultHeader, manifest: [UInt8]) {
        let rows = try Row.fetchAll(
            db.cachedStatement(
                sql: "SELECT identifier, key_check, inbox_key, checksum, manifest FROM vault LIMIT 2"))
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

    /// The manifest's associated data: the whole header.
    package var associatedData: [UInt8] {
        var data = ByteWriter(Array("latchkey vault manifest".utf8))
        data.write(Self.version)
        identifier.write(to: &data)
        data.write(UInt32(truncatingIfNeeded: keyCheck.count))
        data.write(keyCheck)
        data.write(inboxKey)
        return data.bytes
    }

    package var checksum: [UInt8] { Array(SHA256.hash(data: associatedData).prefix(16)) }
}
