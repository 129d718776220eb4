import LatchkeyMatching
import LatchkeyWire

extension PageFrame {
    /// Parses the address of the frame and its ancestors' origins, as the browser sends them.
    ///
    /// - Throws: ``RemoteError/Reason/invalidURL`` and ``RemoteError/Reason/invalidParameters``.
    init(_ url: String, ancestors: [String]?) throws(RemoteError) {
        let page = try SuggestionFinder.page(url)
        guard let ancestors else {
            self.init(page: page)
            return
        }
        guard ancestors.count <= FrameOfPage.maximumAncestorCount else {
            throw RemoteError(
                .invalidParameters, "a frame can have at most \(FrameOfPage.maximumAncestorCount) ancestors")
        }
        var origins: [PageOrigin] = []
        for ancestor in ancestors {
            do {
                origins.append(try PageOrigin(ancestor))
            } catch {
                throw RemoteError(.invalidParameters, "ancestorOrigins contains an invalid origin")
            }
        }
        self.init(page: page, ancestors: origins)
    }

    /// Parses the frame of a request that can have no page; `nil` without one.
    ///
    /// - Throws: As ``init(_:ancestors:)``, and ``RemoteError/Reason/invalidParameters`` for ancestors without a page.
    static func ifAny(_ url: String?, ancestors: [String]?) throws(RemoteError) -> PageFrame? {
        if let url { return try PageFrame(url, ancestors: ancestors) }
        guard ancestors == nil else {
            throw RemoteError(.invalidParameters, "ancestorOrigins requires a page's address")
        }
        return nil
    }

    /// Parses the page of a request to save or to generate; `nil` if the service is not a page.
    ///
    /// - Throws: As ``ifAny(_:ancestors:)``.
    static func ifAny(
        _ service: ServiceIdentifier, ancestors: [String]?
    ) throws(RemoteError) -> PageFrame? {
        guard ancestors == nil else { return try PageFrame(service.identifier, ancestors: ancestors) }
        return (try? SuggestionFinder.page(service.identifier)).map { PageFrame(page: $0) }
    }

    /// Rejects a cross-site frame, unless the user has confirmed it.
    ///
    /// - Throws: ``RemoteError/Reason/otherSiteFrame``.
    func check(accepts: Bool?) throws(RemoteError) {
        guard let otherSite, accepts != true else { return }
        throw RemoteError(
            .otherSiteFrame, "\(Host.displayText(of: page.hostAndPort)) is inside \(otherSite.displayText) here",
            hint: "go on if you expect \(page.host.displayText) there, or open it in a tab of its own",
            details: ["frame": page.origin, "topLevel": topLevel.text, "other": otherSite.text])
    }

    /// The description for the client; `nil` for a client that does not know frames.
    var description: FrameOfPage? {
        guard ancestors != nil else { return nil }
        return FrameOfPage(
            origin: page.origin, topLevelOrigin: topLevel.text, isOfOtherSite: isOfOtherSite,
            otherOrigin: otherSite?.text)
    }
}

extension PageOrigin {
    /// The origin to show.
    var displayText: String {
        switch self {
        case .opaque: "a page without an address"
        case .web(let page): Host.displayText(of: page.hostAndPort)
        case .other(let text): text
        }
    }

    /// The origin in the log.
    var logText: String {
        switch self {
        case .web(let page): page.hostAndPort
        case .opaque, .other: text
        }
    }
}
