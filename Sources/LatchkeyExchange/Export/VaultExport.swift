public import Foundation
import LatchkeyCore
public import LatchkeyVault

/// A file format to which a vault's logins are exported.
public enum ExportFormat: String, CaseIterable, Sendable {
    /// CSV with the columns of Apple's Passwords app, which browsers and KeePassXC can import.
    case csv
    /// Latchkey's JSON, which loses nothing; see Docs/export-format.md.
    case json
    /// FIDO's Credential Exchange Format 1.0.
    case cxf
    /// The XML of KeePass 2, which `keepassxc-cli import` reads.
    case xml
}

/// A part of a login that the export format cannot express.
public enum ExportLoss: String, CaseIterable, Hashable, Sendable {
    case passkeys
    /// Data of a passkey: its PRF secrets, its large blob, or the mark that it is not offered.
    case passkeyExtensions
    /// The marks of a passkey that is not offered or was replaced. The file has them, but only Latchkey reads them.
    case passkeyMarks
    case fields
    case history
    case settings
    /// A value that is not text, or contains characters that the format cannot contain.
    case bytes
    /// A one-time code that is not a TOTP; only Latchkey reads it.
    case codes
    /// The dates at which the login was created and used, and its password was set.
    case dates
    /// A site without a scheme, which is written with `https`.
    case sites
    /// A rule of an address; only Latchkey reads it, and not from CSV.
    case siteRules
    /// A note, card or entry of an unknown kind, which is left out as a whole.
    case entries
}

/// The result of an export.
public struct ExportReport: Hashable, Sendable {
    /// The maximum number of titles for each kind of loss.
    public static let titleLimit = 1000

    public internal(set) var logins = 0
    /// The number of written notes, cards and entries of unknown kinds.
    public internal(set) var others = 0
    /// The number of logins in the bin, which are not exported.
    public internal(set) var binned = 0
    /// The number of logins with each kind of loss.
    public internal(set) var losses: [ExportLoss: Int] = [:]
    /// The titles of the first logins with each kind of loss, oldest first.
    public internal(set) var titles: [ExportLoss: [String]] = [:]
    /// The number of CSV rows whose user or password a spreadsheet would evaluate as a formula.
    public internal(set) var formulas = 0

    mutating func note(_ loss: ExportLoss, of login: Login, if isLost: Bool = true) {
        guard isLost else { return }
        losses[loss, default: 0] += 1
        if titles[loss, default: []].count < Self.titleLimit {
            titles[loss, default: []].append(ReportText.limited(login.title))
        }
    }
}

/// Writes the logins of a vault to one unencrypted file.
public enum VaultExport {
    public struct Options: Hashable, Sendable {
        /// Whether every CSV cell that a spreadsheet would evaluate gets a leading apostrophe, including passwords.
        public var isForSpreadsheet: Bool

        public init(isForSpreadsheet: Bool = false) {
            self.isForSpreadsheet = isForSpreadsheet
        }
    }

    /// Writes all logins outside the bin, oldest first, from one snapshot of the vault.
    ///
    /// The file is built in memory. The task can be cancelled between logins.
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
        report.logins = logins.count { $0.login.kind == .login }
        report.others = format == .csv ? 0 : logins.count - report.logins
        let file: [UInt8]
        switch format {
        case .csv: file = CSVExport.write(logins, options: options, &report)
        case .json: file = LatchkeyJSON.write(logins, at: date)
        case .cxf: file = CredentialExchangeFormat.write(logins, at: date, &report)
        case .xml: file = KeePassXML.write(logins, at: date, &report)
        }
        return (file, report)
    }
}

/// A login with its dates in the vault.
package struct ExportedLogin {
    package let id: RecordIdentifier
    package let login: Login
    package let created: Date
    package let changed: Date
    package let lastUsed: Date?
    /// Whether git stored the password and no page sent it.
    package let isOnlyForGit: Bool
    /// When the current password was set.
    var passwordSince: Date { login.passwordSince(created: created) }

    package init(
        id: RecordIdentifier = RecordIdentifier(), login: Login, created: Date, changed: Date, lastUsed: Date? = nil,
        isOnlyForGit: Bool = false
    ) {
        self.id = id
        self.login = login
        self.created = created
        self.changed = changed
        self.lastUsed = lastUsed
        self.isOnlyForGit = isOnlyForGit
    }

    init(_ record: Record) {
        self.init(
            id: record.id, login: record.login, created: record.overview.created, changed: record.overview.changed,
            lastUsed: record.overview.lastUsed, isOnlyForGit: record.overview.contents.contains(.onlyForGit))
    }
}
