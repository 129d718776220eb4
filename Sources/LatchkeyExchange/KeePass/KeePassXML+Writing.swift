import Foundation
import LatchkeyPasswords
import LatchkeyCore
import LatchkeyVault
import LatchkeyWebAuthn

extension KeePassXML {
    /// Writes logins in the XML of KeePass 2, with KeePassXC's fields for further addresses, codes and a passkey.
    static func write(_ logins: [ExportedLogin], at date: Date, _ report: inout ExportReport) -> [UInt8] {
        var writer = XMLWriter()
        writer.element("KeePassFile") { writer in
            writer.element("Meta") { writer in
                writer.element("Generator", "Latchkey")
                writer.element("DatabaseName", "Latchkey")
            }
            writer.element("Root") { writer in
                writer.element("Group") { writer in
                    writer.element("UUID", Data(RecordIdentifier().bytes).base64EncodedString())
                    writer.element("Name", "Latchkey")
                    for login in logins {
                        login.login.noteLosses(&report)
                        writer.element("Entry") { login.write(to: &$0) }
                    }
                }
            }
        }
        return writer.bytes
    }
}

extension ExportedLogin {
    fileprivate func write(to writer: inout XMLWriter) {
        writer.element("UUID", Data(id.bytes).base64EncodedString())
        if login.isFavorite { writer.element("Tags", KeePassEntry.favoriteTag) }
        writeTimes(to: &writer, modified: changed)
        for string in login.keePassStrings { writer.string(string) }
        writer.element("CustomData") { writer in
            writer.element("Item") { writer in
                writer.element("Key", KeePassOwnData.key)
                writer.element("Value", KeePassOwnData.text(of: self))
            }
        }
        guard !login.history.isEmpty else { return }
        writer.element("History") { writer in
            // Oldest first. Each password was set when the previous one was replaced.
            var since = created
            for past in login.history.reversed() {
                writer.element("Entry") { writer in
                    writer.element("UUID", Data(id.bytes).base64EncodedString())
                    writeTimes(to: &writer, modified: since)
                    let old = Login(title: login.title, user: login.user, password: past.password, sites: login.sites)
                    for string in old.keePassStrings { writer.string(string) }
                }
                since = past.replaced
            }
        }
    }

    private func writeTimes(to writer: inout XMLWriter, modified: Date) {
        writer.element("Times") { writer in
            writer.element("LastModificationTime", modified.formatted(.iso8601))
            writer.element("CreationTime", created.formatted(.iso8601))
            writer.element("LastAccessTime", (lastUsed ?? changed).formatted(.iso8601))
            writer.element("ExpiryTime", (login.passwordExpiry ?? changed).formatted(.iso8601))
            writer.element("Expires", login.passwordExpiry == nil ? "False" : "True")
        }
    }
}

extension Login {
    fileprivate func noteLosses(_ report: inout ExportReport) {
        report.note(.passkeys, of: self, if: passkeys.count > 1)
        report.note(
            .passkeyExtensions, of: self,
            if: passkeys.first.map { passkey in
                passkey.prfSecrets != nil || passkey.largeBlob != nil
                    || hiddenPasskeys.contains(passkey.description.credentialID)
            } ?? false)
        report.note(.siteRules, of: self, if: hasSiteRules)
        report.note(.settings, of: self, if: oauthRefreshToken != nil)
        report.note(.bytes, of: self, if: keePassStrings.contains { !XMLWriter.canWrite($0.value) })
    }

    /// The code, if it is counter-based; KeePassXC would show a time-based code for it.
    var countedCode: OneTimeCodeSecret? {
        guard let code = oneTimeCode.flatMap({ try? OneTimeCodeSecret(parsing: $0) }),
            case .counter = code.movingFactor
        else { return nil }
        return code
    }

