import LatchkeyMatching
import LatchkeyProvider
import LatchkeyVault

/// What a person is asked before a login is used.
struct FillQuestion: Sendable {
    /// Such as "the password of alice".
    var what: String
    var purpose = RequestOrigin.Purpose.fill
    /// The page or program that asks, as the frame around the sheet calls it.
    var asker: String
    var doubts: [Doubt]

    /// Why it is asked.
    enum Doubt: Hashable, Sendable {
        /// The login is marked so.
        case asksEveryTime
        /// It is for another place; nothing where it names none.
        case foreign(home: String?)
        /// What goes there can be read or changed on the way.
        case insecure
    }

    var sentence: String { "\(purpose.verb.capitalizedFirst) \(what) for \(asker)?" }

    /// Whether Enter must not be enough.
    var isGrave: Bool { doubts.contains { $0 != .asksEveryTime } }
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

    /// For a button, and with a question mark a title.
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

extension Overview {
    /// Where the login is for, for people: one site, and how many others there are.
    ///
    /// - Parameter site: The one to name; the first where nothing is said.
    func home(naming site: Site? = nil) -> String? {
        guard let site = site ?? sites.first else { return nil }
        let name = Host.displayText(of: site.port.map { "\(site.host):\($0)" } ?? site.host)
        return sites.count == 1 ? name : "\(name) and \(sites.count - 1) more"
    }
}
