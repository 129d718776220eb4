/// The document with the field, and the documents around it.
///
/// Whatever a frame of another site shows is what the page around it wanted to be seen, where and how it wanted it. So a
/// frame is judged by the whole chain: with `a.com` inside `b.com` inside `a.com`, the one in the middle can do that, and
/// the two ends being one site does not help.
package struct PageFrame: Hashable, Sendable {
    package let page: PageURL
    /// The origins around it, nearest first, the last being that of the address bar; nil where they are not known.
    package let ancestors: [PageOrigin]?

    package init(page: PageURL, ancestors: [PageOrigin]? = nil) {
        self.page = page
        self.ancestors = ancestors
    }

    /// The origin in the address bar.
    package var topLevel: PageOrigin { ancestors?.last ?? .web(page) }

    /// The nearest document around it that is of another site: of another registrable domain, or not of the web.
    package var otherSite: PageOrigin? {
        ancestors?.first { ancestor in
            guard case .web(let around) = ancestor else { return true }
            return !around.isOfSameSite(as: page)
        }
    }

    /// Somebody else than the frame's own site has a say in what is seen: nothing is filled before the person agrees.
    package var isOfOtherSite: Bool { otherSite != nil }

    /// The nearest document around it that came over plain `http`: whoever is between can have put anything around it.
    package var insecureAncestor: PageURL? {
        for case .web(let around) in ancestors ?? [] where !around.isSecure { return around }
        return nil
    }

    /// Nobody between can have changed the frame or what is around it (Secure Contexts §3.1).
    package var isSecure: Bool { page.isSecure && insecureAncestor == nil }

    /// Who is to be named beside the frame's own host: whose page it is in, and where that is its own, who is between.
    package var embedder: PageOrigin? {
        if case .web(let top) = topLevel, top.hostAndPort == page.hostAndPort { return otherSite }
        return topLevel
    }
}

extension Acceptance {
    /// May be chosen before the person has, there: on the exact host and port, without a warning, and never in a frame of
    /// another site.
    ///
    /// For a code as for a password. What is of another host of the site, or of an affiliated one, is offered and no more.
    package func mayBePreselected(in frame: PageFrame) -> Bool { mayBePreselected && !frame.isOfOtherSite }
}
