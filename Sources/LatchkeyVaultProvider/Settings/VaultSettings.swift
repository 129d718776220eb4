import Foundation

/// What the person chose about the vault, in a small file beside it.
///
/// It lies in the open: it must be known before the vault is unlocked, and holds no secret. Whoever can write it can
/// write the provider's whole container. A file that is missing or cannot be read stands for the defaults, which lock
/// soon.
package struct VaultSettings: Codable, Hashable, Sendable {
    /// Between one minute and a day.
    package static let autoLockMinutesRange = 1...1440

    /// Minutes without use after which the vault is locked.
    package var autoLockMinutes: Int

    package init(autoLockMinutes: Int = 15) {
        let range = Self.autoLockMinutesRange
        self.autoLockMinutes = min(max(autoLockMinutes, range.lowerBound), range.upperBound)
    }

    package init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        self.init(autoLockMinutes: try members.decodeIfPresent(Int.self, forKey: .autoLockMinutes) ?? 15)
    }

    /// The same in seconds.
    package var autoLockTime: Double { Double(autoLockMinutes) * 60 }
}

extension VaultFile {
    private var settingsFile: URL { folder.appending(path: "settings.json") }

    package var settings: VaultSettings {
        guard let bytes = try? Data(contentsOf: settingsFile),
            let settings = try? JSONDecoder().decode(VaultSettings.self, from: bytes)
        else { return VaultSettings() }
        return settings
    }

    package func save(_ settings: VaultSettings) throws {
        try JSONEncoder().encode(settings).write(to: settingsFile, options: .atomic)
    }
}
