import LatchkeyPasswords
import LatchkeyCore
import LatchkeyVault

/// The CSV format of Apple's Passwords app, which Chrome, Firefox, KeePassXC and Bitwarden can import.
///
/// Notes and cards are left out: an importing program would take their rows for logins.
///
/// A login with several sites has a row for each site, so that the importing program fills all of them.
///
/// Sites without a scheme are written with `https`, because Firefox refuses them otherwise.
///
/// A spreadsheet evaluates a cell that begins with `=`, `+`, `-`, `@`, a tab or a carriage return as a formula. Such a
/// title, note or site gets a leading apostrophe, which Latchkey's import removes (``FormulaGuard``). User and password
/// stay unchanged, because a modified one cannot sign in; the report counts their rows.
/// ``VaultExport/Options/isForSpreadsheet`` adds the apostrophe to them, too.
enum CSVExport {
    private static let columns = "Title,URL,Username,Password,Notes,OTPAuth"

    static func write(
        _ logins: [ExportedLogin], options: VaultExport.Options, _ report: inout ExportReport
    ) -> [UInt8] {
        var file = Array(columns.utf8) + lineEnd
        for exported in logins {
            let login = exported.login
            guard login.kind == .login else {
                report.note(.entries, of: login)
                continue
            }
            note(exported, &report)
            let isFormula = [Secret(login.user), login.password].contains { $0.map(FormulaGuard.isFormula) ?? false }
            for site in login.sites.isEmpty ? [""] : login.sites.map(\.url) {
                if isFormula { report.formulas += 1 }
                let isGuarded = options.isForSpreadsheet
                file += cell(Secret(login.title), isGuarded: true)
                file += [comma] + cell(Secret(site), isGuarded: true)
                file += [comma] + cell(Secret(login.user), isGuarded: isGuarded)
                file += [comma] + cell(login.password, isGuarded: isGuarded)
                file += [comma] + cell(login.notes, isGuarded: true)
                file += [comma] + cell(login.oneTimeCode.map(address), isGuarded: isGuarded) + lineEnd
            }
        }
        return file
    }

    private static func note(_ exported: ExportedLogin, _ report: inout ExportReport) {
        let login = exported.login
        report.note(.passkeys, of: login, if: !login.passkeys.isEmpty)
        report.note(.fields, of: login, if: !login.fields.isEmpty)
        report.note(.history, of: login, if: !login.history.isEmpty)
        let hasSettings = login.isFavorite || login.asksEveryTime || login.hasGitMembers || exported.isOnlyForGit
        report.note(.settings, of: login, if: hasSettings)
        report.note(.bytes, of: login, if: [login.password, login.notes].contains { $0.map { !$0.isUTF8 } ?? false })
        report.note(.dates, of: login)
        report.note(.sites, of: login, if: login.sites.contains { $0.scheme == nil })
        report.note(.siteRules, of: login, if: login.hasSiteRules)
    }

    /// The one-time-code secret as a standard URI; unchanged if it is invalid.
    private static func address(_ code: Secret) -> Secret {
        (try? OneTimeCodeSecret(parsing: code))?.address ?? code
    }

    /// A quoted cell (RFC 4180 §2); empty if the value is not UTF-8.
    private static func cell(_ value: Secret?, isGuarded: Bool) -> [UInt8] {
        var cell = [quote]
        if let value, value.isUTF8 {
            if isGuarded, FormulaGuard.needsMark(value) { cell.append(FormulaGuard.mark) }
            for byte in unsafe value.withBytes({ unsafe Array($0) }) {
                if byte == quote { cell.append(quote) }
                cell.append(byte)
            }
        }
        return cell + [quote]
    }

    private static let quote = UInt8(ascii: "\"")
    private static let comma = UInt8(ascii: ",")
    private static let lineEnd: [UInt8] = [0x0D, 0x0A]
}

/// The apostrophe before a cell that a spreadsheet would evaluate as a formula.
///
/// A value that has the apostrophe already gets a second one, so that removing one restores every value.
enum FormulaGuard {
    static let mark = UInt8(ascii: "'")

    static func isFormula(_ value: Secret) -> Bool { unsafe value.withBytes { unsafe isFormula($0.first) } }

    static func needsMark(_ value: Secret) -> Bool {
        unsafe value.withBytes { bytes in unsafe isFormula(bytes.first { $0 != mark }) }
    }

    /// The cell without the apostrophe.
    static func removed(from cell: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        cell.first == mark && isFormula(cell.first { $0 != mark }) ? cell.dropFirst() : cell
    }

    private static func isFormula(_ first: UInt8?) -> Bool { first.map("=+-@\t\r".utf8.contains) ?? false }
}

extension Login {
    /// Whether an address of the login has a rule, which other programs do not read.
    var hasSiteRules: Bool { sites.contains { $0.rule != nil } }

    /// Whether the login has values that only git uses.
    var hasGitMembers: Bool { passwordExpiry != nil || oauthRefreshToken != nil || authenticationType != nil }
}
