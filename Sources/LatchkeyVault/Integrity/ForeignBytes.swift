import Foundation
import GRDB
import LatchkeyCore

/// Every decoder of the vault, given bytes that we did not write.
///
/// For those who look for bytes that break one: the keys and identifiers here are fixed and known to everybody.
package enum ForeignBytes {
    /// What the bytes are taken for.
    package enum Place: UInt8, CaseIterable, Sendable {
        case overview = 0
        case details
        case proposal
        case manifest
        case slotParameters
        case recoveryCode
        /// The number between is that of a row.
        case accountBucket = 7
    }

    /// What a decoder made of the bytes.
    package enum Outcome: Hashable, Sendable {
        case refused
        /// Read, written, and read again as the same.
        case kept
        /// Read, and something else after it was written and read again.
        case changed
    }

    /// Opens a row of the table of records.
    ///
    /// - Parameters:
    ///   - sealsDetails: Whether the details are sealed first as we would; otherwise they are the column as it is.
    ///   - sealsOverview: The same of the overview, which then carries the details' tag.
    package static func open(
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
        let row = try rows.read { [overview, details] db in
            try Row.fetchOne(
                db, sql: "SELECT ?, ?, ?, ?, ?",
                arguments: [Data(record.bytes), kind, revision, Data(overview), Data(details)])
        }
        guard let row, let stored = try? StoredRecord(row, withDetails: true),
            let opened = try? stored.open(vault: vault, keys: keys)
        else { return .refused }
        // Long values are refused when they are written, too; then nothing is lost.
        guard let again = try? StoredRecord(opened.overview, opened.login, vault: vault, keys: keys) else {
            return .refused
        }
        return (try? again.open(vault: vault, keys: keys)) == opened ? .kept : .changed
    }

    /// Decodes bytes, writes what they say, and reads that again.
    package static func decode(_ bytes: [UInt8], as place: Place) -> Outcome {
        switch place {
        case .overview:
            outcome(bytes, read: { try? Overview(id: record, revision: 1, decoding: $0[...]) }) {
                $0.encoded(detailsTag: [UInt8](repeating: 0, count: Sealing.tagByteCount))
            }
        case .details:
            outcome(bytes, read: { try? Login(bare, decodingDetails: $0[...]) }) { $0.encodedDetails() }
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
            outcome(bytes, read: { (try? PassphraseParameters(decoding: $0)).map(Parameters.init) }) {
                PassphraseParameters(cost: $0.cost, salt: $0.salt).encoded
            }
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
        guard let value = read(bytes) else { return .refused }
        return read(write(value)) == value ? .kept : .changed
    }

    private struct Parameters: Equatable {
        let cost: Argon2Cost
        let salt: [UInt8]

        init(_ parameters: PassphraseParameters) {
            cost = parameters.cost
            salt = parameters.salt
        }
    }

    private static func identifier(_ byte: UInt8) -> RecordIdentifier {
        let bytes = [UInt8](repeating: byte, count: RecordIdentifier.byteCount)
        guard let identifier = RecordIdentifier(bytes: bytes) else {
            // Unreachable: it has the right length.
            preconditionFailure("an identifier has a wrong length")
        }
        return identifier
    }

    static let vault = identifier(1)
    private static let record = identifier(2)
    private static let keys = VaultKeys(
        vaultKey: Secret(copying: [UInt8](repeating: 3, count: VaultKeys.vaultKeyByteCount)), vault: vault)
    private static let header = VaultHeader(
        identifier: vault, keyCheck: keys.check, inboxKey: keys.inbox.publicKey)
    /// An overview without passkeys, which details without their keys go with.
    private static let bare = Overview(
        id: record, revision: 1, login: Login(title: ""), digest: nil, created: Date(timeIntervalSince1970: 0),
        changed: Date(timeIntervalSince1970: 0))
    private static let rows = DatabaseQueue.inMemory
}

extension DatabaseQueue {
    /// A database that makes rows out of values.
    static var inMemory: DatabaseQueue {
        do {
            return try DatabaseQueue()
        } catch {
            preconditionFailure("SQLite cannot be used: \(error)")
        }
    }
}
