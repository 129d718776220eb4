import Foundation
import LatchkeyPasswords
import LatchkeyCore
import LatchkeyVault

/// Finds the members of a JSON item whose texts a login does not contain.
struct UnreadMembers {
    /// The largest number of names that are reported.
    private static let nameLimit = 16
    /// The maximum number of bytes that are searched for one item; what is not searched counts as unread.
    private static let searchLimit = 64 * 1024 * 1024
    /// Members that name the value beside them.
    private static let labels: Set = ["label", "title", "name", "fieldName"]
    /// Members of a passkey.
    fileprivate static let passkeyMembers: Set = [
        "fido2Credentials", "rpId", "userHandle", "userDisplayName", "key", "credentialId",
    ]
    /// Shorter texts are found as whole words only.
    private static let wordLength = 8
    /// The number of texts up to which comparing all of them is faster than hashing them.
    private static let comparisonLimit = 64

    private let texts: [[UInt8]]
    /// The texts of a login with more than ``comparisonLimit``; otherwise `nil`.
    private let wholeTexts: Set<[UInt8]>?
    private let code: Secret?
    private let complete: Set<String>
    /// The names of the members around the current value, outermost first.
    private var trail: [String] = []
    private var searchBudget = Self.searchLimit
    private(set) var names: [String] = []

    init(_ login: Login, except complete: Set<String>) {
        var texts = [login.title, login.user].map { Array($0.utf8) }
        // Other programs get an address without its rule, and a bare host with https.
        texts += login.sites.flatMap { [Array($0.text.utf8), Array($0.url.utf8)] }
        let secrets = [login.password, login.notes, login.oneTimeCode].compactMap(\.self)
        for secret in secrets + login.fields.map(\.value) + login.history.map(\.password) {
            texts.append(unsafe secret.withBytes { unsafe Array($0) })
        }
        texts += login.fields.map { Array($0.name.utf8) }
        // The URI of a code has them with percent encoding.
        if let code = login.oneTimeCode.flatMap({ try? OneTimeCodeSecret(parsing: $0) }) {
            texts += [code.issuer ?? "", code.account].map { Array($0.utf8) }
        }
        for passkey in login.passkeys {
            let description = passkey.description
            let names = [description.relyingPartyIdentifier, description.userName, description.displayName]
            texts += names.compactMap { $0.map { Array($0.utf8) } }
            let key = passkey.privateKey.revealBytes(as: Data.self)
            texts += [description.credentialID, description.userHandle, key].map { Base64URL.encode($0) }
        }
        self.texts = texts
        wholeTexts = texts.count > Self.comparisonLimit ? Set(texts) : nil
        code = login.oneTimeCode
        self.complete = complete
    }

    /// What a value contains.
    fileprivate struct Contents {
        var hasStored = false
        var hasUnread = false
    }

    /// Collects the names of the members of an item, joined by dots.
    mutating func collect(_ item: JSONValue) { _ = contents(of: item) }

    private mutating func contents(of value: JSONValue) -> Contents {
        var contents = Contents()
        switch value {
        case .text(let text):
            if text.isEmpty { break }
            if contains(text) { contents.hasStored = true } else { contents.hasUnread = true }
            if contents.hasUnread { report() }
        case .array(let elements):
            for element in elements { contents.add(self.contents(of: element)) }
        case .object(let members): contents = self.contents(of: members)
        // Formats interpret numbers and switches.
        case .number, .bool, .null: break
        }
        return contents
    }

    private mutating func contents(of members: [JSONValue.Member]) -> Contents {
        var contents = Contents()
        // Enpass exports fields that the user deleted, too.
        if trail.last == "fields", members.contains(where: { $0.key == "deleted" && $0.value.isTrue }) {
            return contents
        }
        var labels: [JSONValue.Member] = []
        var isAlone = true
        for member in members {
            let isLabel = Self.labels.contains(member.key)
            isAlone = isAlone && isLabel
            if complete.contains(member.key) { continue }
            if isLabel { labels.append(member) } else { contents.add(self.contents(of: member)) }
        }
        // The label of a stored value is its field's name, or not needed; the label of an empty value has no meaning.
        guard trail.isEmpty || isAlone || (contents.hasUnread && !contents.hasStored) else { return contents }
        for label in labels { contents.add(self.contents(of: label)) }
        return contents
    }

    private mutating func contents(of member: JSONValue.Member) -> Contents {
        trail.append(member.key)
        defer { trail.removeLast() }
        return contents(of: member.value)
    }

    private mutating func report() {
        let name = ReportText.limited(trail.joined(separator: "."))
        if names.count < Self.nameLimit, !names.contains(name) { names.append(name) }
    }

    private mutating func contains(_ text: [UInt8]) -> Bool {
        if wholeTexts?.contains(text) ?? texts.contains(text) { return true }
        guard searchBudget > 0 else { return false }
        for candidate in texts where candidate.count > text.count {
            searchBudget -= candidate.count
            if candidate.contains(text, asWord: text.count < Self.wordLength) { return true }
        }
        return code != nil && (try? OneTimeCodeSecret(parsing: Secret(copying: text)))?.address == code
    }
}

extension UnreadMembers.Contents {
    fileprivate mutating func add(_ other: Self) {
        hasStored = hasStored || other.hasStored
        hasUnread = hasUnread || other.hasUnread
    }
}

extension ImportedRow {
    /// Adds a notice with the names of the members of an item whose texts the login does not contain.
    mutating func reportRest(of item: JSONValue, except complete: Set<String>) {
        guard case .login(let login) = content else { return }
        // Another notice reports a passkey that was left out as a whole.
        let isReported = notices.contains(where: \.isLostPasskey)
        let all = isReported ? complete.union(UnreadMembers.passkeyMembers) : complete
        var unread = UnreadMembers(login, except: all)
        unread.collect(item)
        if !unread.names.isEmpty { notices.append(.valuesLeftOut(unread.names)) }
    }
}

extension [UInt8] {
    /// Whether the bytes occur in these; as a word, letters and digits must not surround them.
    fileprivate func contains(_ part: [UInt8], asWord: Bool) -> Bool {
        guard let first = part.first, part.count <= count else { return false }
        var start = startIndex
        while let found = self[start...].firstIndex(of: first), found + part.count <= count {
            if self[found..<(found + part.count)].elementsEqual(part) {
                let end = found + part.count
                let isSurrounded =
                    (found > 0 && self[found - 1].isWordByte) || (end < count && self[end].isWordByte)
                if !asWord || !isSurrounded { return true }
            }
            start = found + 1
        }
        return false
    }
}

extension UInt8 {
    fileprivate var isWordByte: Bool {
        self >= 0x80 || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self)
            || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
    }
}
