public import Foundation
public import LatchkeyVault
import LatchkeyWebAuthn

/// One row of an imported file, or one entry of a format without rows.
public struct ImportedRow: Sendable {
    public enum Content: Sendable {
        case login(Login)
        case refused(RefusalReason)
    }

    /// The number of the row's first line, or of the entry (``ImportFormat/countsEntries``), from one.
    public let line: Int
    public let content: Content
    /// When the login was created; `nil` if the file does not say, as for the next two dates.
    public let created: Date?
    public let lastUsed: Date?
    /// When the password was last changed, or the entry if the program does not record that.
    public let passwordSince: Date?
    /// Parts of the row that were changed or left out.
    public let notices: [ImportNotice]

    public init(
        line: Int, content: Content, created: Date? = nil, lastUsed: Date? = nil, passwordSince: Date? = nil,
        notices: [ImportNotice] = []
    ) {
        self.line = line
        self.content = content
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
    /// The login in the vault has a different code, note or field with the same name; the vault's values are kept.
    case vaultKeptItsOwn
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
    /// The address has no host, or contains characters that addresses cannot have.
    case invalidSite
    /// The row has neither a user, password, code, passkey, note nor field.
    case missingPassword
    /// The row is a note, a card or another item that is not a login.
    case notALogin
    /// The entry is in the exporting program's recycle bin.
    case inBin
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
        return ImportedRow(
            line: line, content: .login(login), created: created, lastUsed: lastUsed, passwordSince: passwordSince,
            notices: notices)
    }
}

extension ImportNotice {
    /// Whether the notice is about a passkey that was left out.
    var isLostPasskey: Bool {
        [.passkeyLeftOut, .passkeyKeyUnsupported, .passkeyKeyUnreadable].contains(self)
    }
}
