public import Foundation
import LatchkeyCore
public import LatchkeyVault
import LatchkeyWebAuthn

/// One row of an imported file, or one entry of a format without rows.
public struct ImportedRow: Sendable {
    public enum Content: Sendable {
        /// A login, note or card; see ``Login/kind``.
        case login(Login)
        case refused(RefusalReason)
    }

    /// The number of the row's first line, or of the entry (``ImportFormat/countsEntries``), from one.
    public let line: Int
    public internal(set) var content: Content
    /// The entry's name in the file, for the report; empty if it has none or is malformed.
    public let title: String
    /// What a refused entry is, as its program calls it, such as `card`; `nil` if the file does not say.
    public let kind: String?
    /// The part of the file that contains the row, if it has line numbers of its own: a file of an archive, or a
    /// section; `nil` for the main part.
    public internal(set) var part: String?
    /// When the login was created; `nil` if the file does not say, as for the next two dates.
    public let created: Date?
    public let lastUsed: Date?
    /// When the password was last changed, or the entry if the program does not record that.
    public let passwordSince: Date?
    /// When the login, note or card was last changed; for a login, only Latchkey's own formats have it.
    public internal(set) var changed: Date?
    /// Whether git stored the password and no page sent it; only Latchkey's own formats have it.
    public internal(set) var isOnlyForGit = false
    /// Parts of the row that were changed or left out.
    public internal(set) var notices: [ImportNotice]

    /// - Parameters:
    ///   - title: Only for a refused row; a login has a title.
    ///   - kind: Only for a refused row.
    public init(
        line: Int, content: Content, title: String = "", kind: String? = nil, part: String? = nil,
        created: Date? = nil, lastUsed: Date? = nil, passwordSince: Date? = nil, notices: [ImportNotice] = []
    ) {
        self.line = line
        self.content = content
        if case .login(let login) = content {
            self.title = ReportText.limited(login.title)
        } else {
            self.title = ReportText.limited(title)
        }
        self.kind = kind.map(ReportText.limited)
        self.part = part
        self.created = created
        self.lastUsed = lastUsed
        self.passwordSince = passwordSince
        self.notices = notices
    }
}

/// A part of an imported row that was changed or left out, or a fact about the row that the user may not expect.
public enum ImportNotice: Hashable, Sendable {
    /// The one-time-code secret is invalid; it is kept as a field.
    case codeKeptAsField
    /// An address is invalid; it is kept as a field.
    case siteKeptAsField
    /// An invalid date was ignored.
    case timeLeftOut
    /// The file's values differ from those of the login in the vault and were not imported.
    case vaultKeptItsOwn([KeptValue])
    /// A passkey was left out: only the exporting program can read its format.
    case passkeyLeftOut
    /// A passkey was left out: Latchkey does not support the algorithm of its private key.
    case passkeyKeyUnsupported
    /// A passkey was left out: its private key cannot be read, or does not match its public key.
    case passkeyKeyUnreadable
    /// An attached file was left out.
    case attachmentLeftOut
    /// A field was left out that refers to another field, which is missing.
    case fieldLeftOut
    /// Values of these members of the file were left out.
    case valuesLeftOut([String])
    /// This number of old passwords was left out, because a login keeps ``Login/historyLimit`` of them.
    case historyShortened(Int)
    /// A reference to another entry names none, and was kept as text.
    case referenceKeptAsText
    /// An address is a regular expression. It is kept as a field and matches no page.
    case siteRuleIsPattern
    /// The rule of an address was left out: the address is not on the web.
    case siteRuleLeftOut
    /// The rule of an address with a query or fragment compares only the rest of the address. The value is that rest.
    case siteQueryIgnored(String)
    /// An address matches no page, because its host is not valid. The value is the address.
    case invalidHost(String)
    /// An excluded address has no effect, because it is not a web address. The value is the address, or `nil` if it
    /// cannot be parsed.
    case exclusionIgnored(String?)
    /// The passkey's signature counter was left out, so a site that compares counters can reject the passkey.
    case passkeyCounterLeftOut
    /// The site is a single word without a dot; the login is only suggested on the host with that name.
    case siteIsOneWord
    /// No site is a website, so the login is never suggested on a page.
    case suggestedNowhere
    /// The login was archived in the exporting program.
    case wasArchived
    /// The password is older than every password in the login's full history, and was left out.
    case oldPasswordLeftOut
    /// Another row has the same site, user and title; both became logins.
    case hasTwin
    /// The vault has the login, but only git gets its password: git stored it.
    case isOnlyForGit
}

