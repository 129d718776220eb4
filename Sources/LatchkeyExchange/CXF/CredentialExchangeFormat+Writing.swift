import Foundation
import LatchkeyPasswords
import LatchkeyCore
import LatchkeyVault
import LatchkeyWebAuthn

extension CredentialExchangeFormat {
    /// Writes logins as the items of one account.
    static func write(_ logins: [ExportedLogin], at date: Date, _ report: inout ExportReport) -> [UInt8] {
        for login in logins.map(\.login) {
            report.note(.codes, of: login, if: login.oneTimeCode != nil && login.exchangedCode == nil)
            report.note(.siteRules, of: login, if: login.hasSiteRules)
            report.note(.passkeyMarks, of: login, if: !login.hiddenPasskeys.isEmpty)
        }
        var writer = JSONWriter()
        writer.object { writer in
            writer.key("version")
            writer.object { writer in
                writer.member("major", 1)
                writer.member("minor", 0)
            }
            writer.member("exporterRpId", "latchkey.org")
            writer.member("exporterDisplayName", "Latchkey")
            writer.member("timestamp", date.seconds)
            writer.key("accounts")
            writer.array { writer in
                writer.object { writer in
                    writer.member("id", base64URL: Data(RecordIdentifier().bytes))
                    writer.member("username", "")
                    writer.member("email", "")
                    writer.key("collections")
                    writer.array([])
                    writer.key("items")
                    writer.array { writer in
                        for login in logins {
                            writer.newLine()
                            writer.object { login.write(to: &$0) }
                        }
                    }
                }
            }
        }
        return writer.bytes + [UInt8(ascii: "\n")]
    }
}

extension ExportedLogin {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.member("id", base64URL: Data(id.bytes))
        writer.member("creationAt", created.seconds)
        writer.member("modifiedAt", changed.seconds)
        writer.member("title", login.title)
        if login.isFavorite { writer.member("favorite", true) }
        if !login.sites.isEmpty {
            writer.key("scope")
            writer.object { writer in
                writer.key("urls")
                // The format requires a scheme; a site without one means https.
                writer.array(login.sites.map(\.url))
                writer.key("androidApps")
                writer.array([])
            }
        }
        writer.key("credentials")
        writer.array { login.writeCredentials(to: &$0) }
        writer.key("extensions")
        writer.array { writer in
            writer.object { writer in
                writer.member("name", CredentialExchangeFormat.extensionName)
                writeOwnMembers(to: &writer)
            }
        }
    }

    /// Writes the values that the format cannot express, or not exactly.
    private func writeOwnMembers(to writer: inout JSONWriter) {
        writer.member(login.kind)
        if login.hasSiteRules || login.sites.contains(where: { $0.scheme == nil }) {
            writer.key("sites")
            writer.array(login.sites.map(\.text))
        }
        if let code = login.oneTimeCode, login.exchangedCode?.address != code { writer.member("oneTimeCode", code) }
        if let password = login.password, !password.isUTF8 || password.isEmpty { writer.member("password", password) }
        if let notes = login.notes, !notes.isUTF8 { writer.member("notes", notes) }
        // The order of a card's fields is lost in its credential.
        if login.kind == .card
            || login.fields.contains(where: { $0.value.isEmpty || !$0.value.isUTF8 || $0.name.isEmpty })
        {
            writer.key("fields")
            writer.array { writer in
                for field in login.fields {
                    writer.object { writer in
                        writer.member("name", field.name)
                        writer.member("value", field.value)
                        writer.member("isConcealed", field.isConcealed)
                    }
                }
            }
        }
        writer.member("created", created.milliseconds)
        writer.member("changed", changed.milliseconds)
        if login.password != nil { writer.member("passwordSince", passwordSince.milliseconds) }
        if let lastUsed { writer.member("lastUsed", lastUsed.milliseconds) }
        if login.asksEveryTime { writer.member("asksEveryTime", true) }
        let passkeys = login.passkeys.map(\.description)
        for (member, date) in [("passkeysCreated", \PasskeyDescription.created), ("passkeysLastUsed", \.lastUsed)]
        where passkeys.contains(where: { $0[keyPath: date] != nil }) {
            writer.key(member)
            writer.object { writer in
                for passkey in passkeys {
                    if let date = passkey[keyPath: date] { writer.member(passkey.exchangedName, date.milliseconds) }
                }
            }
        }
        for (member, marked) in [
            ("hiddenPasskeys", login.hiddenPasskeys), ("replacedPasskeys", login.replacedPasskeys),
        ] {
            let names = passkeys.filter { marked.contains($0.credentialID) }.map(\.exchangedName)
            guard !names.isEmpty else { continue }
            writer.key(member)
            writer.array(names)
        }
        if !login.history.isEmpty { login.writeHistory(to: &writer) }
        login.writeGitMembers(to: &writer)
        if isOnlyForGit { writer.member("isOnlyForGit", true) }
    }
}

extension Login {
    /// The one-time-code secret; `nil` if the format cannot express it.
    ///
    /// It has time-based decimal codes only.
    fileprivate var exchangedCode: OneTimeCodeSecret? {
        guard let oneTimeCode, let code = try? OneTimeCodeSecret(parsing: oneTimeCode),
            case .time(let period) = code.movingFactor, period <= UInt8.max, case .decimal = code.format
        else { return nil }
        return code
    }

