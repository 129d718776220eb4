import Foundation
import LatchkeyMatching

extension Candidate<String> {
    /// A password for `example.com`, in which a test changes what it is about.
    static func password(
        _ id: String = "it", for service: String = "example.com", kind: StoredService.Kind = .domain,
        user: String = "alice", rank: Int = 0, providerOrder: Int = 0
    ) -> Candidate {
        Candidate(
            id: id, kind: .password, service: StoredService(kind: kind, text: service), user: user, rank: rank,
            providerOrder: providerOrder)
    }

    static func code(_ id: String = "it", for service: String = "example.com") -> Candidate {
        Candidate(id: id, kind: .code, service: StoredService(kind: .domain, text: service), user: "alice")
    }

    static func passkey(
        _ id: String = "it", for relyingParty: String = "example.com", user: String = "alice",
        providerOrder: Int = 0, credentialID: Data? = Data([1, 2, 3])
    ) -> Candidate {
        Candidate(
            id: id, kind: .passkey, service: StoredService(kind: .domain, text: relyingParty), user: user,
            providerOrder: providerOrder, credentialID: credentialID)
    }
}

extension Verdict {
    /// The verdict in a word or two, for tables: `exact`, `site from a.com`, `exact, insecure`, `-`.
    var brief: String {
        guard case .taken(let acceptance) = self else { return "-" }
        return "\(acceptance.grade)" + (acceptance.from.map { " from " + $0 } ?? "")
            + (acceptance.warning == nil ? "" : ", insecure")
    }
}

extension SharedCredentialSets {
    /// `a.com` and `b.com` share; what is of `old.com` is offered on `new.com`.
    static func sample() throws -> SharedCredentialSets {
        let mutual = try [Host("a.com"), Host("b.com")]
        return SharedCredentialSets([
            SharedCredentialSet(direction: .mutual, from: mutual, to: mutual),
            SharedCredentialSet(
                direction: .oneWay(fromIsObsolete: true), from: [try Host("old.com")], to: [try Host("new.com")]),
        ])
    }
}
