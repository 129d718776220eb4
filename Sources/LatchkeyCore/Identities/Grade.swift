/// How close a credential's service is to the page that asks; the closest is the smallest.
public enum Grade: String, Codable, CaseIterable, Comparable, Sendable {
    /// The same host, and the same port if the service has one.
    case exact
    /// The same registrable domain.
    case site
    /// Another site of a shared-credential set.
    case affiliated

    public static func < (left: Self, right: Self) -> Bool { left.order < right.order }

    package var order: Int {
        switch self {
        case .exact: 0
        case .site: 1
        case .affiliated: 2
        }
    }
}
