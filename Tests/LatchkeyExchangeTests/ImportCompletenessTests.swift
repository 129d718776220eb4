import Foundation
import LatchkeyExchange
import LatchkeyPasswords
import LatchkeyCore
import LatchkeyVault
import Testing

/// No text of another program's file disappears: it is in the vault, or the report names the entry that lost it.
@Suite("Completeness of imports") struct ImportCompletenessTests {
    /// An entry of a sample file: its texts by the names of their members or columns.
    private struct Entry {
        var texts: [(name: String, text: String)] = []
        /// Further texts by which the report can name the entry.
        var titles: Set<String> = []
    }

    /// Members and columns without data of the user, and texts that are stored in another form.
    private static let technical: Set = [
        "id", "uuid", "type", "organizationId", "folderId", "creationDate", "revisionDate", "deletedDate",
        "lastUsedDate", "size", "credentialId", "keyType", "keyAlgorithm", "keyCurve", "userHandle", "counter",
        "discoverable", "secret", "algorithm", "fieldType", "designation", "categoryUuid", "state", "itemId",
        "shareId", "itemUuid", "appName", "icon", "folders", "fav", "template_type", "category",
        // Columns of CSV files.
        "favorite", "fav", "reprompt", "archived", "guid", "timecreated", "timelastused", "timepasswordchanged",
        "last modified", "created", "createtime", "modifytime", "secrettype",
        // Authenticators; the code has the link, too.
        "algo", "tokenType", "source", "link", "groupId", "groups", "selected", "thumbnail", "entry_type", "digits",
        "period", "Icon",
        // Keeper.
        "$type", "uid", "file_uid",
    ]

    /// Members that name the value beside them.
    private static let labels: Set = ["label", "title", "name", "fieldName"]

    /// Texts that are stored in another form, or are no data: a hexadecimal key, references, and empty addresses.
    private static let otherForms: Set = ["48656c6c6f21deadbeef", "http://", "http://sn"]

    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Vectors")

