import FoundationEssentials

/// Decides which credentials are suggested on one page, and why.
///
/// The rules, in their order: a credential stays on its registrable domain unless a shared-credential set joins two;
/// a host that stands for itself has only its own; a port that is stored must be the page's; a code never goes to an
/// affiliated site; a passkey goes where its relying-party identifier says and nowhere else. The suffix list is asked
/// anew for each candidate's host, so that no index of a store can widen a match.
///
/// Costs: well under a microsecond a candidate.
package struct Matching: Sendable {
    package enum Scope: Hashable, Sendable {
        /// Everything of the site, graded.
        case site
        /// The exact host only; on an address or a single label also the exact port.
        case hostOnly
    }

    package let frame: PageFrame
    package let kinds: Set<CandidateKind>
    package let passkeys: PasskeyQuestion
    package let scope: Scope
    private let givers: [SharedCredentialSets.Givers]

    package var page: PageURL { frame.page }

    package init(
        page: PageURL, kinds: Set<CandidateKind> = Set(CandidateKind.allCases), passkeys: PasskeyQuestion = .any,
        scope: Scope = .site, sets: SharedCredentialSets = SharedCredentialSets()
    ) {
        self.init(frame: PageFrame(page: page), kinds: kinds, passkeys: passkeys, scope: scope, sets: sets)
    }

    package init(
        frame: PageFrame, kinds: Set<CandidateKind> = Set(CandidateKind.allCases), passkeys: PasskeyQuestion = .any,
        scope: Scope = .site, sets: SharedCredentialSets = SharedCredentialSets()
    ) {
        self.frame = frame
        self.kinds = kinds
        self.passkeys = passkeys
        self.scope = scope
        givers = scope == .site ? sets.givers(on: frame.page.host) : []
    }

    /// What to look up in a store's index: the page's own key first, then those of the sites that share with it.
    package var siteKeys: [SiteKey] {
        let own = SiteKey(of: page.host)
        var others = Set(givers.flatMap(\.sites).map(SiteKey.init(site:)))
        if case .request(let request) = passkeys, let host = try? Host(request.relyingPartyIdentifier.text) {
            others.insert(SiteKey(of: host))
        }
        others.remove(own)
        return [own] + others.sorted { $0.text < $1.text }
    }

    /// Decides about one candidate.
    package func verdict<ID>(on candidate: Candidate<ID>) -> Verdict {
        verdict(on: candidate.kind, of: candidate.service, credentialID: candidate.credentialID)
    }

    private func verdict(on kind: CandidateKind, of service: StoredService, credentialID: Data?) -> Verdict {
        guard kinds.contains(kind) else { return .refused(.kindNotAskedFor) }
        if kind == .passkey { return passkeyVerdict(on: service, credentialID: credentialID) }
        switch service.meaning {
        case .app: return .refused(.app)
        case .unreadable(let error): return .refused(.unreadable(error))
        case .place(let place): return placeVerdict(on: place, isCode: kind == .code)
        }
    }

    private func placeVerdict(on place: StoredService.Place, isCode: Bool) -> Verdict {
        let stored = place.hostAndPort
        let grade: MatchGrade
        if place.host == page.host {
            if scope == .hostOnly, !place.portFitsStrictly(page) { return .refused(.otherPort(stored: stored)) }
            if place.portFits(page) {
                grade = .exact
            } else if place.host.standsForItself {
                return .refused(.otherPort(stored: stored))
            } else {
                grade = .site
            }
        } else if scope == .hostOnly {
            return .refused(.hostOnly(stored: stored))
        } else if let site = place.host.registrableDomain, let own = page.host.registrableDomain {
            if site == own {
                grade = .site
            } else if givers.contains(where: { $0.covers(place.host) }) {
                if isCode { return .refused(.codeOfAffiliatedSite(stored: stored)) }
                grade = .affiliated
            } else {
                return .refused(.otherSite(stored: stored))
            }
        } else {
            return .refused(.otherHost(stored: stored))
        }
        return .taken(
            Acceptance(
                grade: grade, from: grade == .exact ? nil : stored,
                warning: place.needsSecurePage ? warning : nil))
    }

    /// What is to be said before anything that was stored for `https` goes there.
    private var warning: Acceptance.Warning? {
        guard page.isSecure else { return .insecurePage }
        return frame.insecureAncestor.map { .insecureAncestor($0.hostAndPort) }
    }
}
