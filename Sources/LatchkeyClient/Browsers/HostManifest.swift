import LatchkeyCore

/// A browser's manifest of a native host: its name, its program, and the extensions that may start it.
struct HostManifest: Decodable, Hashable {
    var name: String
    var description: String?
    var path: String
    var type: String?
    /// In Chromium's manifests.
    var allowed_origins: [String]?
    /// In Firefox's manifests.
    var allowed_extensions: [String]?

    /// Our manifest for a family of browsers.
    init(program: String, family: Browser.Family) {
        name = ExtensionIdentity.hostName
        description = "Latchkey: fills passwords and codes from any provider"
        path = program
        type = "stdio"
        allowed_origins = family == .chromium ? ExtensionIdentity.origins : nil
        allowed_extensions = family == .firefox ? ExtensionIdentity.firefox : nil
    }

    /// - Throws: ``JSONError``, or `DecodingError` if a member is missing or has another type.
    init(reading bytes: [UInt8]) throws {
        self = try JSONDocument(bytes).root.decode()
    }

    /// The file's content, one member per line.
    var bytes: [UInt8] {
        func json(_ text: String) -> String {
            var writer = JSONWriter()
            writer.write(text)
            return String(decoding: writer.bytes, as: UTF8.self)
        }
        func member(_ name: String, _ value: String?) -> String? { value.map { "  \"\(name)\" : \(json($0))" } }
        func member(_ name: String, _ values: [String]?) -> String? {
            values.map { "  \"\(name)\" : [\n    \($0.map(json).joined(separator: ",\n    "))\n  ]" }
        }
        let members = [
            member("allowed_extensions", allowed_extensions), member("allowed_origins", allowed_origins),
            member("description", description), member("name", name), member("path", path), member("type", type),
        ].compactMap { $0 }
        return Array("{\n\(members.joined(separator: ",\n"))\n}\n".utf8)
    }

    /// Whether exactly our extension may start the host.
    func allowsOurExtension(in family: Browser.Family) -> Bool {
        let ours = HostManifest(program: path, family: family)
        return type == ours.type && allowed_origins == ours.allowed_origins
            && allowed_extensions == ours.allowed_extensions
    }
}
