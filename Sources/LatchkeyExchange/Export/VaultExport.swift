public import Foundation
import LatchkeyCore
public import LatchkeyVault

/// A format that a vault's logins are exported to.
public enum ExportFormat: String, CaseIterable, Sendable {
    /// The columns that Apple's Passwords, browsers and KeePassXC read.
    case csv
    /// Everything there is, for Latchkey; see Docs/export-format.md.
    case json
    /// FIDO's Credential Exchange Format 1.0.
    case cxf
    /// The XML of KeePass 2, which `keepassxc-cli import` reads.
    case xml
}

/// Something of a login that the format has no place for.
public enum ExportLoss: String, CaseIterable, Hashable, Sendable {
    case passkeys
    /// What goes with a passkey: the secrets of its pseudo-random functions, what its site keeps beside it, a mark.
    case passkeyExtensions
    case fields
    case history
    case settings
    /// A value that is no text.
    case bytes
}

/// What an export wrote, and what it could not.
public struct ExportReport: Hashable, Sendable {
    public internal(set) var logins = 0
    /// Logins in the bin, which are not exported.
    public internal(set) var binned = 0
    /// How many logins have something that is not in the file.
    public internal(set) var losses: [ExportLoss: Int] = [:]
    /// How many rows have a user or a password that a spreadsheet would take for a formula.
    public internal(set) var formulas = 0

    mutating func note(_ loss: ExportLoss, if isLost: Bool = true) {
        if isLost { losses[loss, default: 0] += 1 }
    }
}

/// Writes the logins of a vault as one file, which is not encrypted.
public enum VaultExport {
    public struct Options: Hashable, Sendable {
        /// Whether cells of CSV that a spreadsheet would take for formulas are made harmless, passwords included.
        public var isForSpreadsheet: Bool

        public init(isForSpreadsheet: Bool = false) {
            self.isForSpreadsheet = isForSpreadsheet
        }
    }

    /// Writes all logins outside of the bin, oldest first, as they are at one moment.
    ///
    /// The whole file is in memory, as the caller has to write it at once; a cancelled task is noticed between logins.
    ///
    /// - Throws: `VaultError`, `CancellationError`.
    public static func run(
        _ format: ExportFormat, of vault: UnlockedVault, options: Options = Options(), at date: Date = Date()
    ) throws -> (file: [UInt8], report: ExportReport) {
        let (logins, binned) = try vault.transaction { transaction in
            var overviews: [Overview] = []
            var binned = 0
            try transaction.forEachOverview { overview in
                if overview.isRemoved { binned += 1 } else { overviews.append(overview) }
            }
            overviews.sort { ($0.created, $0.revision) < ($1.created, $1.revision) }
            let logins = try overviews.map { overview in
                try Task.checkCancellation()
                return ExportedLogin(try transaction.record(overview.id))
            }
            return (logins, binned)
        }
        var (file, report) = write(logins, as: format, options: options, at: date)
        report.binned = binned
        return (file, report)
    }

    package static func write(
        _ logins: [ExportedLogin], as format: ExportFormat, options: Options = Options(), at date: Date
    ) -> (file: [UInt8], report: ExportReport) {
        var report = ExportReport()
        report.logins = logins.count
        let file: [UInt8]
        switch format {
        case .csv: file = CSVExport.write(logins, options: options, &report)
        case .json: file = LatchkeyJSON.write(logins, at: date)
        case .cxf: file = CredentialExchangeFormat.write(logins, at: date)
        case .xml: file = KeePassXML.write(logins, at: date, &report)
        }
        return (file, report)
    }
}

/// A login with what the vault alone knows of it.
package struct ExportedLogin {
    package let id: RecordIdentifier
    package let login: Login
    package let created: Date
    package let changed: Date
    package let lastUsed: Date?
    /// Since when its password has been one.
    var passwordSince: Date { login.passwordSince(created: created) }

    package init(
        id: RecordIdentifier = RecordIdentifier(), login: Login, created: Date, changed: Date, lastUsed: Date? = nil
    ) {
        self.id = id
        self.login = login
        self.created = created
        self.changed = changed
        self.lastUsed = lastUsed
    }

    init(_ record: Record) {
        self.init(
            id: record.id, login: record.login, created: record.overview.created, changed: record.overview.changed,
            lastUsed: record.overview.lastUsed)
    }
}
