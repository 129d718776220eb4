package import AuthenticationServices
import LatchkeyVault

/// Which passkeys a relying party takes.
package struct PasskeyFilter: Sendable {
    private let relyingParty: String
    /// Empty where it takes every one of its own.
    private let allowed: Set<Data>

    package init(_ parameters: ASPasskeyCredentialRequestParameters) {
        relyingParty = parameters.relyingPartyIdentifier
        allowed = Set(parameters.allowedCredentials)
    }

    /// The passkeys that it takes and that are offered, the one that was used last first.
    func passkeys(of overviews: [Overview]) -> [(overview: Overview, passkey: PasskeyDescription)] {
        let found = overviews.flatMap { overview in
            overview.offeredPasskeys.filter(isTaken).map { (overview: overview, passkey: $0) }
        }
        // Of those that were used at one time, or never, the titles' order stays.
        return found.enumerated().sorted { left, right in
            let (newer, older) = (left.element.overview.lastUsed, right.element.overview.lastUsed)
            return (newer ?? .distantPast, right.offset) > (older ?? .distantPast, left.offset)
        }.map(\.element)
    }

    private func isTaken(_ passkey: PasskeyDescription) -> Bool {
        passkey.relyingPartyIdentifier.utf8.elementsEqual(relyingParty.utf8)
            && (allowed.isEmpty || allowed.contains(passkey.credentialID))
    }
}
