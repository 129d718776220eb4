package import LatchkeyCore

/// Decides which credentials are suggested on one page, and why.
///
/// - A credential stays on its registrable domain, unless a shared-credential set joins two of them.
/// - A host without a registrable domain shares its credentials with no other host.
/// - If host and stored host are equal but the ports differ, the credential matches the site, not the exact host. A
///   host without a registrable domain then does not match.
/// - A rule of an address only narrows what it matches; see ``ServicePlace/ruleAllows(_:comparingPath:)``.
/// - A one-time code is never suggested on an affiliated site.
/// - A passkey is suggested where its relying-party identifier allows it, and nowhere else.
///
/// The public suffix list is consulted for the host of each identity, so that no index of a store can widen a match.
/// A decision takes well under a microsecond after the service identifier is parsed.
package struct Matching: Sendable {
    package enum Scope: Hashable, Sendable {
        /// Every credential of the site, graded.
        case site
        /// The exact host only; for an IP address or a single label also the exact port. Ignores the path of a rule.
        case hostOnly
    }

    package let frame: PageFrame
    package let kinds: Set<CredentialKind>
    package let passkeys: PasskeyQuestion
    package let scope: Scope
    private let givers: [SharedCredentialSets.Givers]

    package var page: PageURL { frame.page }

    package init(
        frame: PageFrame, kinds: Set<CredentialKind> = Set(CredentialKind.allCases), passkeys: PasskeyQuestion = .any,
        scope: Scope = .site, sets: SharedCredentialSets = SharedCredentialSets()
    ) {
        self.frame = frame
        self.kinds = kinds
        self.passkeys = passkeys
        self.scope = scope
        givers = scope == .site ? sets.givers(on: frame.page.host) : []
    }

    /// The sites whose identities can match: the page's own first, then those that share with it.
    ///
    /// Each is a ``Host/site``, by which a store indexes its identities.
    package var sites: [String] {
        let own = page.host.site
        var others = Set(givers.flatMap(\.sites))
        if case .request(let request) = passkeys, let host = try? Host(request.relyingPartyIdentifier.text) {
            others.insert(host.site)
        }
        others.remove(own)
        return [own] + others.sorted()
    }

    /// Decides about one identity.
    package func verdict(on identity: CredentialIdentity) -> Verdict {
        verdict(
            on: identity, at: Result { () throws(ServicePlaceError) in try ServicePlace(identity.serviceIdentifier) })
    }

    func verdict(on identity: CredentialIdentity, at place: Result<ServicePlace, ServicePlaceError>) -> Verdict {
        guard kinds.contains(identity.kind) else { return .refused(.kindNotAskedFor) }
        if identity.kind == .passkey { return passkeyVerdict(on: identity, at: try? place.get()) }
        return switch place {
        case .failure(let error): .refused(Refusal(error))
        case .success(let place): verdict(on: place, isCode: identity.kind == .code)
        }
    }

    private func verdict(on place: ServicePlace, isCode: Bool) -> Verdict {
        let stored = place.hostAndPort
        let grade: Grade
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
        if let rule = place.rule, !place.ruleAllows(page, comparingPath: scope == .site) {
            return .refused(.outsideRule(rule, stored: place.address))
        }
        return .taken(
            Acceptance(
                grade: grade, from: grade == .exact ? nil : stored,
                warning: place.needsSecurePage ? warning : nil))
    }

    /// The warning that a user must accept before a credential of `https` is filled here; `nil` if none is needed.
    private var warning: Acceptance.Warning? {
        guard page.isSecure else { return .insecurePage }
        return frame.insecureAncestor.map { .insecureAncestor($0.hostAndPort) }
    }
}
