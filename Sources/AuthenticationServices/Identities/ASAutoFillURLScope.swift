public import Foundation

/// The parts of an address that count for AutoFill.
public struct ASAutoFillURLScope: Hashable, Sendable {
    public enum Scheme: String, Sendable {
        case http
        case https
    }

    public var scheme: Scheme
    public var host: String
    public var port: Int?
    public var path: String

    public init(scheme: Scheme = .https, host: String, port: Int? = nil, path: String = "") {
        self.scheme = scheme
        self.host = host
        self.port = port
        self.path = path
    }

    /// Takes an address of one of the schemes that has a host.
    public init?(url: URL) {
        guard let components = URLComponents(url: url, resolvingAgainstBaseURL: true),
            let scheme = components.scheme.flatMap({ Scheme(rawValue: $0.lowercased()) }),
            let host = components.host, !host.isEmpty
        else { return nil }
        self.init(scheme: scheme, host: host, port: components.port, path: components.path)
    }

    /// The address of these parts, if they make one.
    public var url: URL? {
        guard !host.isEmpty, port.map({ (0...65_535).contains($0) }) ?? true else { return nil }
        guard path.isEmpty || path.hasPrefix("/") else { return nil }
        var components = URLComponents()
        components.scheme = scheme.rawValue
        components.host = host
        components.port = port
        components.path = path
        return components.url
    }
}
