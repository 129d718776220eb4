import Foundation
package import GRDB
import LatchkeyCore

/// A row of the table `records`: the readable columns and two sealed parts.
package struct StoredRecord {
    /// The kinds of record.
    ///
    /// Records of other kinds are kept and counted, but not shown.
    enum Kind {
        static let login: Int64 = 1
    }

    package enum Part: UInt8 {
        case overview = 1
        case details = 2
    }

    let identifier: RecordIdentifier
    let kind: Int64
    let revision: UInt64
    let overview: [UInt8]
    /// `nil` if only the overview was read.
    let details: [UInt8]?

    /// Seals a login for its revision.
    ///
    /// The overview includes the authentication tag of the details.
    package init(_ overview: Overview, _ login: Login, vault: RecordIdentifier, keys: VaultKeys) throws(VaultError) {
        identifier = overview.id
        kind = Kind.login
        revision = overview.revision
        var plainDetails = login.encodedDetails()
        defer { plainDetails.wipe() }
        guard plainDetails.count <= Login.detailsByteLimit else {
            throw .tooLarge(bytes: plainDetails.count, limit: Login.detailsByteLimit)
        }
        var associated = Self.associatedData(vault, overview.id, kind, revision, .details)
        let details = Sealing.seal(plainDetails, with: keys.details, for: associated)
        let plainOverview = overview.encoded(detailsTag: Array(details.suffix(Sealing.tagByteCount)))
        guard plainOverview.count <= Overview.byteLimit else {
            throw .tooLarge(bytes: plainOverview.count, limit: Overview.byteLimit)
        }
        associated[associated.count - 1] = Part.overview.rawValue
        self.overview = Sealing.seal(plainOverview, with: keys.overviews, for: associated)
        self.details = details
    }

    /// Reads the columns identifier, kind, revision, overview and, if requested, details.
    package init(_ row: Row, withDetails: Bool) throws(VaultError) {
        guard let name = row.bytes(0), let identifier = RecordIdentifier(bytes: name) else {
            throw .damaged(.recordSet)
        }
        guard let kind = row.integer(1), let number = row.integer(2), let revision = UInt64(exactly: number),
            let overview = row.bytes(3), overview.count > Sealing.nonceByteCount + Sealing.tagByteCount
        else { throw .damaged(.record(identifier)) }
        self.identifier = identifier
        self.kind = kind
        self.revision = revision
        self.overview = overview
        guard withDetails else {
            details = nil
            return
        }
        guard let details = row.bytes(4), details.count > Sealing.nonceByteCount + Sealing.tagByteCount else {
            throw .damaged(.record(identifier))
        }
        self.details = details
    }

    /// The record's summand in the manifest's hash.
    ///
    /// It includes the overview's tag, which depends on the content of both parts.
    func element(with keys: VaultKeys) -> MultisetHash {
        var data = ByteWriter(capacity: 48)
        identifier.write(to: &data)
        data.write(kind)
        data.write(revision)
        data.write(overview.suffix(Sealing.tagByteCount))
        return MultisetHash(of: data.bytes, key: keys.recordSet)
    }

    func openOverview(vault: RecordIdentifier, keys: VaultKeys) throws(VaultError) -> Overview {
        let bytes = try openOverviewBytes(vault: vault, keys: keys)
        do {
            return try Overview(id: identifier, revision: revision, decoding: bytes[...])
        } catch {
            throw .damaged(.record(identifier))
        }
    }

    /// Opens both parts and checks that they belong together.
    package func open(vault: RecordIdentifier, keys: VaultKeys) throws(VaultError) -> Record {
        let overviewBytes = try openOverviewBytes(vault: vault, keys: keys)
        let associated = Self.associatedData(vault, identifier, kind, revision, .details)
        guard let details, overviewBytes.dropFirst().starts(with: details.suffix(Sealing.tagByteCount)),
            var opened = Sealing.open(details, with: keys.details, for: associated)
        else { throw .damaged(.record(identifier)) }
        // The plain text contains passwords and private keys; the login has its own copies of them.
        var detailsBytes = Array(opened)
        unsafe opened.withUnsafeMutableBytes { unsafe $0.wipe() }
        defer { detailsBytes.wipe() }
        do {
            let overview = try Overview(id: identifier, revision: revision, decoding: overviewBytes[...])
            let login = try Login(overview, decodingDetails: detailsBytes[...])
            return Record(overview: overview, login: login)
        } catch {
            throw .damaged(.record(identifier))
        }
    }

    private func openOverviewBytes(vault: RecordIdentifier, keys: VaultKeys) throws(VaultError) -> [UInt8] {
        let associated = Self.associatedData(vault, identifier, kind, revision, .overview)
        guard let opened = Sealing.open(overview, with: keys.overviews, for: associated) else {
            throw .damaged(.record(identifier))
        }
        return Array(opened)
    }

    /// The associated data of a sealed part.
    package static func associatedData(
        _ vault: RecordIdentifier, _ record: RecordIdentifier, _ kind: Int64, _ revision: UInt64, _ part: Part
    ) -> [UInt8] {
        var data = ByteWriter(capacity: 49)
        vault.write(to: &data)
        record.write(to: &data)
        data.write(kind)
        data.write(revision)
        data.write(byte: part.rawValue)
        return data.bytes
    }
}
