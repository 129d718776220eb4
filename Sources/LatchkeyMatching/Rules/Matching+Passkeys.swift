import LatchkeyCore

/// Which passkeys a page can take.
package enum PasskeyQuestion: Hashable, Sendable {
    /// None.
    case none
    /// Every passkey that the page could request; it has no open request.
    case any
    case request(PasskeyRequest)
}

/// An open request for an assertion (WebAuthn L3 §5.1.4).
package struct PasskeyRequest: Hashable, Sendable {
    package let relyingPartyIdentifier: RelyingPartyIdentifier
    /// The credentials that the site allows; empty if it allows all.
    package let allowedCredentialIDs: Set<[UInt8]>
    /// Whether the page is on the relying party's list of related origins (WebAuthn L3 §5.11).
    package let isRelatedOriginVerified: Bool

    package init(
        relyingPartyIdentifier: RelyingPartyIdentifier, allowedCredentialIDs: Set<[UInt8]> = [],
        isRelatedOriginVerified: Bool = false
    ) {
        self.relyingPartyIdentifier = relyingPartyIdentifier
        self.allowedCredentialIDs = allowedCredentialIDs
        self.isRelatedOriginVerified = isRelatedOriginVerified
    }
}

extension Matching {
    /// Decides by relying-party identifier and allow list only: shared-credential sets do not apply to passkeys.
    func passkeyVerdict(on identity: CredentialIdentity, at place: ServicePlace?) -> Verdict {
        // WebAuthn exists in secure contexts only.
        guard frame.isSecure else { return .refused(.passkeyOnInsecurePage) }
        guard let credentialID = identity.credentialID, !credentialID.isEmpty else {
            return .refused(.passkeyWithoutCredentialID)
        }
        let stored: RelyingPartyIdentifier
        do {
            stored = try RelyingPartyIdentifier(identity.serviceIdentifier.identifier, at: place)
        } catch {
            return .refused(.passkeyOfInvalidRelyingParty(error))
        }
        switch passkeys {
        case .none:
            return .refused(.kindNotAskedFor)
        case .any:
            guard stored.covers(page.host) else { return .refused(.passkeyOfOtherRelyingParty(stored: stored.text)) }
            guard !identity.isHidden else { return .refused(.passkeyHidden) }
            let isExact = stored.text == page.host.text
            return .taken(
                Acceptance(grade: isExact ? .exact : .site, from: isExact ? nil : stored.text, warning: nil))
        case .request(let request):
            return verdict(on: stored, credentialID: credentialID, isHidden: identity.isHidden, for: request)
        }
    }

    private func verdict(
        on stored: RelyingPartyIdentifier, credentialID: [UInt8], isHidden: Bool, for request: PasskeyRequest
    ) -> Verdict {
        let asked = request.relyingPartyIdentifier
        let isOwn = asked.covers(page.host)
        guard isOwn || request.isRelatedOriginVerified else {
            return .refused(.relyingPartyNotOfPage(asked: asked.text))
        }
        guard stored == asked else { return .refused(.passkeyOfOtherRelyingParty(stored: stored.text)) }
        guard request.allowedCredentialIDs.isEmpty || request.allowedCredentialIDs.contains(credentialID) else {
            return .refused(.passkeyNotInAllowList)
        }
        // A site that names a credential still has it on record.
        guard !isHidden || !request.allowedCredentialIDs.isEmpty else { return .refused(.passkeyHidden) }
        // The page named the relying party: on `login.example.com` a passkey for `example.com` is what it requested.
        return .taken(
            isOwn
                ? Acceptance(grade: .exact, from: nil, warning: nil)
                : Acceptance(grade: .affiliated, from: stored.text, warning: nil))
    }
}
