public import Foundation

/// The parts of a URL that matter for AutoFill.
public struct ASAutoFillURLScope: Hashable, Sendable {
    /// The schemes that AutoFill supports.
    public enum Scheme: String, Sendable {
        /// HTTP without encryption.
        case http
        /// HTTP over TLS.
        case https
    }

    /// The URL's scheme; `https` by default.
    public var scheme: Scheme
    /// The host name or IP address, without the port.
    public var host: String
    /// The port, 0–65535; `nil` for the scheme's default port.
    public var port: Int?
    /// The path, either empty or with a leading slash; the query and the fragment are not part of a scope.
    public var path: String

    /// Makes a scope from its parts; they are not validated until ``url`` is read.
    public init(scheme: Scheme = .https, host: String, port: Int? = nil, path: String = "") {
        self.scheme = scheme
        self.host = host
        self.port = port
        self.path = path
    }

    /// Takes the parts from a URL.
    ///
    /// - Returns: `nil` if the scheme is neither `http` nor `https`, or if the URL has no host.
    public init?(url: URL) {
        guard let components = URLComponents(url: url, resolvingAgainstBaseURL: true),
            let scheme = components.scheme.flatMap({ Scheme(rawValue: $0.lowercased()) }),
            let host = components.host, !host.isEmpty
        else { return nil }
        self.init(scheme: scheme, host: host, port: components.port, path: components.path)
    }

    /// The URL that consists of these parts.
    ///
    /// `nil` if the host is empty, the port is outside of 0–65535, or a non-empty path has no leading slash.
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
