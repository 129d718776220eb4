import Foundation

/// The file by which a browser knows a native host: its name, its program, and the extensions that may start it.
struct HostManifest: Codable, Hashable {
    var name: String
    var description: String?
    var path: String
    var type: String?
    /// Chromium's list.
    var allowed_origins: [String]?
    /// Firefox's list.
    var allowed_extensions: [String]?

    /// Ours, for one family of browsers.
    init(program: String, family: Browser.Family) {
        name = ExtensionIdentity.hostName
        description = "Latchkey: fills passwords and codes from any provider"
        path = program
        type = "stdio"
        allowed_origins = family == .chromium ? ExtensionIdentity.origins : nil
        allowed_extensions = family == .firefox ? ExtensionIdentity.firefox : nil
    }

    /// - Throws: `DecodingError` for what is no manifest.
    init(reading bytes: [UInt8]) throws {
        self = try JSONDecoder().decode(HostManifest.self, from: Data(bytes))
    }

    var bytes: [UInt8] {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            return Array(try encoder.encode(self)) + Array("\n".utf8)
        }
    }

    /// Whether it lets in our extension and nobody else.
    func allowsOurExtension(in family: Browser.Family) -> Bool {
        let ours = HostManifest(program: path, family: family)
        return type == ours.type && allowed_origins == ours.allowed_origins
            && allowed_extensions == ours.allowed_extensions
    }
}
