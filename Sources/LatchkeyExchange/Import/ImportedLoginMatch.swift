import Foundation
import LatchkeyCore
import LatchkeyVault

/// How well a login of the vault matches an imported row.
///
/// The smaller of two matches is the better one.
struct ImportedLoginMatch: Comparable {
    /// Whether the row's password is in the login's history.
    private let hasPastPassword: Bool
    private let hasOtherAudience: Bool
    /// Whether the row has values that the login lacks.
    let lacksValues: Bool
    private let hasOtherTitle: Bool
    /// Whether other values differ, or one of both lacks a value.
    private let hasOtherValues: Bool
    /// Whether another row of the file matched the login.
    private let isMatched: Bool

    /// `nil` if the login never had the row's password, or if another row matched it and its values differ from this
    /// row's.
    ///
    /// A note or card matches only if no value differs. A login of another audience matches only if it lacks no value,
    /// because it must not change: an export to CSV loses git's mark, and a page can have sent git's password since an
    /// export.
    init?(of row: Login, _ audience: PasswordAudience, in record: Record, _ candidate: LoginIndex.Candidate) {
        let login = record.login
        isMatched = candidate.entry.isMatched
        let differs = login.differs(from: row)
        guard login.hasOrHad(row.password), !(isMatched || row.kind != .login) || !differs else { return nil }
        hasPastPassword = row.password != nil && login.password != row.password
        lacksValues = login.lacksValues(of: row, in: record)
        hasOtherValues = differs || login.sites != row.sites || row.lacksCurrentValues(of: login)
        hasOtherTitle = !candidate.hasTitle
        hasOtherAudience = candidate.entry.audience != audience
        guard hasOtherAudience else { return }
        if lacksValues { return nil }
        switch (audience, candidate.entry.audience) {
        case (.everyone, _): break
        case (.git, .everyone): if hasPastPassword { return nil }
        default: return nil
        }
    }

    static func < (left: ImportedLoginMatch, right: ImportedLoginMatch) -> Bool { left.rank < right.rank }

    /// A current password outweighs a past one.
    ///
    /// Next come a login of the same audience and one that lacks nothing, so that a second import finds the logins that the first one completed.
    /// Then comes the most similar login, which leaves the others to other rows.
    private var rank: Int {
        (hasPastPassword ? 32 : 0) + (hasOtherAudience ? 16 : 0) + (lacksValues ? 8 : 0) + (hasOtherTitle ? 4 : 0)
            + (hasOtherValues ? 2 : 0)
            + (isMatched ? 1 : 0)
    }
}

extension Record {
    var passwordSince: Date { login.passwordSince(created: overview.created) }

    /// The effect of a row's password on this login, which never had that password.
    func effect(of other: Login, of row: ImportedRow) -> ImportReport.Effect {
        guard let password = login.password else { return .firstPassword }
        // If the vault's password is in the row's history, the row's password is newer.
        if other.history.contains(where: { $0.password == password }) { return .newerPassword }
        guard let date = row.passwordSince else { return .undatedPassword }
        return date < passwordSince ? .olderPassword : .newerPassword
    }
}

/// Comparing and merging an imported login with a login of the vault.
extension Login {
    /// Whether the login has values other than title, user, password and one site without a rule.
    var hasMore: Bool {
        sites.count > 1 || hasSiteRules || !fields.isEmpty || oneTimeCode != nil || notes != nil || !passkeys.isEmpty
            || !history.isEmpty
            || isFavorite || asksEveryTime || passwordExpiry != nil
    }

    /// Whether an old password of another login is missing, because the history is full.
    ///
    /// - Parameter record: The login in the vault, before its password was changed.
    func lacksPastPasswords(of other: Login, in record: Record) -> Bool {
        let known = [password, record.login.password, other.password].compactMap(\.self)
        return other.history.contains { past in
            !past.password.isEmpty && !known.contains(past.password)
                && !history.contains { $0.password == past.password }
        }
    }

    /// The values that were added since an earlier state, except for the current password.
    func additions(since earlier: Login) -> [ImportReport.Addition] {
        var additions: [ImportReport.Addition] = []
        if earlier.oneTimeCode != oneTimeCode { additions.append(.oneTimeCode) }
        if earlier.notes != notes { additions.append(.notes) }
        if earlier.passkeys.count != passkeys.count { additions.append(.passkey) }
        if earlier.history != history { additions.append(.pastPassword) }
        if earlier.isFavorite != isFavorite { additions.append(.favorite) }
        if earlier.asksEveryTime != asksEveryTime { additions.append(.asksEveryTime) }
        if earlier.passwordExpiry != passwordExpiry { additions.append(.passwordExpiry) }
        return additions + fields.dropFirst(earlier.fields.count).map { .field(ReportText.limited($0.name)) }
    }

