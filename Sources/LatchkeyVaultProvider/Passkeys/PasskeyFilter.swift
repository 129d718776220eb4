package import AuthenticationServices
import LatchkeyVault

/// Selects the passkeys that a relying party accepts.
package struct PasskeyFilter: Sendable {
    private let relyingParty: String
    /// The accepted credential IDs; empty means all of the relying party's.
    private let allowed: Set<Data>

    package init(_ parameters: ASPasskeyCredentialRequestParameters) {
        relyingParty = parameters.relyingPartyIdentifier
        allowed = Set(parameters.allowedCredentials)
    }

    /// The accepted passkeys, most recently used first; a hidden one only if the relying party names it.
    func passkeys(of overviews: [Overview]) -> [(overview: Overview, passkey: PasskeyDescription)] {
        let found = overviews.flatMap { overview in
            (allowed.isEmpty ? overview.offeredPasskeys : overview.passkeys).filter(isAccepted)
                .map { (overview: overview, passkey: $0) }
        }
        // Sorts stably, so that passkeys without different times keep the order of titles.
        return found.enumerated().sorted { left, right in
            let (newer, older) = (left.element.overview.lastUsed, right.element.overview.lastUsed)
            return (newer ?? .distantPast, right.offset) > (older ?? .distantPast, left.offset)
        }.map(\.element)
    }

    private func isAccepted(_ passkey: PasskeyDescription) -> Bool {
        passkey.relyingPartyIdentifier.utf8.elementsEqual(relyingParty.utf8)
            && (allowed.isEmpty || allowed.contains(passkey.credentialID))
    }
}
