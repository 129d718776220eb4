package import LatchkeyCore

/// What was decided about one candidate, and by which rule.
package enum Verdict: Hashable, Sendable {
    case taken(Acceptance)
    case refused(Refusal)
}

/// How a candidate is suggested.
package struct Acceptance: Hashable, Sendable {
    package enum Warning: Hashable, Sendable {
        /// The page came over plain `http` and the credential was not stored for that.
        case insecurePage
        /// The page did not, and one around it did: that of this host.
        case insecureAncestor(String)
    }

    package let grade: Grade
    /// The host that it was stored for, to be shown; nil on the exact host.
    package let from: String?
    /// To be shown and agreed to before anything is filled.
    package let warning: Warning?

    /// What is for that very place.
    package static let exact = Acceptance(grade: .exact, from: nil, warning: nil)

    /// May be chosen before the person has: on the exact host, without a warning.
    package var mayBePreselected: Bool { grade == .exact && warning == nil }
}

/// Why a candidate is not suggested; each case is one rule.
package enum Refusal: Hashable, Sendable {
    case kindNotAskedFor
    case app
    case unreadable(PageURLError)
    /// Neither the same site nor one of a shared-credential set.
    case otherSite(stored: String)
    /// An address, a single label or a public suffix stands for itself alone.
    case otherHost(stored: String)
    case otherPort(stored: String)
    /// The person wants exact hosts only.
    case hostOnly(stored: String)
    case codeOfAffiliatedSite(stored: String)
    /// Over plain `http` nothing that was stored for `https` is changed; for updates only.
    case insecureUpdate(stored: String)
    case passkeyOnInsecurePage
    case passkeyWithoutCredentialID
    case passkeyOfInvalidRelyingParty(RelyingPartyIdentifierError)
    case passkeyOfOtherRelyingParty(stored: String)
    /// The page asks with an identifier that is not its own.
    case relyingPartyNotOfPage(asked: String)
    case passkeyNotInAllowList
}

extension Refusal {
    init(_ error: ServicePlaceError) {
        switch error {
        case .app: self = .app
        case .unreadable(let error): self = .unreadable(error)
        }
    }
}
