import LatchkeyPasswords
import LatchkeyCore
import LatchkeyVault

/// The CSV format of Apple's Passwords app, which Chrome, Firefox, KeePassXC and Bitwarden can import.
///
/// A login with several sites has a row for each site, so that the importing program fills all of them.
///
/// A spreadsheet evaluates a cell that begins with `=`, `+`, `-`, `@`, a tab or a carriage return as a formula. Such a
/// title, note or site gets a leading apostrophe. User and password stay unchanged, because a modified one cannot sign
/// in; the report counts their rows. ``VaultExport/Options/isForSpreadsheet`` adds the apostrophe to them, too.
enum CSVExport {
    private static let columns = "Title,URL,Username,Password,Notes,OTPAuth"

    static func write(
        _ logins: [ExportedLogin], options: VaultExport.Options, _ report: inout ExportReport
    ) -> [UInt8] {
        var file = Array(columns.utf8) + lineEnd
        for exported in logins {
            let login = exported.login
            note(login, &report)
            let isFormula = [Secret(login.user), login.password].contains { $0.map(Self.isFormula) ?? false }
            for site in login.sites.isEmpty ? [""] : login.sites.map(\.text) {
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

    private static func note(_ login: Login, _ report: inout ExportReport) {
        report.note(.passkeys, if: !login.passkeys.isEmpty)
        report.note(.fields, if: !login.fields.isEmpty)
        report.note(.history, if: !login.history.isEmpty)
        report.note(.settings, if: login.isFavorite || login.asksEveryTime || login.hasGitMembers)
        report.note(.bytes, if: [login.password, login.notes].contains { $0.map { !$0.isUTF8 } ?? false })
    }

    /// The one-time-code secret as a standard URI; unchanged if it is invalid.
    private static func address(_ code: Secret) -> Secret {
        (try? OneTimeCodeSecret(parsing: code))?.address ?? code
    }

    /// A quoted cell (RFC 4180 §2); empty if the value is not UTF-8.
    private static func cell(_ value: Secret?, isGuarded: Bool) -> [UInt8] {
        var cell = [quote]
        if let value, value.isUTF8 {
            if isGuarded, isFormula(value) { cell.append(UInt8(ascii: "'")) }
            for byte in unsafe value.withBytes({ unsafe Array($0) }) {
                if byte == quote { cell.append(quote) }
                cell.append(byte)
            }
        }
        return cell + [quote]
    }

    private static func isFormula(_ value: Secret) -> Bool {
        unsafe value.withBytes { unsafe $0.first.map("=+-@\t\r".utf8.contains) ?? false }
    }

    private static let quote = UInt8(ascii: "\"")
    private static let comma = UInt8(ascii: ",")
    private static let lineEnd: [UInt8] = [0x0D, 0x0A]
}

extension Login {
    /// Whether the login has values that only git uses.
    var hasGitMembers: Bool { passwordExpiry != nil || oauthRefreshToken != nil || authenticationType != nil }
}
