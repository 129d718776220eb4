import LatchkeyMatching
import LatchkeyWire

extension PageFrame {
    /// Reads what a browser vouches for: the address of the frame with the field, and the origins around it.
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

    /// The frame of a call that may come without a page.
    ///
    /// - Throws: As ``init(_:ancestors:)``, and where there are ancestors of no page.
    static func ifAny(_ url: String?, ancestors: [String]?) throws(RemoteError) -> PageFrame? {
        if let url { return try PageFrame(url, ancestors: ancestors) }
        guard ancestors == nil else {
            throw RemoteError(.invalidParameters, "ancestorOrigins requires a page's address")
        }
        return nil
    }

    /// The page that a request to save or to generate is for, which may be no page.
    ///
    /// - Throws: As ``ifAny(_:ancestors:)``.
    static func ifAny(
        _ service: ServiceIdentifier, ancestors: [String]?
    ) throws(RemoteError) -> PageFrame? {
        guard ancestors == nil else { return try PageFrame(service.identifier, ancestors: ancestors) }
        return (try? SuggestionFinder.page(service.identifier)).map { PageFrame(page: $0) }
    }

    /// Refuses a frame of another site than what is around it, unless the person has agreed to it.
    ///
    /// - Throws: ``RemoteError/Reason/otherSiteFrame``.
    func check(accepts: Bool?) throws(RemoteError) {
        guard let otherSite, accepts != true else { return }
        throw RemoteError(
            .otherSiteFrame, "\(Host.displayText(of: page.hostAndPort)) is inside \(otherSite.displayText) here",
            hint: "go on if you expect \(page.host.displayText) there, or open it in a tab of its own",
            details: ["frame": page.origin, "topLevel": topLevel.text, "other": otherSite.text])
    }

    /// What a client is told; nothing where it knows no frames.
    var description: FrameOfPage? {
        guard ancestors != nil else { return nil }
        return FrameOfPage(
            origin: page.origin, topLevelOrigin: topLevel.text, isOfOtherSite: isOfOtherSite,
            otherOrigin: otherSite?.text)
    }
}

extension PageOrigin {
    /// For people.
    var displayText: String {
        switch self {
        case .opaque: "a page without an address"
        case .web(let page): Host.displayText(of: page.hostAndPort)
        case .other(let text): text
        }
    }

    /// For the log.
    var logText: String {
        switch self {
        case .web(let page): page.hostAndPort
        case .opaque, .other: text
        }
    }
}
