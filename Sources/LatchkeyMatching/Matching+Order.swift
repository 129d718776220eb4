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
    /// 1. A group has one grade and one service identifier. Within it: rank (larger first), provider order, user
    ///    name, kind, identifier. That is a lexicographic order whose last key differs between any two candidates.
    /// 2. Groups of a grade stand where their first would stand alone: by its provider order, user name, kind,
    ///    identifier. No two groups have the same first. Grades follow each other.
    /// 3. Where the page can take passkeys, each passkey that comes after a password of its account, in the same
    ///    grade, moves to directly before the first such password: its place becomes (place of that password, 0, own
    ///    place), that of everything else (own place, 1, own place).
    ///
    /// Every step maps a candidate to a key of a totally ordered set and no two candidates to the same one, so the
    /// result is antisymmetric, transitive and total. An account is a user name, upper or lower case, in one grade.
    package func suggestions<ID>(
        among candidates: [Candidate<ID>], explain: ((Candidate<ID>, Verdict) -> Void)? = nil
    ) -> [Suggested<ID>] {
        var entries: [Entry<ID>] = []
        for candidate in candidates {
            let verdict = verdict(on: candidate)
            explain?(candidate, verdict)
            guard case .taken(let acceptance) = verdict else { continue }
            entries.append(Entry(Suggested(candidate: candidate, acceptance: acceptance)))
        }
        entries.sort(by: Entry.precedesInGroups)
        placeGroups(&entries)
        entries.sort(by: Entry.precedesByGroup)
        movePasskeysToTheirAccounts(&entries)
        return entries.map(\.suggested)
    }

    /// Gives each entry the first of its group.
    private func placeGroups<ID>(_ entries: inout [Entry<ID>]) {
        var start = 0
        for index in entries.indices {
            if !entries[index].isOfGroup(of: entries[start]) { start = index }
            entries[index].head = entries[start].standing
        }
    }

    private func movePasskeysToTheirAccounts<ID>(_ entries: inout [Entry<ID>]) {
        guard passkeys != .none, entries.contains(where: { $0.suggested.candidate.kind == .passkey }) else { return }
        var firstPassword: [Account: Int] = [:]
        for (index, entry) in entries.enumerated() {
            entries[index].place = (index, 1, index)
            guard entry.suggested.candidate.kind == .password else { continue }
            let account = Account(grade: entry.suggested.acceptance.grade, user: entry.standing.foldedUser)
            if firstPassword[account] == nil { firstPassword[account] = index }
        }
        for (index, entry) in entries.enumerated() where entry.suggested.candidate.kind == .passkey {
            let account = Account(grade: entry.suggested.acceptance.grade, user: entry.standing.foldedUser)
            if let password = firstPassword[account], password < index { entries[index].place = (password, 0, index) }
        }
        entries.sort { $0.place < $1.place }
    }
}

private struct Account: Hashable {
    let grade: MatchGrade
    let user: String
}

/// Where a candidate stands among others of its grade when there are no groups.
private struct Standing<ID: Comparable & Sendable>: Comparable {
    let providerOrder: Int
    let foldedUser: String
    let user: String
    let kind: Int
    let id: ID

    static func < (left: Self, right: Self) -> Bool {
        if left.providerOrder != right.providerOrder { return left.providerOrder < right.providerOrder }
        if left.foldedUser != right.foldedUser { return left.foldedUser < right.foldedUser }
        if left.user != right.user { return left.user < right.user }
        if left.kind != right.kind { return left.kind < right.kind }
        return left.id < right.id
    }
}

private struct Entry<ID: Comparable & Sendable> {
    let suggested: Suggested<ID>
    let standing: Standing<ID>
    /// The standing of the group's first.
    var head: Standing<ID>
    var place = (0, 1, 0)

    init(_ suggested: Suggested<ID>) {
        self.suggested = suggested
        let candidate = suggested.candidate
        standing = Standing(
            providerOrder: candidate.providerOrder, foldedUser: candidate.user.lowercased(), user: candidate.user,
            kind: candidate.kind.rawValue, id: candidate.id)
        head = standing
    }

    private var grade: MatchGrade { suggested.acceptance.grade }
    private var service: String { suggested.candidate.service.identity }

    func isOfGroup(of other: Entry) -> Bool { grade == other.grade && service == other.service }

    static func precedesInGroups(_ left: Entry, _ right: Entry) -> Bool {
        if left.grade != right.grade { return left.grade < right.grade }
        if left.service != right.service { return left.service < right.service }
        return precedesInGroup(left, right)
    }

    private static func precedesInGroup(_ left: Entry, _ right: Entry) -> Bool {
        let ranks = (left.suggested.candidate.rank, right.suggested.candidate.rank)
        return ranks.0 == ranks.1 ? left.standing < right.standing : ranks.0 > ranks.1
    }

    static func precedesByGroup(_ left: Entry, _ right: Entry) -> Bool {
        if left.grade != right.grade { return left.grade < right.grade }
        return left.head == right.head ? precedesInGroup(left, right) : left.head < right.head
    }
}
