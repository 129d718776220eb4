/// A candidate that is suggested, and how.
package struct Suggested<ID: Comparable & Sendable>: Sendable {
    package let candidate: Candidate<ID>
    package let acceptance: Acceptance
}

extension Matching {
    /// Decides about every candidate and puts the suggestions in order, the best first.
    ///
    /// The order does not depend on that of the candidates. `explain` is told every verdict, in the candidates'
    /// order; it costs nothing where it is left out.
    ///
    /// **The order, and why it is a total one.** Rank counts among equal service identifiers only, provider and user
    /// name among all. Compared pair by pair these two rules contradict each other: `a` before `b` by rank, `b`
    /// before `c` and `c` before `a` by provider, where `c` has another service. So the list is built of groups
    /// instead:
    /// 1. A group has one grade and one service identifier, and either only candidates with a user name or none. Within
    ///    it: rank (larger first), provider order, user name, kind, identifier. That is a lexicographic order whose last
    ///    key differs between any two candidates.
    /// 2. Groups of a grade stand where their first would stand alone: by its provider order, user name, kind,
    ///    identifier; those without user names last, since nobody knows whose such a password is. No two groups have the
    ///    same first. Grades follow each other.
    /// 3. Where the page can take passkeys, each passkey that comes after a password of its account, in the same
    ///    grade, moves to directly before the first such password: its place becomes (place of that password, 0, own
    ///    place), that of everything else (own place, 1, own place).
    ///
    /// Every step maps a candidate to a key of a totally ordered set and no two candidates to the same one, so the
    /// result is antisymmetric, transitive and total. An account is a user name, upper or lower case, in one grade.
    package func suggestions<ID>(
        among candidates: [Candidate<ID>], explain: ((Candidate<ID>, Verdict) -> Void)? = nil
    ) -> [Suggested<ID>] {
        var entries: [Entry] = []
        for (index, candidate) in candidates.enumerated() {
            let verdict = verdict(on: candidate)
            explain?(candidate, verdict)
            guard case .taken(let acceptance) = verdict else { continue }
            entries.append(
                Entry(
                    acceptance: acceptance, kind: candidate.kind, service: candidate.service.identity,
                    rank: candidate.rank, providerOrder: candidate.providerOrder, user: candidate.user, index: index))
        }
        SuggestionOrder { candidates[$0].id < candidates[$1].id }.sort(&entries, movesPasskeys: passkeys != .none)
        return entries.map { Suggested(candidate: candidates[$0.index], acceptance: $0.acceptance) }
    }
}

/// The order over what was taken, without the type of the identifiers: a generic sort would cost several times as much.
private struct SuggestionOrder {
    /// Breaks the last tie between two candidates, by their indices.
    let idPrecedes: (Int, Int) -> Bool

    init(idPrecedes: @escaping (Int, Int) -> Bool) {
        self.idPrecedes = idPrecedes
    }

    func sort(_ entries: inout [Entry], movesPasskeys: Bool) {
        entries.sort(by: precedesInGroups)
        var head: Entry?
        for entry in entries {
            let isOfHead =
                head?.grade == entry.grade && head?.service == entry.service && head?.isNameless == entry.isNameless
            if !isOfHead { head = entry }
            entry.head = head
        }
        entries.sort(by: precedesByGroup)
        if movesPasskeys { moveToAccounts(&entries) }
        // A head refers to itself.
        for entry in entries { entry.head = nil }
    }

    private func moveToAccounts(_ entries: inout [Entry]) {
        guard entries.contains(where: { $0.kind == .passkey }) else { return }
        var firstPassword: [Account: Int] = [:]
        for (index, entry) in entries.enumerated() {
            entry.place = (index, 1, index)
            guard entry.kind == .password, firstPassword[entry.account] == nil else { continue }
            firstPassword[entry.account] = index
        }
        for (index, entry) in entries.enumerated() where entry.kind == .passkey {
            if let password = firstPassword[entry.account], password < index { entry.place = (password, 0, index) }
        }
        entries.sort { $0.place < $1.place }
    }

    private func precedesInGroups(_ left: Entry, _ right: Entry) -> Bool {
        if left.grade != right.grade { return left.grade < right.grade }
        if left.isNameless != right.isNameless { return right.isNameless }
        if left.service != right.service { return left.service < right.service }
        return precedesInGroup(left, right)
    }

    private func precedesByGroup(_ left: Entry, _ right: Entry) -> Bool {
        if left.grade != right.grade { return left.grade < right.grade }
        if left.isNameless != right.isNameless { return right.isNameless }
        guard let first = left.head, let second = right.head, first !== second else {
            return precedesInGroup(left, right)
        }
        return precedesAlone(first, second)
    }

    private func precedesInGroup(_ left: Entry, _ right: Entry) -> Bool {
        left.rank == right.rank ? precedesAlone(left, right) : left.rank > right.rank
    }

    /// Where two candidates of one grade stand when there are no groups.
    private func precedesAlone(_ left: Entry, _ right: Entry) -> Bool {
        if left.providerOrder != right.providerOrder { return left.providerOrder < right.providerOrder }
        if left.foldedUser != right.foldedUser { return left.foldedUser < right.foldedUser }
        if left.user != right.user { return left.user < right.user }
        if left.kind != right.kind { return left.kind.rawValue < right.kind.rawValue }
        return idPrecedes(left.index, right.index)
    }
}

private struct Account: Hashable {
    let grade: MatchGrade
    let user: String
}

/// What the order needs of a candidate; a class so that sorting moves references only.
private final class Entry {
    let acceptance: Acceptance
    let kind: CandidateKind
    let service: String
    let rank: Int
    let providerOrder: Int
    let user: String
    let foldedUser: String
    /// Of the candidate.
    let index: Int
    /// The first of the entry's group.
    var head: Entry?
    var place = (0, 1, 0)

    init(
        acceptance: Acceptance, kind: CandidateKind, service: String, rank: Int, providerOrder: Int, user: String,
        index: Int
    ) {
        self.acceptance = acceptance
        self.kind = kind
        self.service = service
        self.rank = rank
        self.providerOrder = providerOrder
        self.user = user
        self.index = index
        foldedUser = user.lowercased()
    }

    var isNameless: Bool { user.isEmpty }
    var grade: MatchGrade { acceptance.grade }
    var account: Account { Account(grade: grade, user: foldedUser) }
}
