import Foundation
import LatchkeyCore
import LatchkeyVault

/// How well a login of the vault stands for a row; of two fits the lesser one is the better.
struct ImportedLoginFit: Comparable {
    /// Whether the row's password is an old one there.
    private let isPast: Bool
    /// Whether the login is to get something from the row.
    let lacksSomething: Bool
    private let hasOtherTitle: Bool
    /// Whether one of both has what the other has not.
    private let isOther: Bool
    /// Whether another row of the file is this login, too.
    private let isTaken: Bool

    /// Nothing where the login does not hold the row's password, or where it is another row's and contradicts this one.
    init?(of row: Login, in record: Record, _ candidate: LoginIndex.Candidate) {
        let login = record.login
        isTaken = candidate.entry.isTaken
        let differs = login.differs(from: row)
        guard login.holds(row.password), !isTaken || !differs else { return nil }
        isPast = row.password != nil && login.password != row.password
        lacksSomething = login.lacks(of: row, beside: record)
        isOther = differs || login.sites != row.sites || row.lacksBesides(login)
        hasOtherTitle = !candidate.hasTitle
    }

    // The password of today comes before one of the past. Then one that has everything, so that a second import finds what
    // the first has filled in; and of several the row's very own, which leaves the others to other rows.
    static func < (left: ImportedLoginFit, right: ImportedLoginFit) -> Bool { left.rank < right.rank }

    private var rank: Int {
        (isPast ? 16 : 0) + (lacksSomething ? 8 : 0) + (hasOtherTitle ? 4 : 0) + (isOther ? 2 : 0) + (isTaken ? 1 : 0)
    }
}

extension Record {
    var passwordSince: Date { login.passwordSince(created: overview.created) }

    /// What a row's password is to this login, which does not hold it.
    func effect(of other: Login, of row: ImportedRow) -> ImportReport.Effect {
        guard let password = login.password else { return .firstPassword }
        // Who has had this password has a newer one now.
        if other.history.contains(where: { $0.password == password }) { return .newerPassword }
        guard let date = row.passwordSince else { return .undatedPassword }
        return date < passwordSince ? .olderPassword : .newerPassword
    }
}

/// What a row and a login of the vault have to do with each other.
extension Login {
    /// Whether there is more to it than title, sites, user and password.
    var hasMore: Bool {
        !fields.isEmpty || oneTimeCode != nil || notes != nil || !passkeys.isEmpty || !history.isEmpty
    }

    fileprivate func holds(_ other: Secret?) -> Bool {
        guard let other else { return true }
        return password == other || history.contains { $0.password == other }
    }

    /// Whether the history would keep a password of that time.
    func hasRoom(forPasswordOf date: Date) -> Bool {
        guard history.count >= Login.historyLimit, let oldest = history.last else { return true }
        return oldest.replaced <= date
    }

    fileprivate func lacks(of other: Login, beside record: Record) -> Bool {
        if lacksBesides(other) { return true }
        if other.history.isEmpty { return false }
        var login = self
        login.takeHistory(of: other, beside: record)
        return login.history != history
    }

    /// Whether it lacks anything but an old password.
    fileprivate func lacksBesides(_ other: Login) -> Bool {
        (oneTimeCode == nil && other.oneTimeCode != nil) || (notes == nil && other.notes != nil)
            || !missingFields(of: other).isEmpty || !missingPasskeys(of: other).isEmpty
    }

    /// Takes what is missing here: a code, notes, fields of names that there are not, and old passwords.
    ///
    /// - Parameter record: The login as it is in the vault, before its password was changed.
    mutating func fillIn(from other: Login, beside record: Record) {
        oneTimeCode = oneTimeCode ?? other.oneTimeCode
        notes = notes ?? other.notes
        fields += missingFields(of: other)
        let missing = missingPasskeys(of: other)
        passkeys += missing
        hiddenPasskeys.formUnion(other.hiddenPasskeys.intersection(missing.map(\.description.credentialID)))
        takeHistory(of: other, beside: record)
    }

    private mutating func takeHistory(of other: Login, beside record: Record) {
        let known = [record.login.password, other.password].compactMap(\.self)
        remember(
            other.history.filter { !known.contains($0.password) }, presentSince: record.passwordSince)
    }

    /// Whether it has other values where both have one.
    func differs(from other: Login) -> Bool {
        func differ(_ mine: Secret?, _ theirs: Secret?) -> Bool {
            guard let mine, let theirs else { return false }
            return mine != theirs
        }
        if differ(notes, other.notes) || differ(oneTimeCode, other.oneTimeCode) { return true }
        return other.fields.contains { field in
            let mine = fields.filter { $0.name == field.name }
            return !mine.isEmpty && !mine.contains { $0.value == field.value }
        }
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
