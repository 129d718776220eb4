/// The document with the field, and the documents that embed it.
///
/// A page controls what users see of the frames inside it. So a frame is judged by all its ancestors: with `a.com` inside
/// `b.com` inside `a.com`, the document in the middle controls the inner one, although both ends are of one site.
package struct PageFrame: Hashable, Sendable {
    package let page: PageURL
    /// The ancestors' origins, the nearest first and the address bar's last; `nil` if they are unknown.
    package let ancestors: [PageOrigin]?

    package init(page: PageURL, ancestors: [PageOrigin]? = nil) {
        self.page = page
        self.ancestors = ancestors
    }

    /// The origin in the address bar.
    package var topLevel: PageOrigin { ancestors?.last ?? .web(page) }

    /// The nearest ancestor of another registrable domain, or not of the web; `nil` if there is none.
    package var otherSite: PageOrigin? {
        ancestors?.first { ancestor in
            guard case .web(let around) = ancestor else { return true }
            return !around.isOfSameSite(as: page)
        }
    }

    /// Whether another site controls what is shown, so that the user must confirm a fill.
    package var isOfOtherSite: Bool { otherSite != nil }

    /// The nearest ancestor that came over plain `http`, which an attacker on the network can have changed.
    package var insecureAncestor: PageURL? {
        for case .web(let around) in ancestors ?? [] where !around.isSecure { return around }
        return nil
    }

    /// Whether neither the frame nor an ancestor can have been changed on the network (Secure Contexts §3.1).
    package var isSecure: Bool { page.isSecure && insecureAncestor == nil }

    /// Whether the page's host or an ancestor's has a trailing dot.
    ///
    /// Browsers treat it as another origin than the one without the dot, which ``PageURL/origin`` returns.
    package var hasDottedOrigin: Bool {
        page.host.endsInDot
            || (ancestors ?? []).contains { ancestor in
                guard case .web(let around) = ancestor else { return false }
                return around.host.endsInDot
            }
    }

    /// The origin to show in addition to the frame's own host; `nil` if there is none.
    ///
    /// It is that of the address bar, or the nearest one of another site if the address bar has the frame's host.
    package var embedder: PageOrigin? {
        if case .web(let top) = topLevel, top.hostAndPort == page.hostAndPort { return otherSite }
        return topLevel
    }
}

extension Acceptance {
    /// Whether a client may preselect it: on the exact host and port, without a warning, and not in a cross-site frame.
    ///
    /// The rule is the same for codes and passwords.
    package func mayBePreselected(in frame: PageFrame) -> Bool { mayBePreselected && !frame.isOfOtherSite }
}
