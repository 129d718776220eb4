import LatchkeyVault
import LatchkeyWebAuthn

extension ImportedRow {
    /// The row without passkeys that cannot sign, with a notice for each of them.
    ///
    /// They would be offered to their sites and fail there. Keys in unusual encodings are written anew.
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
    /// Whether the row's program has a passkey that does not come in.
    var isLostPasskey: Bool {
        [.passkeyLeftOut, .passkeyKeyUnsupported, .passkeyKeyUnreadable].contains(self)
    }
}
