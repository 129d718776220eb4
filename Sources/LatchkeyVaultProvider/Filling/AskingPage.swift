import AuthenticationServices
import LatchkeyMatching
import LatchkeyProvider
import LatchkeyVault

/// The page that a list was opened for, and which logins are its own.
///
/// By the agent's rules of suggestions: what it would suggest there is the page's own, and everything else is asked about
/// before it is filled, for the person may have been led there.
struct AskingPage: Sendable {
    /// How a login stands to the page.
    enum Standing: Hashable, Sendable {
        case own
        /// Its own, but what goes there can be read or changed on the way.
        case insecure
        case foreign
    }

    /// Nothing where what was asked for is no page, which owns nothing.
    private let frame: PageFrame?
    private let sets: SharedCredentialSets

    /// Reads the identifiers as the system hands them over, the most specific first.
    ///
    /// - Returns: nothing without any, where nobody is filled on a page's behalf.
    init?(_ identifiers: [ASCredentialServiceIdentifier], from origin: RequestOrigin?) {
        guard let first = identifiers.first else { return nil }
        let address = first.type == .URL ? first.identifier : "https://\(first.identifier)"
        let page = first.type == .app ? nil : try? PageURL(address)
        frame = page.map { page in
            PageFrame(page: page, ancestors: origin?.ancestorOrigins?.compactMap { try? PageOrigin($0) })
        }
        guard let page, let origin else {
            sets = SharedCredentialSets()
            return
        }
        let givers = origin.affiliatedDomains.compactMap { try? Host($0) }
        sets = SharedCredentialSets([
            SharedCredentialSet(direction: .oneWay(fromIsObsolete: false), from: givers, to: [page.host])
        ])
    }

    /// Judges by the best of a login's sites.
    func standing(of sites: [Site], for part: LoginPart) -> Standing {
        guard let frame else { return .foreign }
        let kind: CandidateKind = part == .code ? .code : .password
        let matching = Matching(frame: frame, kinds: [kind], sets: sets)
        var standing = Standing.foreign
        for site in sites {
            guard let origin = site.origin else { continue }
            let service = StoredService(kind: site.scheme == nil ? .domain : .url, text: origin)
            let candidate = Candidate(id: 0, kind: kind, service: service, user: "")
            guard case .taken(let acceptance) = matching.verdict(on: candidate) else { continue }
            if acceptance.warning == nil { return .own }
            standing = .insecure
        }
        return standing
    }
}

extension RequestOrigin {
    /// The frame's host, with its port where that is not the scheme's own: what the frame around a sheet shows.
    var host: String? {
        frameOrigin.flatMap { try? PageURL($0) }.map { Host.displayText(of: $0.hostAndPort) }
    }
}
