import Foundation
import LatchkeyMatching
import LatchkeyPasswords
import LatchkeyCore
import LatchkeySheet
import LatchkeyVault

/// The values of an imported login before they are validated.
///
/// An invalid address or one-time-code secret becomes a field with a notice, so that no value is lost.
struct LoginDraft {
    /// Values that each login of a program has; a login without one is refused.
    struct Requirements: OptionSet {
        let rawValue: UInt8

        static let site = Requirements(rawValue: 1)
    }

    /// The maximum number of addresses, fields and passkeys together, because merging compares all of them.
    static let partLimit = 1000

    /// The names of fields that keep invalid values.
    enum FieldName {
        static let address = "Address"
        static let code = "One-time code"
    }

    var title = ""
    var user = ""
    var password: Secret?
    /// Addresses as written in the file; empty ones are ignored.
    var addresses: [String] = []
    var notes: Secret?
    /// The one-time-code secret as written in the file: an `otpauth` URI or Base32.
    var code: Secret?
    var fields: [CustomField] = []
    var history: [PastPassword] = []
    var passkeys: [Passkey] = []
    var isFavorite = false
    var asksEveryTime = false
    var created: Date?
    var lastUsed: Date?
    var passwordSince: Date?
    /// The notices so far; ``row(line:requiring:)`` adds further ones.
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

    /// Validates the values and returns the login, or the reason why the row is refused.
    func row(line: Int, requiring requirements: Requirements = []) -> ImportedRow {
        var notices = notices
        do throws(RefusalReason) {
            let login = try login(requiring: requirements, &notices)
            return ImportedRow(
                line: line, content: .login(login), created: created, lastUsed: lastUsed,
                passwordSince: passwordSince, notices: notices)
        } catch {
            return ImportedRow(line: line, content: .refused(error))
        }
    }

    private func login(
        requiring requirements: Requirements, _ notices: inout [ImportNotice]
    ) throws(RefusalReason) -> Login {
        guard addresses.count + fields.count + passkeys.count <= Self.partLimit else { throw .tooLong }
        guard (addresses + [user, title] + fields.map(\.name)).allSatisfy(StreamSafeText.allows) else {
            throw .tooManyMarks
        }
        var login = Login(
            title: title, user: user, fields: fields, isFavorite: isFavorite, asksEveryTime: asksEveryTime)
        let addresses = addresses.filter { !$0.isEmpty }
        if requirements.contains(.site), addresses.isEmpty { throw .missingSite }
        var seen: Set<Site> = []
        for address in addresses {
            if let site = Site(address) {
                if seen.insert(site).inserted { login.sites.append(site) }
            } else if requirements.contains(.site) {
                throw .invalidSite
            } else {
                login.fields.append(
                    CustomField(name: FieldName.address, value: Secret(address), isConcealed: false))
                notices.append(.siteKeptAsField)
            }
        }
        login.password = password.flatMap { $0.isEmpty ? nil : $0 }
        login.notes = notes.flatMap { $0.isEmpty ? nil : $0 }
        login.history = history
        login.passkeys = passkeys
        takeCode(into: &login, &notices)
        if let notice = login.sites.notice { notices.append(notice) }
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
    /// The notice for sites that never or rarely match a page; `nil` for ordinary sites.
    fileprivate var notice: ImportNotice? {
        if isEmpty { return nil }
        let pages = filter { site in
            guard site.scheme == nil || site.scheme == "https" || site.scheme == "http" else { return false }
            return (try? Host(site.host)) != nil
        }
        if pages.isEmpty { return .suggestedNowhere }
        let isOneWord = pages.allSatisfy { site in
            guard site.scheme == nil, site.port == nil, let host = try? Host(site.host) else { return false }
            return host.kind == .singleLabel && !host.isLoopback
        }
        return isOneWord ? .siteIsOneWord : nil
    }
}

extension RefusalReason: Error {}
