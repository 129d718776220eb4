import LatchkeyMatching
import LatchkeyProvider
import LatchkeyVault

/// A question that the user must confirm before a login is used.
struct FillQuestion: Sendable {
    /// Such as "the password of alice".
    var what: String
    var purpose = RequestOrigin.Purpose.fill
    /// The requesting page or program, as the frame around the sheet names it.
    var requesterName: String
    var reasons: [Reason]

    /// Why the user must confirm.
    enum Reason: Hashable, Sendable {
        /// The user set this login to ask every time.
        case asksEveryTime
        /// The login belongs to another site; `nil` if it names no site.
        case foreign(home: String?)
        /// git stored the password, and no page has sent it.
        case onlyForGit
        /// The page uses http.
        case insecure
    }

    var sentence: String { "\(purpose.verb.capitalizedFirst) \(what) for \(requesterName)?" }

    /// Whether Enter must not confirm.
    var needsExplicitChoice: Bool { reasons.contains { $0 != .asksEveryTime } }
}

extension RequestOrigin.Purpose {
    /// For the middle of a sentence.
    var verb: String {
        switch self {
        case .fill: "fill in"
        case .copy: "copy"
        case .reveal: "show"
        }
    }

    /// For a button; with a question mark, for a title.
    var title: String {
        switch self {
        case .fill: "Fill In"
        case .copy: "Copy"
        case .reveal: "Show"
        }
    }
}

extension String {
    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

extension Site {
    /// Host and port; the whole address of a server that is not on the web, which can have the host of one that is.
    var place: String {
        // An Android app's address contains the hash of a key, which users do not know.
        if origin == nil, scheme != "android" { return text }
        return hostAndPort
    }

    /// The path of a `start+` or `exact+` address without query and fragment; empty for other addresses.
    ///
    /// An ellipsis means that longer paths match as well, or that the path was cut.
    fileprivate var shownPath: String {
        guard let rule, rule.namesPages else { return "" }
        let path = pathAndMore.prefix { $0 != "?" && $0 != "#" }
        // With a query or fragment, `start` matches only its exact path.
        let isExact = rule == .exact || path.count < pathAndMore.count
        if path.isEmpty || path == "/" { return isExact ? "/" : "" }
        return path.prefix(Self.shownPathLimit) + (isExact && path.count <= Self.shownPathLimit ? "" : "…")
    }

    /// In characters.
    private static let shownPathLimit = 40
}

extension Overview {
    /// The login's site for display, such as "example.com and 2 more"; `nil` if it has none.
    ///
    /// - Parameters:
    ///   - site: The site to name; `nil` means the first.
    ///   - showsPages: Whether to add the path to which a rule limits the site.
    func home(naming site: Site? = nil, showsPages: Bool = false) -> String? {
        guard let site = site ?? sites.first else { return nil }
        let name = Host.displayText(of: site.place) + (showsPages ? site.shownPath : "")
        return sites.count == 1 ? name : "\(name) and \(sites.count - 1) more"
    }
}
