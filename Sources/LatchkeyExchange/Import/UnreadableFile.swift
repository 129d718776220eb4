/// A file that Latchkey recognizes and cannot import, because its program has to export it first.
public enum UnreadableFile: Hashable, Sendable, CaseIterable {
    /// A database of KeePass 2 or KeePassXC.
    case kdbx
    /// A database of KeePass 1.
    case kdb
    case encryptedAegis
    case encryptedTwoFAS
    case encryptedProtonAuthenticator
    case encryptedEnte
    case encryptedStratum
    /// Firefox's `logins.json`, whose values are encrypted.
    case firefoxLogins
    /// A database of SQLite, such as the password store of Chromium.
    case database
    /// A vault of Latchkey, or a backup of one.
    case latchkeyVault
    /// An export of 1Password 7 or older (1PIF).
    case onePasswordInterchange
    /// A part of a vault that 1Password stored on the disk (OPVault, Agile Keychain).
    case onePasswordVault
    case gnomeKeyring
    case kwallet
    /// A database of Password Safe.
    case passwordSafe
    /// A vault of Buttercup.
    case buttercup
    /// The file that connects Passbolt's desktop program with an account.
    case passboltAccountKit
    /// An OpenPGP private key, such as the recovery kit of Passbolt.
    case openPGPKey
    /// A message that is encrypted with OpenPGP.
    case openPGPMessage
    /// An export of Psono in its own format.
    case psono

    /// The bytes at the start of files that are recognized before their encoding is known.
    private static let signatures: [(bytes: [UInt8], file: UnreadableFile)] = [
        (Array("AUTHENTICATORPRO".utf8), .encryptedStratum), (Array("AuthenticatorPro".utf8), .encryptedStratum),
        (Array("GnomeKeyring\n\r\0\n".utf8), .gnomeKeyring), (Array("KWALLET\n\r\0\r\n".utf8), .kwallet),
        (Array("PWS3".utf8), .passwordSafe), (Array("b~>buttercup/".utf8), .buttercup),
        // An armored OpenPGP message in Base64.
        (Array("LS0tLS1CRUdJTiBQR1Ag".utf8), .passboltAccountKit),
        (Array("-----BEGIN PGP PRIVATE KEY BLOCK-----".utf8), .openPGPKey),
        (Array("-----BEGIN PGP MESSAGE-----".utf8), .openPGPMessage),
    ]

    /// Recognizes a binary file by its start; `nil` for other files.
    init?(binaryHead head: ArraySlice<UInt8>) {
        if let known = Self.signatures.first(where: { head.starts(with: $0.bytes) }) {
            self = known.file
        } else if head.starts(with: "SQLite format 3\0".utf8) {
            // The application ID of a vault (Docs/vault-format.md), at offset 68 of SQLite's header.
            self = head.dropFirst(68).starts(with: "LKVT".utf8) ? .latchkeyVault : .database
        } else {
            self.init(keePassHead: head)
        }
    }

    private init?(keePassHead head: ArraySlice<UInt8>) {
        guard head.starts(with: [0x03, 0xD9, 0xA2, 0x9A]) else { return nil }
        switch head.dropFirst(4).prefix(4) {
        case [0x67, 0xFB, 0x4B, 0xB5], [0x66, 0xFB, 0x4B, 0xB5]: self = .kdbx
        case [0x65, 0xFB, 0x4B, 0xB5]: self = .kdb
        default: return nil
        }
    }

    /// Recognizes text by its start; `nil` for other files.
    init?(textHead head: ArraySlice<UInt8>) {
        // The files of a vault of 1Password are JavaScript.
        if ["var profile=", "ld({", "loadFolders({"].contains(where: { head.starts(with: $0.utf8) }) {
            self = .onePasswordVault
            return
        }
        guard let head = JSONHead(head) else { return nil }
        if head.has("kdfParams", "encryptedData") {
            self = .encryptedEnte
        } else if head.has("version", "salt", "content") {
            self = .encryptedProtonAuthenticator
        } else if head.has("logins.encryptedUsername", "logins.encryptedPassword") {
            self = .firefoxLogins
        } else if head.has("uuid", "typeName"), head.hasAny("secureContents", "contentsHash", "securityLevel") {
            self = .onePasswordInterchange
        } else if head.isOfPsono {
            self = .psono
        } else {
            return nil
        }
    }
}

extension JSONHead {
    /// Whether entries have the members of Psono's, outside of folders or in one of the first two levels of them.
    fileprivate var isOfPsono: Bool {
        ["items", "folders.items", "folders.folders.items"].contains { items in
            hasAny("\(items).website_password_password", "\(items).application_password_password")
                || has("\(items).callback_user", "\(items).callback_pass")
        }
    }
}
