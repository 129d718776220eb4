import LatchkeyCore
import LatchkeySystem

/// Our extension in a browser's profile.
///
/// Browsers do not record extensions that are loaded until they exit (Chromium's `--load-extension`, Firefox's
/// temporary add-ons), so those are not found.
package struct ExtensionSighting: Hashable, Sendable {
    /// The profile's folder.
    package let profile: String
    package let isEnabled: Bool
    package let version: String?
    /// The folder of an extension that was loaded unpacked; `nil` for others.
    package let unpackedFrom: String?

    /// Searches the profiles of a browser.
    package static func all(in place: BrowserPlace) -> [ExtensionSighting] {
        place.profileParents.flatMap { parent in
            FileSystem.names(in: parent).sorted().compactMap { name in
                let profile = "\(parent)/\(name)"
                return switch place.browser.family {
                case .chromium: inChromium(profile)
                case .firefox: inFirefox(profile)
                }
            }
        }
    }

    // MARK: Chromium

    private static func inChromium(_ profile: String) -> ExtensionSighting? {
        // The second file exists on systems where Chromium protects its settings.
        for name in ["Preferences", "Secure Preferences"] {
            guard let preferences: ChromiumPreferences = read("\(profile)/\(name)") else { continue }
            for identifier in ExtensionIdentity.chromium {
                guard let entry = preferences.extensions?.settings?[identifier], let path = entry.path else { continue }
                return ExtensionSighting(
                    profile: profile, isEnabled: entry.isEnabled, version: entry.version,
                    unpackedFrom: path.hasPrefix("/") && entry.location == ChromiumPreferences.unpacked ? path : nil)
            }
        }
        return nil
    }

    // MARK: Firefox

    private static func inFirefox(_ profile: String) -> ExtensionSighting? {
        guard let list: FirefoxExtensions = read("\(profile)/extensions.json"),
            let addon = list.addons.first(where: { ExtensionIdentity.firefox.contains($0.id ?? "") })
        else { return nil }
        return ExtensionSighting(
            profile: profile, isEnabled: addon.active ?? false, version: addon.version, unpackedFrom: nil)
    }

    private static func read<Content: Decodable>(_ path: String) -> Content? {
        guard let bytes = try? PrivateFile.read(path, limit: 64 << 20) else { return nil }
        // Browsers write these files, so they get few limits: their nesting depends on the browser's version.
        let rules = JSONScanner.Rules(maximumDepth: 512, isStrict: false)
        return try? JSONDocument(bytes, rules: rules).root.decode()
    }
}

/// The extensions in Chromium's preferences.
private struct ChromiumPreferences: Decodable {
    /// `ManifestLocation::kUnpacked`.
    static let unpacked = 4

    struct Extensions: Decodable {
        let settings: [String: Entry]?
    }

    /// An extension; members of an unexpected type count as missing, since their format is not documented.
    struct Entry: Decodable {
        let path: String?
        let location: Int?
        let version: String?
        let isEnabled: Bool

        private enum CodingKeys: String, CodingKey {
            case path, location, state, disable_reasons, manifest, service_worker_registration_info
        }

        private struct Version: Decodable { let version: String? }

        init(from decoder: any Decoder) throws {
            guard let members = try? decoder.container(keyedBy: CodingKeys.self) else {
                (path, location, version, isEnabled) = (nil, nil, nil, false)
                return
            }
            path = try? members.decode(String.self, forKey: .path)
            location = try? members.decode(Int.self, forKey: .location)
            // The preferences hold no manifest of an unpacked extension; its worker's registration has the version.
            let manifest = try? members.decode(Version.self, forKey: .manifest)
            let worker = try? members.decode(Version.self, forKey: .service_worker_registration_info)
            version = manifest?.version ?? worker?.version
            // Current versions write a list of reasons, older ones a bit field, and the oldest a state.
            let list = (try? members.decode([Int].self, forKey: .disable_reasons)) ?? []
            let bits = (try? members.decode(Int.self, forKey: .disable_reasons)) ?? 0
            let state = (try? members.decode(Int.self, forKey: .state)) ?? 1
            isEnabled = list.isEmpty && bits == 0 && state == 1
        }
    }

    let extensions: Extensions?
}

/// The extensions of a Firefox profile.
private struct FirefoxExtensions: Decodable {
    struct Addon: Decodable {
        let id: String?
        let version: String?
        let active: Bool?
    }

    let addons: [Addon]
}
