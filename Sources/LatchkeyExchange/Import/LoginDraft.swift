import Foundation
import LatchkeyMatching
import LatchkeyPasswords
import LatchkeyCore
import LatchkeySheet
import LatchkeyVault

/// The values of an imported login, note or card before they are validated.
///
/// An invalid address or one-time-code secret becomes a field with a notice, so that no value is lost. In a note or
/// card, every value except title and notes becomes a field.
struct LoginDraft {
    /// The maximum number of addresses, fields and passkeys together, because merging compares all of them.
    static let partLimit = 1000

    /// The names of fields that keep invalid values.
    enum FieldName {
        static let address = "Address"
        /// A regular expression of addresses.
        static let addressPattern = "Address (pattern)"
        static let code = "One-time code"
        static let passkeySite = "Passkey site"
        static let user = "Username"
        static let password = "Password"
        static let oldPassword = "Old password"
    }

    var kind = EntryKind.login
    var title = ""
    var user = ""
    var password: Secret?
    /// Addresses as written in the file; empty ones are ignored.
    var addresses: [String] = []
    var notes: Secret?
    /// The one-time-code secret as written in the file: an `otpauth` URI or Base32.
    var code: Secret?
    var fields: [CustomField] = []
    /// The values of a payment card, which become the first fields.
    private var card: [CardField: Secret] = [:]
    /// The expiry of a payment card, as written in the file.
    var expiryMonth = ""
    var expiryYear = ""
    /// All old passwords, newest first; ``row(line:)`` limits them.
    var history: [PastPassword] = []
    var passkeys: [Passkey] = []
    var isFavorite = false
    var asksEveryTime = false
    var created: Date?
    var lastUsed: Date?
    var passwordSince: Date?
    var passwordExpiry: Date?
    /// The notices so far; ``row(line:)`` adds further ones.
    var notices: [ImportNotice] = []

    /// Sets a date that the file contains; `nil` means that it is invalid, and adds a notice.
    mutating func take(_ date: Date?, as path: WritableKeyPath<LoginDraft, Date?>) {
        if let date { self[keyPath: path] = date } else { notices.append(.timeLeftOut) }
    }

    /// Adds a field unless its value is empty.
    mutating func addField(_ name: String, _ value: Secret, isConcealed: Bool) {
        guard !value.isEmpty else { return }
        fields.append(CustomField(name: name, value: value, isConcealed: isConcealed))
    }

    /// Adds a value of a payment card; a second one of a kind becomes an ordinary field.
    mutating func addCard(_ field: CardField, _ value: Secret?) {
        guard let value, !value.isEmpty else { return }
        if card[field] == nil {
            card[field] = value
        } else {
            addField(field.name, value, isConcealed: field.isConcealed)
        }
    }

    /// Removes the fields and card values so far.
    mutating func removeFields() {
        fields = []
        card = [:]
        (expiryMonth, expiryYear) = ("", "")
    }

    /// Validates the values and returns the login, note or card, or the reason why the row is refused.
    func row(line: Int) -> ImportedRow {
        var notices = notices
        do throws(RefusalReason) {
            let login = isNoteOrCard ? try noteOrCard() : try login(&notices)
            var row = ImportedRow(
                line: line, content: .login(login), created: created, lastUsed: lastUsed,
                passwordSince: passwordSince, notices: notices)
            // A note or card has no password, so the date in the file is the entry's.
            if isNoteOrCard { row.changed = passwordSince }
            return row
        } catch {
            let names = [title, addresses.first ?? "", user]
            return .refused(error, line: line, title: names.first { !$0.isEmpty } ?? "")
        }
    }

    /// An item with a passkey is a login, whatever its program calls it.
    private var isNoteOrCard: Bool { passkeys.isEmpty && (kind == .note || kind == .card) }

    private func checkParts() throws(RefusalReason) {
        guard addresses.count + fields.count + passkeys.count <= Self.partLimit else { throw .tooLong }
        guard (addresses + [user, title] + fields.map(\.name)).allSatisfy(StreamSafeText.allows) else {
            throw .tooManyMarks
        }
    }

    /// The note or card.
    ///
    /// It has neither user, password nor site, so that nothing can match it.
    private func noteOrCard() throws(RefusalReason) -> Login {
        try checkParts()
        guard history.count <= Self.partLimit else { throw .tooLong }
        var entry = Login(
            kind: kind, title: title, notes: notes.flatMap { $0.isEmpty ? nil : $0 }, fields: cardFields + fields,
            isFavorite: isFavorite, asksEveryTime: asksEveryTime)
        func add(_ name: String, _ value: Secret?, isConcealed: Bool) {
            guard let value, !value.isEmpty else { return }
            entry.fields.append(CustomField(name: name, value: value, isConcealed: isConcealed))
        }
        add(FieldName.user, Secret(user), isConcealed: false)
        add(FieldName.password, password, isConcealed: true)
        add(FieldName.code, code, isConcealed: true)
        for address in addresses { add(FieldName.address, Secret(address), isConcealed: false) }
        for past in history { add(FieldName.oldPassword, past.password, isConcealed: true) }
        if entry.title.isEmpty {
            if entry.notes == nil, entry.fields.isEmpty { throw .missingPassword }
            entry.title = kind == .card ? "Card" : "Note"
        }
        return entry
    }

