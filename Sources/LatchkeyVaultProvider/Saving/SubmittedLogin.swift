package import AuthenticationServices
import LatchkeyMatching
package import LatchkeyCore
package import LatchkeyVault

/// A login that a page submitted, to be saved.
package struct SubmittedLogin: Sendable {
    package let title: String
    package let user: String
    package let password: Secret
    /// Scheme, host and port of the page.
    package let site: Site
    /// The identifier of the form's session; empty for none.
    package let session: String
    /// Whether the site accepts a one-time code after the password, in the same field.
    package var mayEndInCode = false
    private let page: PageURL

    /// Reads a save request; `nil` if its service is not a website.
    package init?(_ request: ASSavePasswordRequest) {
        let service = request.serviceIdentifier
        guard service.type != .app else { return nil }
        let address = service.type == .URL ? service.identifier : "https://" + service.identifier
        guard let page = try? PageURL(address), let origin = Site(address)?.origin, let site = Site(origin) else {
            return nil
        }
        self.page = page
        self.site = site
        title = request.title ?? service.displayName ?? site.host
        user = request.credential.user
        password = Secret(request.credential.password)
        session = request.sessionID
    }

    /// Reads a proposal from the inbox; `nil` if it has no website.
    ///
    /// Other programs may write such proposals.
    package init?(_ proposal: InboxProposal) {
        guard let stored = proposal.sites.first, let origin = stored.origin, let site = Site(origin),
            let page = (try? PageURL(stored.url)) ?? (try? PageURL(site.url))
        else { return nil }
        self.page = page
        self.site = site
        title = proposal.title.isEmpty ? site.host : proposal.title
        user = proposal.user
        password = proposal.password
        session = proposal.session
    }

    package var login: Login {
        Login(title: title, user: user, password: password, sites: [site])
    }

    /// The proposal for the inbox.
    ///
    /// It has the page's path, which the rule of a stored address may require.
    package func proposal(_ reason: InboxProposal.Reason, at time: Date) -> InboxProposal {
        InboxProposal(
            reason: reason, title: title, user: user, password: password, sites: [place], proposed: time,
            session: session)
    }

    /// The page without its query, which may contain secrets; ``site`` if it is too long or was a bare host.
    private var place: Site {
        if site.scheme == nil || page.path == "/" || page.path.utf8.count > Self.pathByteLimit { return site }
        return Site(page.origin + page.path) ?? site
    }

    /// A longer path would take too much of a proposal's size.
    private static let pathByteLimit = 1024

    /// Whether the submitted password is the stored one followed by a one-time code, which must not be saved.
    func isWithCode(_ stored: Secret?) -> Bool {
        guard mayEndInCode, let stored, !stored.isEmpty else { return false }
        let (sent, known) = (password.reveal().utf8, stored.reveal().utf8)
        let code = sent.dropFirst(known.count)
        return sent.starts(with: known) && (6...8).contains(code.count)
            && code.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }

    /// Whether both come from the same form: same session, same origin.
    package func isOfSameForm(as other: SubmittedLogin) -> Bool {
        !session.isEmpty && session == other.session && site.origin == other.site.origin
    }

    /// The index keys of the logins that ``VaultTransaction/existingLogin(for:)`` compares.
    ///
    /// `nil` for a login without a user name, because it may belong to any account.
    var keys: [AccountKey]? { user.isEmpty ? nil : keys(of: [user, ""]) }

    /// The index keys of users on the page's host.
    func keys(of users: [String]) -> [AccountKey] { users.map { .user($0, host: page.host.text) } }

    /// Whether a stored login is of the same host.
    ///
    /// Other subdomains, `https` logins for an `http` page, and addresses whose rule does not allow the page do not
    /// match.
    package func isOfSameService(as overview: Overview) -> Bool {
        overview.sites.contains { stored in
            guard let service = stored.matchingServiceIdentifier() else { return false }
            return page.refusalOfUpdate(to: service) == nil
        }
    }

    /// Whether only the rule of a stored login's address does not allow the page.
    func isOutsideRule(of overview: Overview) -> Bool {
        overview.sites.contains { stored in
            guard let service = stored.matchingServiceIdentifier(),
                case .outsideRule = page.refusalOfUpdate(to: service)
            else { return false }
            return true
        }
    }
}
