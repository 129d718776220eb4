import Foundation
import LatchkeySystem

/// The user's settings, in a file in the vault's folder.
///
/// The file is not encrypted: it is read before the unlock and contains no secrets. A process that can write it can
/// write the whole container. A missing or invalid file means the defaults, which lock early.
package struct VaultSettings: Codable, Hashable, Sendable {
    /// From one minute to one day.
    package static let autoLockMinutesRange = 1...1440

    /// Minutes of inactivity after which the vault locks.
    package var autoLockMinutes: Int

    /// Creates settings; limits the minutes to ``autoLockMinutesRange``.
    package init(autoLockMinutes: Int = 15) {
        let range = Self.autoLockMinutesRange
        self.autoLockMinutes = min(max(autoLockMinutes, range.lowerBound), range.upperBound)
    }

    package init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        self.init(autoLockMinutes: try members.decodeIfPresent(Int.self, forKey: .autoLockMinutes) ?? 15)
    }

    /// The auto-lock time in seconds.
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
        try AtomicFile.write(Array(JSONEncoder().encode(settings)), to: settingsFile.path)
    }
}
