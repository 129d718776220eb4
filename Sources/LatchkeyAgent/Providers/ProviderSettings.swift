package import Foundation
package import LatchkeyWire
import Synchronization

/// Why a provider was not enabled, or the settings were not written.
package enum ProviderSettingsError: Error, Hashable, Sendable {
    /// The user must confirm the path and the digest first.
    case confirmationRequired(path: String, digest: String)
    case unusable([ProviderProblem])
    /// The bundle cannot be read.
    case unreadableBundle
    /// The settings could not be written and are unchanged.
    case notWritten
}

/// The user's settings: the enabled providers, their order, and where identities are kept.
///
/// Enabling a provider pins its whole bundle and its name. A bundle that the user could have changed must be confirmed
/// again after it changed; one in a folder of the system changes with the system's updates and is pinned again.
package final class ProviderSettings: Sendable {
    /// The state of a bundle in the settings.
    package enum Standing: Hashable, Sendable {
        case off
        case on
        /// Enabled, but the bundle or its path is not the confirmed one.
        case changed(path: String, digest: String)
        /// Enabled by an older version that pinned only the executable; the user must confirm the whole bundle.
        case partlyPinned(path: String, digest: String)
        /// Enabled, but it cannot run.
        case unusable([ProviderProblem])
    }

    struct Contents: Codable, Hashable, Sendable {
        struct Pin: Codable, Hashable, Sendable {
            var provider: ProviderIdentifier
            /// The executable's.
            var path: String
            /// The executable's SHA-256.
            var digest: String
            /// ``BundleState/digest``; `nil` in a file of an older version.
            var bundleDigest: String?
            /// The provider's name when it was enabled; `nil` in a file of an older version.
            var name: String?
        }

        var version = 1
        /// The enabled providers, in the user's order.
        var enabled: [Pin] = []
        var keepsIdentitiesInMemory = false
        /// `nil` until the user sets one, or one is drawn at random.
        var sheetMark: SheetMark?
    }

    /// The new name of a damaged file, which was replaced by the default settings; `nil` if there was none.
    package let damagedFile: String?
    private let path: String
    private let files: PrivateFiles
    private let contents: Mutex<Contents>
    private let debugged = Mutex<Set<ProviderIdentifier>>([])

    /// Reads the settings of a folder.
    ///
    /// - Throws: `notWritten` if a file can be neither read nor renamed.
    package init(
        folder: String, files: PrivateFiles, now: @Sendable () -> Date = { Date() }
    ) throws(ProviderSettingsError) {
        path = folder + "/" + Self.fileName
        self.files = files
        do {
            guard let data = try files.read(path, Self.maximumSize) else {
                contents = Mutex(Contents())
                damagedFile = nil
                return
            }
            if let read = Self.read(data) {
                contents = Mutex(read)
                damagedFile = nil
                return
            }
        } catch {
            // Too long, or not a regular file: treated like a malformed file.
        }
        let name = "\(Self.fileName).damaged-\(Int(now().timeIntervalSince1970))"
        do {
            try files.rename(path, folder + "/" + name)
        } catch {
            throw .notWritten
        }
        contents = Mutex(Contents())
        damagedFile = name
    }

    // MARK: Reading

    /// The enabled providers in the user's order.
    package var enabled: [ProviderIdentifier] { contents.withLock { $0.enabled.map(\.provider) } }

    package func isEnabled(_ provider: ProviderIdentifier) -> Bool {
        contents.withLock { $0.enabled.contains { $0.provider == provider } }
    }

    /// Whether identities are kept in memory only, and removed by a lock.
    package var keepsIdentitiesInMemory: Bool { contents.withLock { $0.keepsIdentitiesInMemory } }

    /// The mark of sheets; `nil` until it is set.
    package var sheetMark: SheetMark? { contents.withLock { $0.sheetMark } }

    /// The provider's name when it was enabled, which its bundle cannot change later.
    package func pinnedName(of provider: ProviderIdentifier) -> String? {
        contents.withLock { $0.enabled.first { $0.provider == provider }?.name }
    }

    /// The state of a bundle, checked before each start of its executable.
    ///
    /// - Parameter state: The state on the disk; `nil` if it cannot be read.
    package func standing(of bundle: ProviderBundle, state: BundleState?) -> Standing {
        guard let pin = contents.withLock({ $0.enabled.first { $0.provider == bundle.id } }) else { return .off }
        guard bundle.problems.isEmpty, let executable = bundle.executable else { return .unusable(bundle.problems) }
        guard let state else { return .unusable([.executableUnusable(executable)]) }
        let now = Self.pin(for: bundle, executable, state)
        if pin == now { return .on }
        if state.isUserWritable {
            let isExecutablePinned = pin.path == executable && pin.digest == state.executableDigest
            if pin.bundleDigest == nil, isExecutablePinned {
                return .partlyPinned(path: bundle.path, digest: state.digest)
            }
            // The name is read from the pinned files.
            if pin.path == executable && pin.bundleDigest == state.digest { return .on }
            return .changed(path: bundle.path, digest: state.digest)
        }
        // After a failure the old pin stays, and the next start tries again.
        try? update { contents in
            guard let index = contents.enabled.firstIndex(where: { $0.provider == bundle.id }) else { return }
            contents.enabled[index] = now
        }
        return .on
    }

    // MARK: Changing

    /// Enables a provider, or confirms its changed bundle; a new one is added at the end of the order.
    ///
    /// - Parameters:
    ///   - state: The state on the disk.
    ///   - confirmed: The digest of the bundle that the user confirmed.
    package func enable(
        _ bundle: ProviderBundle, state: BundleState?, confirmed: String?
    ) throws(ProviderSettingsError) {
        let pin = try pin(for: bundle, state: state, confirmed: confirmed)
        try update { contents in
            if let index = contents.enabled.firstIndex(where: { $0.provider == bundle.id }) {
                contents.enabled[index] = pin
            } else {
                contents.enabled.append(pin)
            }
        }
    }

    /// Throws as ``enable(_:state:confirmed:)`` does, apart from `notWritten`, without changing anything.
    package func check(
        _ bundle: ProviderBundle, state: BundleState?, confirmed: String?
    ) throws(ProviderSettingsError) {
        _ = try pin(for: bundle, state: state, confirmed: confirmed)
    }

    private func pin(
        for bundle: ProviderBundle, state: BundleState?, confirmed: String?
    ) throws(ProviderSettingsError) -> Contents.Pin {
        guard bundle.problems.isEmpty, let executable = bundle.executable else { throw .unusable(bundle.problems) }
        guard let state else { throw .unreadableBundle }
        guard let confirmed, confirmed.lowercased() == state.digest else {
            throw .confirmationRequired(path: bundle.path, digest: state.digest)
        }
        return Self.pin(for: bundle, executable, state)
    }

    private static func pin(for bundle: ProviderBundle, _ executable: String, _ state: BundleState) -> Contents.Pin {
        Contents.Pin(
            provider: bundle.id, path: executable, digest: state.executableDigest, bundleDigest: state.digest,
            name: bundle.name)
    }

    /// Disables a provider, if it is enabled.
    package func disable(_ provider: ProviderIdentifier) throws(ProviderSettingsError) {
        debug(provider, isOn: false)
        try update { $0.enabled.removeAll { $0.provider == provider } }
    }

    /// Sets the order of the enabled providers; those not named follow in their previous order.
    package func order(_ providers: [ProviderIdentifier]) throws(ProviderSettingsError) {
        try update { contents in
            let places = Dictionary(providers.enumerated().map { ($1, $0) }, uniquingKeysWith: min)
            let ranked = contents.enabled.enumerated().map { (places[$1.provider] ?? providers.count + $0, $1) }
            contents.enabled = ranked.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }

    package func keepIdentitiesInMemory(_ isOn: Bool) throws(ProviderSettingsError) {
        try update { $0.keepsIdentitiesInMemory = isOn }
    }

    package func chooseSheetMark(_ mark: SheetMark) throws(ProviderSettingsError) {
        try update { $0.sheetMark = mark }
    }

    // MARK: Debugging

    /// Lifts the limits of one provider until the agent ends; it is not saved.
    package func debug(_ provider: ProviderIdentifier, isOn: Bool) {
        debugged.withLock { providers in
            if isOn { providers.insert(provider) } else { providers.remove(provider) }
        }
    }

    package func isDebugging(_ provider: ProviderIdentifier) -> Bool {
        debugged.withLock { $0.contains(provider) }
    }

    // MARK: The file

    private static let fileName = "settings.json"
    private static let maximumSize = 1 << 20

    /// Applies a change in memory after it is written.
    private func update(_ change: (inout Contents) -> Void) throws(ProviderSettingsError) {
        try contents.withLock { contents throws(ProviderSettingsError) in
            var changed = contents
            change(&changed)
            guard changed != contents else { return }
            do {
                let encoder = JSONEncoder()
                encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
                try files.write(path, encoder.encode(changed))
            } catch {
                throw .notWritten
            }
            contents = changed
        }
    }

    private static func read(_ data: Data) -> Contents? {
        guard let contents = try? JSONDecoder().decode(Contents.self, from: data), contents.version == 1 else {
            return nil
        }
        let providers = contents.enabled.map(\.provider)
        return Set(providers).count == providers.count ? contents : nil
    }
}
