import Foundation
import LatchkeySystem

/// Our extension in a profile, as the browser has written it down.
///
/// One that is loaded for as long as the browser runs (Chromium's `--load-extension`, Firefox's temporary add-ons)
/// is written down nowhere, and not seen.
package struct ExtensionSighting: Hashable, Sendable {
    /// The profile's folder.
    package let profile: String
    package let isEnabled: Bool
    package let version: String?
    /// The folder that it was loaded from, where it was loaded unpacked.
    package let unpackedFrom: String?

    /// Every profile of a place that has it.
    package static func all(in place: BrowserPlace) -> [ExtensionSighting] {
        place.profileParents.flatMap { parent in
            let names = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
            return names.sorted().compactMap { name in
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
        // The second where the system lets it protect what is in there.
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
        return try? JSONDecoder().decode(Content.self, from: Data(bytes))
    }
}

/// The part of Chromium's preferences that is about extensions.
private struct ChromiumPreferences: Decodable {
    /// `ManifestLocation::kUnpacked`.
    static let unpacked = 4

    struct Extensions: Decodable {
        let settings: [String: Entry]?
    }

    /// What is there of an extension; members of another shape count as missing, for they are not ours to judge.
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
            // Unpacked, its manifest is not copied here; its worker's registration has the version.
            let manifest = try? members.decode(Version.self, forKey: .manifest)
            let worker = try? members.decode(Version.self, forKey: .service_worker_registration_info)
            version = manifest?.version ?? worker?.version
            // Reasons are a list, and were bits of a number; before that there was a state.
            let list = (try? members.decode([Int].self, forKey: .disable_reasons)) ?? []
            let bits = (try? members.decode(Int.self, forKey: .disable_reasons)) ?? 0
            let state = (try? members.decode(Int.self, forKey: .state)) ?? 1
            isEnabled = list.isEmpty && bits == 0 && state == 1
        }
    }

    let extensions: Extensions?
}

/// Firefox's list of what is installed in a profile.
private struct FirefoxExtensions: Decodable {
    struct Addon: Decodable {
        let id: String?
        let version: String?
        let active: Bool?
    }

    let addons: [Addon]
}
