import Foundation
import GRDB
import LatchkeyCore

/// A record as it lies in the file: what is in the open, and two sealed parts.
struct StoredRecord {
    /// The kinds of item; records of other kinds are counted and kept, and not shown.
    enum Kind {
        static let login: Int64 = 1
    }

    enum Part: UInt8 {
        case overview = 1
        case details = 2
    }

    let identifier: RecordIdentifier
    let kind: Int64
    let revision: UInt64
    let overview: [UInt8]
    /// Nil where only the overview was read.
    let details: [UInt8]?

    /// Seals a login under its revision; the overview carries the authentication tag of the details.
    init(_ overview: Overview, _ login: Login, vault: RecordIdentifier, keys: VaultKeys) throws(VaultError) {
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

    /// Reads the columns identifier, kind, revision, overview and, where asked for, details.
    init(_ row: Row, withDetails: Bool) throws(VaultError) {
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

    /// The record's share of the manifest's hash: by the overview's tag it stands for the content of both parts.
    func element(with keys: VaultKeys) -> MultisetHash {
        var data: [UInt8] = []
        data.reserveCapacity(48)
        identifier.append(to: &data)
        data.appendBigEndian(kind)
        data.appendBigEndian(revision)
        data += overview.suffix(Sealing.tagByteCount)
        return MultisetHash(of: data, key: keys.recordSet)
    }

    func openOverview(vault: RecordIdentifier, keys: VaultKeys) throws(VaultError) -> Overview {
        let bytes = try openOverviewBytes(vault: vault, keys: keys)
        do {
            return try Overview(id: identifier, revision: revision, decoding: bytes[...])
        } catch {
            throw .damaged(.record(identifier))
        }
    }

    /// Opens both parts, and checks that they belong together.
    func open(vault: RecordIdentifier, keys: VaultKeys) throws(VaultError) -> Record {
        let overviewBytes = try openOverviewBytes(vault: vault, keys: keys)
        let associated = Self.associatedData(vault, identifier, kind, revision, .details)
        guard let details, overviewBytes.dropFirst().starts(with: details.suffix(Sealing.tagByteCount)),
            var opened = Sealing.open(details, with: keys.details, for: associated)
        else { throw .damaged(.record(identifier)) }
        // Passwords and private keys, which go into a `Secret` each.
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

    /// What a part is sealed for: vault, record, kind, revision and which of the two parts it is.
    static func associatedData(
        _ vault: RecordIdentifier, _ record: RecordIdentifier, _ kind: Int64, _ revision: UInt64, _ part: Part
    ) -> [UInt8] {
        var data: [UInt8] = []
        data.reserveCapacity(49)
        vault.append(to: &data)
        record.append(to: &data)
        data.appendBigEndian(kind)
        data.appendBigEndian(revision)
        data.append(part.rawValue)
        return data
    }
}
