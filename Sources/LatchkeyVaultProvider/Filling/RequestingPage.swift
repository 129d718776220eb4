import AuthenticationServices
import LatchkeyCore
import LatchkeyMatching
import LatchkeyProvider
import LatchkeyVault

/// The page that requested a list, and whether a login belongs to it.
///
/// A login belongs to the page if the agent would suggest it there. The user must confirm any other login, because the
/// page may be a phishing page.
struct RequestingPage: Sendable {
    /// How a login relates to the page.
    enum Relation: Hashable, Sendable {
        case own
        /// The login belongs to the page, but the connection is not secure.
        case insecure
        case foreign
    }

    /// `nil` if the identifier is not a web page; every login is then foreign.
    private let frame: PageFrame?
    private let sets: SharedCredentialSets

    /// Takes the system's identifiers, most specific first; `nil` if there are none, because no page is then filled.
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

    /// The relation of a login; the closest one if its sites differ.
    ///
    /// A login that is excluded from the page's host is foreign, except on the pages that a rule of its address names.
    ///
    /// - Parameter ignoringPaths: Whether the page's path is not known.
    func relation(to login: Overview, for part: LoginPart, ignoringPaths: Bool = false) -> Relation {
        guard let frame else { return .foreign }
        let isExcluded = login.isExcluded(from: frame.page)
        let kind: CredentialKind = part == .code ? .code : .password
        let matching = Matching(frame: frame, kinds: [kind], sets: sets)
        var relation = Relation.foreign
        for site in login.sites {
            guard !isExcluded || site.namesPages,
                let service = site.matchingServiceIdentifier(ignoringPath: ignoringPaths)
            else { continue }
            let identity = CredentialIdentity(kind: kind, serviceIdentifier: service, user: "")
            guard case .taken(let acceptance) = matching.verdict(on: identity) else { continue }
            if acceptance.warning == nil { return .own }
            relation = .insecure
        }
        return relation
    }
}

extension RequestOrigin {
    /// The frame's host, with its port unless it is the scheme's default, as shown in the agent's frame of a sheet.
    var host: String? {
        frameOrigin.flatMap { try? PageURL($0) }.map { Host.displayText(of: $0.hostAndPort) }
    }
}