    fileprivate func writeCredentials(to writer: inout JSONWriter) {
        // Importers treat an item without user name, code and passkey as a note.
        let isOther = kind == .note || kind == .card
        if !user.isEmpty || password != nil || (exchangedCode == nil && passkeys.isEmpty && !isOther) {
            writer.object { writer in
                writer.member("type", "basic-auth")
                if !user.isEmpty { writer.field("username", "string", Secret(user)) }
                if let password, password.isUTF8 { writer.field("password", "concealed-string", password) }
            }
        }
        if let exchangedCode { writer.object { exchangedCode.write(to: &$0) } }
        for passkey in passkeys { writer.object { passkey.writeExchanged(to: &$0) } }
        let card = exchangedCard
        if kind == .card {
            writer.object { writer in
                writer.member("type", "credit-card")
                for (member, value, type) in card.values { writer.field(member, type, value) }
            }
        }
        // A note without text is a note, too.
        if let notes = notes ?? (kind == .note ? Secret("") : nil), notes.isUTF8 {
            writer.object { writer in
                writer.member("type", "note")
                writer.field("content", "string", notes)
            }
        }
        let fields = card.rest.filter(\.value.isUTF8)
        guard !fields.isEmpty else { return }
        writer.object { writer in
            writer.member("type", "custom-fields")
            writer.key("fields")
            writer.array { writer in
                for field in fields {
                    writer.object { writer in
                        writer.member("fieldType", field.isConcealed ? "concealed-string" : "string")
                        writer.member("value", field.value)
                        writer.member("label", field.name)
                    }
                }
            }
        }
    }
}

extension Login {
    /// The members of a `credit-card` credential with their values and types, and the other fields.
    private var exchangedCard: (values: [(String, Secret, String)], rest: [CustomField]) {
        guard kind == .card else { return ([], fields) }
        var values: [(String, Secret, String)] = []
        var rest = fields
        for (field, member) in LoginDraft.exchangedCard {
            guard let value = value(of: field), let index = rest.firstIndex(where: { $0.name == field.name }),
                value.isUTF8, !value.isEmpty, field != .expiry || value.isYearMonth
            else { continue }
            rest.remove(at: index)
            values.append(
                (member, value, field.isConcealed ? "concealed-string" : field == .expiry ? "year-month" : "string"))
        }
        return (values, rest)
    }
}

extension Secret {
    /// Whether the text is a year and a month, such as `2030-12`.
    fileprivate var isYearMonth: Bool { reveal().wholeMatch(of: /[0-9]{4}-(0[1-9]|1[0-2])/) != nil }
}

extension OneTimeCodeSecret {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.member("type", "totp")
        writer.member("secret", Secret(copying: Base32.encode(key)))
        if case .time(let period) = movingFactor { writer.member("period", Int64(period)) }
        if case .decimal(let digits) = format { writer.member("digits", Int64(digits)) }
        if !account.isEmpty { writer.member("username", account) }
        writer.member("algorithm", algorithm.rawValue.lowercased())
        if let issuer { writer.member("issuer", issuer) }
    }
}

extension Passkey {
    fileprivate func writeExchanged(to writer: inout JSONWriter) {
        writer.member("type", "passkey")
        writer.member("credentialId", base64URL: description.credentialID)
        writer.member("rpId", description.relyingPartyIdentifier)
        writer.member("username", description.userName)
        writer.member("userDisplayName", description.displayName ?? description.userName)
        writer.member("userHandle", base64URL: description.userHandle)
        writer.member("key", base64URL: privateKey.revealBytes())
        if prfSecrets != nil || largeBlob != nil {
            writer.key("fido2Extensions")
            writer.object { writeExtensions(to: &$0) }
        }
    }

    private func writeExtensions(to writer: inout JSONWriter) {
        if let prfSecrets {
            writer.key("hmacCredentials")
            writer.object { writer in
                writer.member("algorithm", Self.exchangedAlgorithm)
                writer.member("credWithUV", base64URL: prfSecrets.verified.revealBytes())
                writer.member("credWithoutUV", base64URL: prfSecrets.unverified.revealBytes())
            }
        }
        // Compressed, as authenticators store it (CTAP 2.2 §6.10.3).
        if let largeBlob, let packed = try? Deflater.deflate(largeBlob.revealBytes()) {
            writer.key("largeBlob")
            writer.object { writer in
                writer.member("uncompressedSize", Int64(largeBlob.count))
                writer.member("data", base64URL: Data(packed))
            }
        }
    }

    /// The format's name for the algorithm of the PRF secrets.
    static let exchangedAlgorithm = "hmac-sha256"
}

extension PasskeyDescription {
    /// The passkey's key in Latchkey's extension: its credential ID in Base64url.
    var exchangedName: String { String(decoding: Base64URL.encode(credentialID), as: UTF8.self) }
}

extension JSONWriter {
    /// Writes an editable field.
    fileprivate mutating func field(_ name: String, _ type: String, _ value: Secret) {
        key(name)
        object { writer in
            writer.member("fieldType", type)
            writer.member("value", value)
        }
    }
}

extension Date {
    fileprivate var seconds: Int64 { milliseconds / 1000 }
}
