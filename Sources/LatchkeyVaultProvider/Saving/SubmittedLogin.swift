package import AuthenticationServices
import LatchkeyMatching
package import LatchkeyCore
package import LatchkeyVault

/// A login that a page sent, on its way into the vault.
package struct SubmittedLogin: Sendable {
    package let title: String
    package let user: String
    package let password: Secret
    /// Where it belongs: scheme, host and port of the page.
    package let site: Site
    /// The form's session; empty for none.
    package let session: String
    /// The site takes a one-time code behind the password, so that what it was sent may be both.
    package var mayEndInCode = false
    private let page: PageURL

    /// Reads a request to save; nothing where it names no place on the web.
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

    /// Takes up what waited in the inbox; nothing where it names no place on the web, which only others write.
    package init?(_ proposal: InboxProposal) {
        guard let stored = proposal.sites.first, let origin = stored.origin, let site = Site(origin),
            let page = try? PageURL(site.scheme == nil ? "https://" + origin : origin)
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

    package func proposal(_ reason: InboxProposal.Reason, at time: Date) -> InboxProposal {
        InboxProposal(
            reason: reason, title: title, user: user, password: password, sites: [site], proposed: time,
            session: session)
    }

    /// Whether it is a stored password with a one-time code behind it, which is nothing to save.
    func isWithCode(_ stored: Secret?) -> Bool {
        guard mayEndInCode, let stored, !stored.isEmpty else { return false }
        let (sent, known) = (password.reveal().utf8, stored.reveal().utf8)
        let code = sent.dropFirst(known.count)
        return sent.starts(with: known) && (6...8).contains(code.count)
            && code.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }

    /// Whether both come from one form: its session, on the same page's origin.
    package func isOfSameForm(as other: SubmittedLogin) -> Bool {
        !session.isEmpty && session == other.session && site.origin == other.site.origin
    }

    /// Finds the logins that ``VaultTransaction/login(like:)`` compares: the user's, and those without a user name.
    ///
    /// `nil` for a login without a user name, which may be any account's.
    var keys: [AccountKey]? {
        user.isEmpty ? nil : [.user(user, host: page.host.text), .user("", host: page.host.text)]
    }

    /// Whether a stored login is one of this very host.
    ///
    /// Never another subdomain's, nor one of `https` for a page of `http`.
    package func isOfSameService(as overview: Overview) -> Bool {
        overview.sites.contains { stored in
            guard stored.origin != nil else { return false }
            let service = StoredService(kind: stored.scheme == nil ? .domain : .url, text: stored.text)
            return page.refusalOfUpdate(to: service) == nil
        }
    }
}