    static let samples: [String] = {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path + "/exchange/samples")) ?? []
        let tables = (try? FileManager.default.contentsOfDirectory(atPath: folder.path + "/csv")) ?? []
        return names.map { "exchange/samples/\($0)" }.sorted()
            + tables.filter { $0.hasSuffix(".csv") }.map { "csv/\($0)" }.sorted()
    }()

    @Test func `has samples of every program`() {
        #expect(Self.samples.count >= 40)
    }

    @Test(arguments: samples)
    func `finds each text of a sample in the vault, or its entry in the report`(sample: String) throws {
        let bytes = Array(try Data(contentsOf: Self.folder.appending(path: sample)))
        let vault = try UnlockedVault.inMemory()
        let report = try LoginImport.run(ByteSource(bytes), into: vault)
        let stored = try Self.texts(of: vault)
        let codes = Set(try vault.logins().compactMap { $0.oneTimeCode?.reveal() })
        for entry in try Self.entries(of: sample, bytes) {
            let texts = entry.titles.union(entry.texts.map(\.text))
            // The report does not repeat the values of a refused entry, but names it.
            if report.refused.contains(where: { !$0.title.isEmpty && texts.contains($0.title) }) { continue }
            let losses = report.remarks.filter { texts.contains($0.title) }.map(\.notice)
            for (name, text) in entry.texts where !Self.technical.contains(name) {
                let isStored =
                    Self.otherForms.contains(text) || stored.contains { $0.contains(text) }
                    || codes.contains((try? OneTimeCodeSecret(parsing: Secret(text)))?.address.reveal() ?? "-")
                    || Self.isStoredInParts(text, in: stored)
                #expect(isStored || losses.contains { $0.covers(name) }, "\(sample): \(name) = \(text)")
            }
        }
    }

    /// A cell can contain several fields or addresses.
    private static func isStoredInParts(_ text: String, in stored: [String]) -> Bool {
        let parts = text.split(separator: /[\n,]|: |\{REF:[^}]*\}/).map { $0.trimmingCharacters(in: .whitespaces) }
        return parts.count + (text.contains("{REF:") ? 1 : 0) > 1
            && parts.allSatisfy { part in stored.contains { $0.contains(part) } }
            || text.wholeMatch(of: /\{REF:[^}]*\}/) != nil
    }

    private static func texts(of vault: UnlockedVault) throws -> [String] {
        try vault.logins().flatMap { login -> [String] in
            var texts = [login.title, login.user] + login.sites.map(\.text)
            let code = login.oneTimeCode?.reveal()
            texts += [login.password?.reveal(), login.notes?.reveal(), code, code?.removingPercentEncoding]
                .compactMap(\.self)
            texts += login.fields.flatMap { [$0.name, $0.value.reveal()] }
            texts += login.history.map { $0.password.reveal() }
            for passkey in login.passkeys {
                let description = passkey.description
                let key = passkey.privateKey.revealBytes(as: Data.self)
                texts += [description.relyingPartyIdentifier, description.userName, description.displayName ?? ""]
                texts += [description.credentialID, description.userHandle, key]
                    .map { String(decoding: Base64URL.encode($0), as: UTF8.self) }
                texts.append("-----BEGIN PRIVATE KEY-----\(key.base64EncodedString())-----END PRIVATE KEY-----")
            }
            return texts
        }
    }

    // MARK: Reading the samples without the code under test

    private static func entries(of sample: String, _ bytes: [UInt8]) throws -> [Entry] {
        if sample.hasSuffix(".json") { return try jsonEntries(bytes) }
        if sample.hasSuffix(".xml") { return xmlEntries(String(decoding: bytes, as: UTF8.self)) }
        if sample.hasSuffix(".zip") { return zippedEntries }
        let text = String(decoding: bytes, as: UTF8.self)
        if sample.hasSuffix("otpauth.txt") { return try codeEntries(text) }
        if sample.hasSuffix("kaspersky.txt") { return kasperskyEntries(text) }
        // KeePass 1 has backslashes where other programs double a quote.
        let isEscaped = sample.contains("keepass1")
        // The separator of a country with decimal commas.
        let header = text.prefix { $0 != "\n" }
        let table = header.contains(";") && !header.contains(",") ? text.replacing(";", with: ",") : text
        let csv = isEscaped ? table.replacing("\\\"", with: "\"\"").replacing("\\\\", with: "\\") : table
        return csvEntries(csv, isLabelled: sample.contains("enpass"), isKeeper: sample.contains("keeper"))
    }

    /// The lines of a list of codes; a line that is not a URI has no title, and QR codes are not text.
    private static func codeEntries(_ text: String) throws -> [Entry] {
        try text.split(separator: "\n").compactMap { line -> Entry? in
            guard let match = line.wholeMatch(of: /otpauth:\/\/\w+\/([^?]*)\?(.*)/) else { return nil }
            var entry = Entry()
            let label = String(match.output.1).removingPercentEncoding ?? ""
            entry.texts += label.split(separator: ":").map { (name: "label", text: String($0)) }
            for pair in match.output.2.split(separator: "&").map({ $0.split(separator: "=", maxSplits: 1) }) {
                let value = pair[1].replacing("+", with: " ").removingPercentEncoding ?? ""
                if pair[0] == "codeDisplay" {
                    let display = try JSONSerialization.jsonObject(with: Data(value.utf8)) as? [String: Any] ?? [:]
                    for (name, value) in display {
                        let values = (value as? [String]) ?? [(value as? String) ?? ""]
                        entry.texts += values.filter { !$0.isEmpty }.map { (name: name, text: $0) }
                    }
                } else {
                    entry.texts.append((name: String(pair[0]), text: value))
                }
            }
            return entry
        }
    }

    private static func kasperskyEntries(_ text: String) -> [Entry] {
        text.components(separatedBy: "\n---\n").map { part in
            var entry = Entry()
            for line in part.split(separator: "\n") where line != "Notes" && line.contains(":") {
                let name =
                    /(Website name|Website URL|Application|Account name|Login name|Login|Password|Comment|Name|Text):/
                let value = line.replacing(name, with: "", maxReplacements: 1).trimmingCharacters(in: .whitespaces)
                if !value.isEmpty { entry.texts.append((name: "line", text: value)) }
            }
            return entry
        }
    }

    /// The rows of `dashlane.zip`, whose files are compressed.
    private static let zippedEntries: [Entry] = [
        ["Example", "jane", "pass", "a note", "https://example.com/", "Work"], ["Door", "the code"],
        ["Safe, cellar", "left, right"], ["Gold card", "Jane Doe", "4111111111111111", "123"],
        ["Jane Doe", "L01X00T47", "2020-01-01"], ["Private address", "j@example.com"],
        ["Office network", "Office", "open sesame"],
    ].map { texts in Entry(texts: texts.map { (name: "cell", text: $0) }) }

    /// Each object in an array of `items`, or of a section of Dashlane.
    private static func jsonEntries(_ bytes: [UInt8]) throws -> [Entry] {
        let root = try JSONSerialization.jsonObject(with: Data(bytes))
        var entries: [Entry] = []
        func collectItems(_ value: Any, _ name: String) {
            let lists: Set = ["items", "entries", "services", "tokens", "records", "Authenticators"]
            if let list = value as? [Any], lists.contains(name) || name == name.uppercased(), !name.isEmpty {
                for item in list {
                    var entry = Entry()
                    collectTexts(item, [], &entry)
                    entries.append(entry)
                }
            } else if let object = value as? [String: Any] {
                for (key, member) in object where key != "collections" { collectItems(member, key) }
            } else if let list = value as? [Any] {
                for element in list { collectItems(element, "") }
            }
        }
        func collectTexts(_ value: Any, _ trail: [String], _ entry: inout Entry) {
            if let text = value as? String, !text.isEmpty, let name = trail.last {
                entry.texts.append((name, text))
            } else if let list = value as? [Any] {
                for element in list { collectTexts(element, trail, &entry) }
            } else if let object = value as? [String: Any] {
                // A field without a value has a label only.
                let values = ["value", "data"].compactMap { object[$0] }
                if !values.isEmpty, values.allSatisfy(isEmpty) { return }
                // The label of a value is the name of its field, or the login has a place for the value.
                for (key, member) in object {
                    if trail.isEmpty || object.count == 1 || !labels.contains(key) {
                        collectTexts(member, trail + [key], &entry)
                    } else if let title = member as? String {
                        entry.titles.insert(title)
                    }
                }
            }
        }
        // The backup of andOTP is an array.
        collectItems(root, root is [Any] ? "items" : "")
        return entries
    }

    private static func isEmpty(_ value: Any) -> Bool {
        if let object = value as? [String: Any] { return object.values.allSatisfy(isEmpty) }
        return value is NSNull || (value as? String) == ""
    }

    private static func xmlEntries(_ text: String) -> [Entry] {
        var entries: [Entry] = []
        for part in text.components(separatedBy: "<Entry>").dropFirst() {
            // Only an entry has an identifier; the parts below it are its history.
            var entry = part.contains("<UUID>") ? Entry() : entries.popLast() ?? Entry()
            for match in part.matches(
                of: /<(Key|Value|Window|KeystrokeSequence|DefaultSequence|OverrideURL)[^>]*>([^<]+)</)
            {
                let value = String(match.output.2)
                let isKnownKey = match.output.1 == "Key" && isKnown(key: value)
                if !isKnownKey { entry.texts.append((name: String(match.output.1), text: value)) }
            }
            entries.append(entry)
        }
        return entries
    }

    /// Whether a login has a place for the value of a key, so that the key itself is not stored.
    private static func isKnown(key: String) -> Bool {
        ["Title", "UserName", "Password", "URL", "Notes"].contains(key)
            || ["KP2A_URL", "TimeOtp-", "KPEX_PASSKEY_", "KPXC_PASSKEY_"].contains(where: key.hasPrefix)
    }

    private static func csvEntries(_ text: String, isLabelled: Bool, isKeeper: Bool) -> [Entry] {
        var rows = csvRows(text)
        let header = isLabelled || isKeeper ? [] : rows.removeFirst()
        if isLabelled, rows.first?.first == "Title" { rows.removeFirst() }
        return rows.map { row in
            var entry = Entry()
            for (index, cell) in row.enumerated() where !cell.isEmpty {
                // Enpass has labels and values in turn.
                if isLabelled, index % 2 == 1, index < row.count - 1 { continue }
                if isKeeper, cell == "TFC:Keeper" { continue }
                let name = index < header.count ? header[index].lowercased() : ""
                entry.texts += parts(of: cell, in: name).map { (name: name, text: $0) }
            }
            return entry
        }
    }

    /// The texts in a cell of a program whose cells have a syntax.
    private static func parts(of cell: String, in column: String) -> [String] {
        if cell.hasPrefix("["), let list = try? JSONSerialization.jsonObject(with: Data(cell.utf8)) as? [Any] {
            return list.flatMap { element -> [String] in
                guard let field = element as? [String: String] else { return [element as? String ?? ""] }
                return ["label", "value"].compactMap { field[$0] }
            }
        }
        // RoboForm.
        if let match = cell.wholeMatch(of: /([^$]*)\$?,,,\w+,(.*)/) {
            let isKnown = ["User ID", "Password", "TOTP KEY"].contains(match.output.1)
            return (isKnown ? [] : [String(match.output.1)]) + [String(match.output.2)]
        }
        // Proton Pass.
        if cell.hasPrefix("{"), let card = try? JSONSerialization.jsonObject(with: Data(cell.utf8)) as? [String: Any] {
            return card.values.compactMap { $0 as? String }
        }
        // LastPass.
        if cell.hasPrefix("NoteType:") {
            return cell.split(separator: "\n").filter { !$0.hasPrefix("NoteType:") && !$0.hasPrefix("Language:") }
                .map { String($0[($0.firstIndex(of: ":").map($0.index(after:)) ?? $0.startIndex)...]) }
                .filter { $0 != "," }
        }
        guard ["secretdata", "customdata"].contains(column) else { return [cell] }
        // Zoho Vault.
        return cell.split(separator: "\n").filter { $0 != "SecretType:Web Account" }.map { line in
            let parts = line.split(separator: ":", maxSplits: 1)
            return String(parts[parts.count - 1])
        }
    }

    private static func csvRows(_ text: String) -> [[String]] {
        var rows: [[String]] = []
        var (row, cell, isQuoted) = ([String](), "", false)
        var letters = Array(text.replacing("\r\n", with: "\n"))[...]
        while let letter = letters.popFirst() {
            switch letter {
            case "\"" where isQuoted && letters.first == "\"":
                cell.append("\"")
                letters.removeFirst()
            case "\"": isQuoted.toggle()
            case "," where !isQuoted:
                row.append(cell)
                cell = ""
            case "\n" where !isQuoted:
                rows.append(row + [cell])
                (row, cell) = ([], "")
            default: cell.append(letter)
            }
        }
        if !row.isEmpty || !cell.isEmpty { rows.append(row + [cell]) }
        return rows.filter { $0 != [""] }
    }
}

extension ImportNotice {
    /// Whether the notice says that a value of this member or column was left out.
    fileprivate func covers(_ name: String) -> Bool {
        switch self {
        case .valuesLeftOut(let names): names.contains { $0.split(separator: ".").last ?? "" == name }
        case .historyShortened: ["password", "Value"].contains(name)
        case .attachmentLeftOut: name == "fileName"
        case .timeLeftOut: name.hasPrefix("time")
        default: false
        }
    }
}
