package import FoundationEssentials

package enum CandidateKind: Int, Hashable, Sendable, CaseIterable {
    case passkey
    case password
    case code
}

/// The facts about one stored identity that decide whether, and where, it is suggested.
package struct Candidate<ID: Comparable & Sendable>: Sendable {
    /// Names the identity to whoever asked; it breaks the last tie.
    package var id: ID
    package var kind: CandidateKind
    /// For a passkey its relying-party identifier, as a domain.
    package var service: StoredService
    /// The user name; for a code its label.
    package var user: String
    /// The provider's own weight: the larger goes first, among equal service identifiers only.
    package var rank: Int
    /// The provider's place in the person's order, the first being 0.
    package var providerOrder: Int
    /// Passkeys only.
    package var credentialID: Data?

    package init(
        id: ID, kind: CandidateKind, service: StoredService, user: String, rank: Int = 0, providerOrder: Int = 0,
        credentialID: Data? = nil
    ) {
        self.id = id
        self.kind = kind
        self.service = service
        self.user = user
        self.rank = rank
        self.providerOrder = providerOrder
        self.credentialID = credentialID
    }
}