    fileprivate func hasOrHad(_ other: Secret?) -> Bool {
        guard let other else { return true }
        return password == other || history.contains { $0.password == other }
    }

    /// Whether the history would keep a password that was replaced at this time.
    func hasRoom(forPasswordOf date: Date) -> Bool {
        guard history.count >= Login.historyLimit, let oldest = history.last else { return true }
        return oldest.replaced <= date
    }

    fileprivate func lacksValues(of other: Login, in record: Record) -> Bool {
        if lacksCurrentValues(of: other) { return true }
        if other.history.isEmpty { return false }
        var login = self
        login.mergeHistory(of: other, into: record)
        return login.history != history
    }

    /// Whether it lacks a code, note, field, passkey or mark of another login.
    fileprivate func lacksCurrentValues(of other: Login) -> Bool {
        (oneTimeCode == nil && other.oneTimeCode != nil) || (notes == nil && other.notes != nil)
            || (other.isFavorite && !isFavorite) || (other.asksEveryTime && !asksEveryTime)
            || lacksExpiry(of: other) || !missingFields(of: other).isEmpty || !missingPasskeys(of: other).isEmpty
    }

    /// The expiry belongs to the password.
    private func lacksExpiry(of other: Login) -> Bool {
        passwordExpiry == nil && other.passwordExpiry != nil && password == other.password
    }

    /// Adds the values that are missing: code, notes, passkeys, old passwords, marks, and fields with new names.
    ///
    /// - Parameter record: The login in the vault, before its password was changed.
    mutating func addMissingValues(of other: Login, to record: Record) {
        oneTimeCode = oneTimeCode ?? other.oneTimeCode
        notes = notes ?? other.notes
        isFavorite = isFavorite || other.isFavorite
        asksEveryTime = asksEveryTime || other.asksEveryTime
        if lacksExpiry(of: other) { passwordExpiry = other.passwordExpiry }
        fields += missingFields(of: other)
        let missing = missingPasskeys(of: other)
        passkeys += missing
        hiddenPasskeys.formUnion(other.hiddenPasskeys.intersection(missing.map(\.description.credentialID)))
        mergeHistory(of: other, into: record)
    }

    private mutating func mergeHistory(of other: Login, into record: Record) {
        let known = [record.login.password, other.password].compactMap(\.self)
        addToHistory(
            other.history.filter { !known.contains($0.password) }, currentSince: record.passwordSince)
    }

    /// Whether a note, code or field exists in both logins with different values.
    func differs(from other: Login) -> Bool { !values(differingFrom: other).isEmpty }

    /// The note, code and fields that exist in both logins with different values.
    private func values(differingFrom other: Login) -> [KeptValue] {
        func differ(_ mine: Secret?, _ theirs: Secret?) -> Bool {
            guard let mine, let theirs else { return false }
            return mine != theirs
        }
        var values: [KeptValue] = []
        if differ(oneTimeCode, other.oneTimeCode) { values.append(.oneTimeCode) }
        if differ(notes, other.notes) { values.append(.notes) }
        for field in other.fields {
            let mine = fields.filter { $0.name == field.name }
            let differs = !mine.isEmpty && !mine.contains { $0.value == field.value }
            if differs { values.append(.field(ReportText.limited(field.name))) }
        }
        return values
    }

    /// The notes, code and fields that differ from the imported login's, and the imported addresses whose host or rule
    /// it lacks.
    func keptValues(over other: Login) -> [KeptValue] {
        let addresses = other.sites.filter { site in
            site.rule == nil ? !sites.contains { $0.isOfSamePlace(as: site) } : !sites.contains(site)
        }
        var seen: Set<KeptValue> = []
        return (values(differingFrom: other) + addresses.map { .address($0.shownAddress) })
            .filter { seen.insert($0).inserted }
    }

    private func missingFields(of other: Login) -> [CustomField] {
        if other.fields.isEmpty { return [] }
        let names = Set(fields.map(\.name))
        return other.fields.filter { !names.contains($0.name) }
    }

    private func missingPasskeys(of other: Login) -> [Passkey] {
        other.passkeys.filter { passkey in
            !passkeys.contains { $0.description.credentialID == passkey.description.credentialID }
        }
    }
}

extension Site {
    /// Whether host and port are equal; the default ports of `https` and `http` count as one.
    fileprivate func isOfSamePlace(as other: Site) -> Bool {
        host == other.host && explicitPort == other.explicitPort
    }

    private var explicitPort: UInt16? { port == 443 && scheme != "http" || port == 80 && scheme == "http" ? nil : port }
}
