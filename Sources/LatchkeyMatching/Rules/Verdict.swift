package import LatchkeyCore

/// The decision about one identity, and its rule.
package enum Verdict: Hashable, Sendable {
    case taken(Acceptance)
    case refused(Refusal)
}

/// How an identity is suggested.
package struct Acceptance: Hashable, Sendable {
    package enum Warning: Hashable, Sendable {
        /// The page came over plain `http`, and the credential was not stored for `http`.
        case insecurePage
        /// An ancestor of the page came over plain `http`: the one with this host.
        case insecureAncestor(String)
    }

    package let grade: Grade
    /// The host of the service, to be shown; `nil` on the exact host.
    package let from: String?
    /// The warning that the user must accept before a fill.
    package let warning: Warning?

    /// An exact match without a warning.
    package static let exact = Acceptance(grade: .exact, from: nil, warning: nil)

    /// Whether a client may preselect it in a frame of its own site: on the exact host, without a warning.
    package var mayBePreselected: Bool { grade == .exact && warning == nil }
}

/// Why an identity is not suggested; each case is one rule.
package enum Refusal: Hashable, Sendable {
    case kindNotAskedFor
    case app
    case unreadable(PageURLError)
    /// Neither the same site nor a member of a shared-credential set.
    case otherSite(stored: String)
    /// An IP address, a single label or a public suffix matches only itself.
    case otherHost(stored: String)
    case otherPort(stored: String)
    /// Only exact hosts match in ``Matching/Scope/hostOnly``.
    case hostOnly(stored: String)
    case codeOfAffiliatedSite(stored: String)
    /// The rule of the stored address does not allow the page.
    case outsideRule(AddressRule, stored: String)
    /// The login's provider excludes it from the page's host.
    case excluded
    /// For updates: a page over plain `http` must not change a login of `https`.
    case insecureUpdate(stored: String)
    case passkeyOnInsecurePage
    case passkeyWithoutCredentialID
    case passkeyOfInvalidRelyingParty(RelyingPartyIdentifierError)
    case passkeyOfOtherRelyingParty(stored: String)
    /// The page requests a relying party that does not cover its host.
    case relyingPartyNotOfPage(asked: String)
    case passkeyNotInAllowList
    /// Its provider hides it, and the page does not name it.
    case passkeyHidden
}

extension Refusal {
    init(_ error: ServicePlaceError) {
        switch error {
        case .app: self = .app
        case .unreadable(let error): self = .unreadable(error)
        }
    }
}