    fileprivate var keePassStrings: [KeePassEntry.Text] {
        var strings: [KeePassEntry.Text] = []
        func add(_ key: String, _ value: Secret?, isProtected: Bool = false) {
            if let value { strings.append(KeePassEntry.Text(key: key, value: value, isProtected: isProtected)) }
        }
        add("Title", Secret(title))
        add("UserName", Secret(user))
        add("Password", password ?? Secret(""), isProtected: true)
        add("URL", Secret(sites.first?.address ?? ""))
        add("Notes", notes ?? Secret(""))
        for (index, site) in sites.dropFirst().enumerated() {
            add(index == 0 ? "KP2A_URL" : "KP2A_URL_\(index)", Secret(site.address))
        }
        if let code = countedCode {
            for (key, value) in code.keePassFields { add(key, value, isProtected: true) }
        } else {
            add("otp", oneTimeCode.map { (try? OneTimeCodeSecret(parsing: $0))?.address ?? $0 }, isProtected: true)
        }
        if let passkey = passkeys.first {
            let description = passkey.description
            add(
                KeePassPasskeyKey.credential, Secret(copying: Base64URL.encode(description.credentialID)),
                isProtected: true)
            add(KeePassPasskeyKey.privateKey, PrivateKeyText.encode(passkey.privateKey), isProtected: true)
            add(KeePassPasskeyKey.relyingParty, Secret(description.relyingPartyIdentifier))
            add(KeePassPasskeyKey.userName, Secret(description.userName))
            add(
                KeePassPasskeyKey.userHandle, Secret(copying: Base64URL.encode(description.userHandle)),
                isProtected: true)
        }
        // KeePass requires unique field names.
        var names = Set(strings.map(\.key))
        for field in fields {
            var name = field.name.isEmpty ? "Field" : field.name
            var number = 1
            while !names.insert(name).inserted {
                number += 1
                name = "\(field.name) \(number)"
            }
            add(name, field.value, isProtected: field.isConcealed)
        }
        return strings
    }
}

extension OneTimeCodeSecret {
    /// The fields of KeePass 2 for a counter-based code; length and algorithm only if KeePass 2 has other ones.
    fileprivate var keePassFields: [(key: String, value: Secret)] {
        guard case .counter(let counter) = movingFactor else { return [] }
        let prefix = KeePassCodeKey.counted
        var fields = [
            (KeePassCodeKey.Spelling.base32.key(prefix), Secret(copying: Base32.encode(key))),
            (prefix + KeePassCodeKey.counter, Secret("\(counter)")),
        ]
        if case .decimal(let digits) = format, digits != 6 {
            fields.append((prefix + KeePassCodeKey.length, Secret("\(digits)")))
        }
        if algorithm != .sha1 {
            fields.append((prefix + KeePassCodeKey.algorithm, Secret("HMAC-" + algorithm.rawValue)))
        }
        return fields
    }
}

/// Writes XML in UTF-8.
private struct XMLWriter {
    private(set) var bytes = Array("<?xml version=\"1.0\" encoding=\"utf-8\" standalone=\"yes\"?>\n".utf8)

    mutating func element(_ name: String, _ body: (inout XMLWriter) -> Void) {
        bytes += "<\(name)>".utf8
        body(&self)
        bytes += "</\(name)>\n".utf8
    }

    mutating func element(_ name: String, _ text: String) {
        element(name) { $0.write(String(String.UnicodeScalarView(text.unicodeScalars.filter(Self.canWrite))).utf8) }
    }

    mutating func string(_ string: KeePassEntry.Text) {
        element("String") { writer in
            writer.element("Key", string.key)
            writer.bytes += (string.isProtected ? "<Value ProtectInMemory=\"True\">" : "<Value>").utf8
            if Self.canWrite(string.value) { unsafe string.value.withBytes { unsafe writer.write($0) } }
            writer.bytes += "</Value>\n".utf8
        }
    }

    /// Whether a value is text that XML can contain.
    static func canWrite(_ value: Secret) -> Bool {
        guard let text = unsafe value.withBytes({ unsafe String(validating: $0, as: UTF8.self) }) else { return false }
        return text.unicodeScalars.allSatisfy(canWrite)
    }

    /// XML cannot contain most control characters (XML 1.0 §2.2).
    private static func canWrite(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A, 0x0D: true
        case 0x00..<0x20, 0xFFFE, 0xFFFF: false
        default: true
        }
    }

    private mutating func write(_ text: some Sequence<UInt8>) {
        for byte in text {
            switch byte {
            case UInt8(ascii: "<"): bytes += "&lt;".utf8
            case UInt8(ascii: ">"): bytes += "&gt;".utf8
            case UInt8(ascii: "&"): bytes += "&amp;".utf8
            // A parser would convert a literal carriage return to a line feed.
            case 0x0D: bytes += "&#13;".utf8
            default: bytes.append(byte)
            }
        }
    }
}