    /// The values of the payment card as fields, in the order of ``CardField``.
    private var cardFields: [CustomField] {
        CardField.allCases.compactMap { field in
            let written = card[field] ?? (field == .expiry ? expiry : nil)
            return written.map { CustomField(name: field.name, value: $0, isConcealed: field.isConcealed) }
        }
    }

    /// The expiry from a month and a year; as in ISO 8601 if both are numbers.
    private var expiry: Secret? {
        if let month = Int(expiryMonth), (1...12).contains(month), expiryYear.count == 4, Int(expiryYear) != nil {
            return Secret("\(expiryYear)-\(month < 10 ? "0" : "")\(month)")
        }
        let parts = [expiryMonth, expiryYear].filter { !$0.isEmpty }
        return parts.isEmpty ? nil : Secret(parts.joined(separator: "/"))
    }

    private func login(_ notices: inout [ImportNotice]) throws(RefusalReason) -> Login {
        try checkParts()
        var login = Login(
            kind: kind == .note || kind == .card ? .login : kind, title: title, user: user, fields: cardFields + fields,
            isFavorite: isFavorite, asksEveryTime: asksEveryTime)
        let addresses = addresses.filter { !$0.isEmpty }
        var seen: Set<Site> = []
        for address in addresses {
            if let site = Site(address) {
                if seen.insert(site).inserted { login.sites.append(site) }
            } else {
                login.fields.append(
                    CustomField(name: FieldName.address, value: Secret(address), isConcealed: false))
                notices.append(.siteKeptAsField)
            }
        }
        login.password = password.flatMap { $0.isEmpty ? nil : $0 }
        login.notes = notes.flatMap { $0.isEmpty ? nil : $0 }
        login.history = Array(history.prefix(Login.historyLimit))
        if history.count > Login.historyLimit {
            notices.append(.historyShortened(history.count - Login.historyLimit))
        }
        login.passwordExpiry = passwordExpiry
        login.passkeys = passkeys
        takeCode(into: &login, &notices)
        notices += login.sites.notices + login.excludedAddressNotices
        // A login whose only credential is an unreadable passkey is imported with its notice.
        if login.isEmpty, !notices.contains(where: \.isLostPasskey) { throw .missingPassword }
        if title.isEmpty { login.title = login.sites.first?.host ?? user }
        if login.title.isEmpty { throw .missingSite }
        return login
    }

    private func takeCode(into login: inout Login, _ notices: inout [ImportNotice]) {
        guard let code, !code.isEmpty else { return }
        do {
            login.oneTimeCode = try OneTimeCodeSecret(parsing: code).address
        } catch {
            login.fields.append(CustomField(name: FieldName.code, value: code, isConcealed: true))
            notices.append(.codeKeptAsField)
        }
    }
}

extension Login {
    /// Whether the login has neither a user, credential, note nor field.
    fileprivate var isEmpty: Bool {
        user.isEmpty && password == nil && oneTimeCode == nil && notes == nil && passkeys.isEmpty && fields.isEmpty
    }
}

extension [Site] {
    /// The maximum number of notices of one kind for a login.
    private static let noticeLimit = 10

    /// The notices for sites that match no page, or not as they are written; empty for ordinary sites.
    var notices: [ImportNotice] {
        if isEmpty { return [] }
        let websites = filter(\.isOfWebScheme)
        if websites.isEmpty { return [.suggestedNowhere] }
        let pages = websites.filter(\.hasValidHost)
        var notices: [ImportNotice] = []
        if pages.count < websites.count {
            notices += websites.lazy.filter { !$0.hasValidHost }.prefix(Self.noticeLimit)
                .map { .invalidHost($0.shownAddress) }
        }
        notices += pages.lazy.filter(\.hasIgnoredQuery).prefix(Self.noticeLimit).map {
            .siteQueryIgnored($0.shownAddress)
        }
        let isOneWord = pages.allSatisfy { site in
            guard site.scheme == nil, site.port == nil, let host = try? Host(site.host) else { return false }
            return host.kind == .singleLabel && !host.isLoopback
        }
        if isOneWord, !pages.isEmpty { notices.append(.siteIsOneWord) }
        return notices
    }
}

extension Site {
    /// Whether a rule that names pages has a query or fragment, which are not compared.
    fileprivate var hasIgnoredQuery: Bool {
        guard let rule, rule.namesPages else { return false }
        return pathAndMore.contains { $0 == "?" || $0 == "#" }
    }

    fileprivate var isOfWebScheme: Bool { scheme == nil || scheme == "https" || scheme == "http" }

    fileprivate var hasValidHost: Bool { (try? Host(host)) != nil }

    /// The address without user, query and fragment, which can contain secrets; at most 256 bytes.
    var shownAddress: String {
        let path = pathAndMore.prefix { $0 != "?" && $0 != "#" }
        return ReportText.limited(
            (rule?.prefix ?? "") + (scheme.map { $0 + "://" } ?? "") + hostAndPort + path)
    }
}

extension Login {
    /// A notice for each excluded address without effect.
    fileprivate var excludedAddressNotices: [ImportNotice] {
        // A concealed field is no excluded address, and its value is secret.
        let fields = fields.filter { $0.name == Self.excludedAddressField && !$0.isConcealed }
        return fields.compactMap { field in
            guard let site = Site(field.value.reveal()) else { return .exclusionIgnored(nil) }
            if site.rule == nil, site.isOfWebScheme, site.hasValidHost { return nil }
            return .exclusionIgnored(site.shownAddress)
        }
    }
}

extension RefusalReason: Error {}