/// A value that was not imported, because the login in the vault has a different one or lacks the rule.
public enum KeptValue: Hashable, Sendable {
    case oneTimeCode
    case notes
    /// The field's name.
    case field(String)
    /// An address of the file without query and fragment, whose host or rule the login lacks.
    case address(String)
}

/// Why a row was refused.
public enum RefusalReason: Hashable, Sendable {
    case misplacedQuote
    case bareCarriageReturn
    case tooLong
    case wrongFieldCount(expected: Int, found: Int)
    /// The bytes are not valid in the file's encoding. Guessing another encoding could corrupt a password.
    case notUTF8
    /// A character of the site, user or title has more combining marks than ``StreamSafeText`` allows.
    case tooManyMarks
    case missingSite
    /// The row has neither a user, password, code, passkey, note nor field.
    case missingPassword
    /// The row is neither a login, a note nor a payment card.
    case notALogin
    /// The entry is in the exporting program's recycle bin.
    case inBin
    /// The line or the entry is not a one-time code.
    case notACode
    /// The file lacks one of the QR codes that Google Authenticator shows together; the first has number 1.
    case missingQRCode(number: Int, count: Int)
    /// A value is encrypted within the file.
    case encryptedValue
    /// gpg could not decrypt the entry.
    case notDecrypted
    /// The entry is a symbolic link; the import does not follow links.
    case symbolicLink
}

extension ImportedRow {
    /// The row without passkeys that cannot sign, with a notice for each of them.
    ///
    /// A site would reject such a passkey at sign-in. A key in an unusual encoding is encoded again.
    var withUsablePasskeys: ImportedRow {
        guard case .login(var login) = content, !login.passkeys.isEmpty else { return self }
        var notices = notices
        login.passkeys = login.passkeys.compactMap { passkey in
            do throws(PasskeyKeyError) {
                let key = try PasskeyKey(pkcs8: passkey.privateKey)
                try key.check()
                var passkey = passkey
                passkey.privateKey = key.pkcs8
                return passkey
            } catch .unsupportedKind {
                notices.append(.passkeyKeyUnsupported)
            } catch {
                notices.append(.passkeyKeyUnreadable)
            }
            return nil
        }
        login.hiddenPasskeys.formIntersection(login.passkeys.map(\.description.credentialID))
        var row = self
        row.content = .login(login)
        row.notices = notices
        return row
    }

    static func refused(_ reason: RefusalReason, line: Int, title: String = "", kind: String? = nil) -> ImportedRow {
        ImportedRow(line: line, content: .refused(reason), title: title, kind: kind)
    }
}

/// Texts of the file in a report.
enum ReportText {
    /// In bytes; no name of a real entry is longer.
    private static let limit = 256

    /// The text's start; empty if ``StreamSafeText`` does not allow it.
    static func limited(_ text: String) -> String {
        if text.utf8.count <= limit { return StreamSafeText.allows(text) ? text : "" }
        let start = String(decoding: text.utf8.prefix(limit), as: UTF8.self)
        return StreamSafeText.allows(start) ? start + "…" : ""
    }
}

extension ImportNotice {
    /// Whether the notice is about the addresses of a login.
    var isAboutSites: Bool {
        switch self {
        case .siteQueryIgnored, .invalidHost, .suggestedNowhere, .siteIsOneWord: true
        default: false
        }
    }

    /// Whether the notice is about a passkey that was left out.
    var isLostPasskey: Bool {
        [.passkeyLeftOut, .passkeyKeyUnsupported, .passkeyKeyUnreadable].contains(self)
    }

    /// Whether the vault lacks something that the file has.
    public var isLoss: Bool {
        switch self {
        case .timeLeftOut, .vaultKeptItsOwn, .passkeyLeftOut, .passkeyKeyUnsupported, .passkeyKeyUnreadable,
            .attachmentLeftOut, .fieldLeftOut, .valuesLeftOut, .historyShortened, .siteRuleIsPattern, .siteRuleLeftOut,
            .passkeyCounterLeftOut, .oldPasswordLeftOut:
            true
        case .codeKeptAsField, .siteKeptAsField, .siteQueryIgnored, .invalidHost, .exclusionIgnored,
            .referenceKeptAsText, .siteIsOneWord,
            .suggestedNowhere,
            .wasArchived, .hasTwin, .isOnlyForGit:
            false
        }
    }
}
