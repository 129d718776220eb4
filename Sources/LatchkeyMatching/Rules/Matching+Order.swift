package import LatchkeyCore

extension Matching {
    /// Decides about every identity and returns those that match, the best first.
    ///
    /// A login whose provider excludes it from the page's host does not match; see ``ServiceIdentifier/exclusionPrefix``.
    ///
    /// The order of `identities` does not change the result. `explain` receives every verdict, in their order; without
    /// it explaining costs nothing.
    ///
    /// **The order, and why it is total.** Rank counts among equal service identifiers only, provider and user name
    /// among all. Compared pair by pair these two rules contradict each other: `a` before `b` by rank, `b` before `c`
    /// and `c` before `a` by provider, where `c` has another service. So the list is built of groups:
    /// 1. A group has one grade and one service identifier. All its matches have a user name, or none has. Its order:
    ///    rank (larger first), provider, user name, kind, identifier. That is a lexicographic order whose last key
    ///    differs between any two matches.
    /// 2. The groups of a grade are sorted by their first matches: provider, user name, kind, identifier. Groups
    ///    without user names are last, since nothing says which account such a password belongs to. No two groups have
    ///    the same first match. Grades follow each other.
    /// 3. If the page can take passkeys, each passkey that comes after a password of its account in the same grade
    ///    moves directly before the first such password: its position becomes (position of that password, 0, own
    ///    position), that of everything else (own position, 1, own position).
    ///
    /// Every step maps a match to a key of a totally ordered set, and no two matches to the same key. So the result is
    /// antisymmetric, transitive and total. An account is a user name, in upper or lower case, in one grade.
    ///
    /// - Parameter providerOrder: The provider's place in the user's order; the first is 0.
    package func matches(
        among identities: [StoredIdentity], providerOrder: (ProviderIdentifier) -> Int,
        explain: ((StoredIdentity, Verdict) -> Void)? = nil
    ) -> [Match] {
        var sorted: [SortedMatch] = []
        let exclusions = Exclusions(among: identities, on: page)
        for stored in identities {
            let service = stored.identity.serviceIdentifier
            guard service.excludedPlace == nil else { continue }
            let place = Result { () throws(ServicePlaceError) in try ServicePlace(service) }
            var verdict = verdict(on: stored.identity, at: place)
            // An address whose rule names pages is more precise than an exclusion of their host.
            let namesPages = (try? place.get().rule?.namesPages) ?? false
            if case .taken = verdict, !namesPages, exclusions.cover(stored) { verdict = .refused(.excluded) }
            explain?(stored, verdict)
            guard case .taken(let acceptance) = verdict else { continue }
            let match = Match(stored, place: try? place.get(), acceptance: acceptance)
            sorted.append(
                SortedMatch(
                    match, service: match.place?.canonicalText(of: service.type) ?? "? " + service.identifier,
                    providerOrder: providerOrder(stored.provider)))
        }
        MatchOrder.sort(&sorted, movesPasskeys: passkeys != .none)
        return sorted.map(\.match)
    }
}

private enum MatchOrder {
    static func sort(_ matches: inout [SortedMatch], movesPasskeys: Bool) {
        matches.sort(by: precedesInGroups)
        var head: SortedMatch?
        for match in matches {
            let isOfHead =
                head?.grade == match.grade && head?.service == match.service && head?.isNameless == match.isNameless
            if !isOfHead { head = match }
            match.head = head
        }
        matches.sort(by: precedesByGroup)
        if movesPasskeys { moveToAccounts(&matches) }
        // A head refers to itself.
        for match in matches { match.head = nil }
    }

    private static func moveToAccounts(_ matches: inout [SortedMatch]) {
        guard matches.contains(where: { $0.kind == .passkey }) else { return }
        var firstPassword: [Account: Int] = [:]
        for (index, match) in matches.enumerated() {
            match.position = (index, 1, index)
            guard match.kind == .password, firstPassword[match.account] == nil else { continue }
            firstPassword[match.account] = index
        }
        for (index, match) in matches.enumerated() where match.kind == .passkey {
            if let password = firstPassword[match.account], password < index { match.position = (password, 0, index) }
        }
        matches.sort { $0.position < $1.position }
    }

    private static func precedesInGroups(_ left: SortedMatch, _ right: SortedMatch) -> Bool {
        if left.grade != right.grade { return left.grade < right.grade }
        if left.isNameless != right.isNameless { return right.isNameless }
        if left.service != right.service { return left.service < right.service }
        return precedesInGroup(left, right)
    }

    private static func precedesByGroup(_ left: SortedMatch, _ right: SortedMatch) -> Bool {
        if left.grade != right.grade { return left.grade < right.grade }
        if left.isNameless != right.isNameless { return right.isNameless }
        guard let first = left.head, let second = right.head, first !== second else {
            return precedesInGroup(left, right)
        }
        return precedesAlone(first, second)
    }

    private static func precedesInGroup(_ left: SortedMatch, _ right: SortedMatch) -> Bool {
        left.rank == right.rank ? precedesAlone(left, right) : left.rank > right.rank
    }

    /// The order of two matches of one grade without groups.
    private static func precedesAlone(_ left: SortedMatch, _ right: SortedMatch) -> Bool {
        if left.providerOrder != right.providerOrder { return left.providerOrder < right.providerOrder }
        if left.foldedUser != right.foldedUser { return left.foldedUser < right.foldedUser }
        if left.user != right.user { return left.user < right.user }
        if left.kind != right.kind { return left.kind.order < right.kind.order }
        return left.match.stored.id < right.match.stored.id
    }
}

private struct Account: Hashable {
    let grade: Int
    let user: String
}

/// A match with its keys of the order; a class, so that sorting moves references only.
private final class SortedMatch {
    let match: Match
    let service: String
    /// The order of the grade: comparing enumerations with raw values is slower.
    let grade: Int
    let providerOrder: Int
    let foldedUser: String
    /// The first match of the group.
    var head: SortedMatch?
    var position = (0, 1, 0)

    init(_ match: Match, service: String, providerOrder: Int) {
        self.match = match
        self.service = service
        self.providerOrder = providerOrder
        grade = match.acceptance.grade.order
        foldedUser = match.identity.user.lowercased()
    }

    var kind: CredentialKind { match.identity.kind }
    var user: String { match.identity.user }
    var rank: Int { match.identity.rank }
    var isNameless: Bool { user.isEmpty }
    var account: Account { Account(grade: grade, user: foldedUser) }
}

extension CredentialKind {
    fileprivate var order: Int {
        switch self {
        case .passkey: 0
        case .password: 1
        case .code: 2
        }
    }
}
