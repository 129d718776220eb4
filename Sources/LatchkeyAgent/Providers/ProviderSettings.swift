package import Foundation
package import LatchkeyWire
import Synchronization

/// Why a provider was not turned on, or the settings were not written.
package enum ProviderSettingsError: Error, Hashable, Sendable {
    /// The person has to see the path and the digest first.
    case confirmationRequired(path: String, digest: String)
    case unusable([ProviderProblem])
    /// The bundle cannot be read.
    case unreadableBundle
    /// The settings could not be written; nothing has changed.
    case notWritten
}

/// What the person chose: which providers are on, in which order, and where identities are kept.
///
/// Enabling a provider pins its whole bundle and its name. A bundle that the user could have changed must be confirmed
/// again after it changed; one in a folder of the system changes with the system's updates and is pinned anew.
package final class ProviderSettings: Sendable {
    /// How a bundle that was found stands to the settings.
    package enum Standing: Hashable, Sendable {
        case off
        case on
        /// On, and the bundle or its place is not the one that was confirmed.
        case changed(path: String, digest: String)
        /// On since an older version that pinned the executable alone, and to be confirmed as a whole.
        case partlyPinned(path: String, digest: String)
        /// On, and cannot be run.
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
        /// The enabled providers, in the person's order.
        var enabled: [Pin] = []
        var keepsIdentitiesInMemory = false
        /// Nothing until one was chosen, by the person or by lot.
        var sheetMark: SheetMark?
    }

    /// The name that a damaged file got; the settings then are those of a first start.
    package let damagedFile: String?
    private let path: String
    private let files: PrivateFiles
    private let contents: Mutex<Contents>
    private let debugged = Mutex<Set<ProviderIdentifier>>([])

    /// Reads the settings of a folder.
    ///
    /// - Throws: `notWritten` when there is a file that can be neither read nor moved away.
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
            // Too long, or no file at all: goes the same way as one that says nothing sensible.
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

    /// The enabled providers in the person's order.
    package var enabled: [ProviderIdentifier] { contents.withLock { $0.enabled.map(\.provider) } }

    package func isEnabled(_ provider: ProviderIdentifier) -> Bool {
        contents.withLock { $0.enabled.contains { $0.provider == provider } }
    }

    /// Identities are kept in memory only, and forgotten on lock.
    package var keepsIdentitiesInMemory: Bool { contents.withLock { $0.keepsIdentitiesInMemory } }

    /// What every sheet carries, once it was chosen.
    package var sheetMark: SheetMark? { contents.withLock { $0.sheetMark } }

    /// The name that the provider had when it was enabled, which its bundle cannot change afterwards.
    package func pinnedName(of provider: ProviderIdentifier) -> String? {
        contents.withLock { $0.enabled.first { $0.provider == provider }?.name }
    }

    /// How a bundle stands, asked before each start of its executable.
    ///
    /// - Parameter state: The bundle's as it is now; `nil` when it cannot be read.
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
            // The name follows from the files, so that it tells nothing more.
            if pin.path == executable && pin.bundleDigest == state.digest { return .on }
            return .changed(path: bundle.path, digest: state.digest)
        }
        // A failure leaves the old pin, and the next start writes it again.
        try? update { contents in
            guard let index = contents.enabled.firstIndex(where: { $0.provider == bundle.id }) else { return }
            contents.enabled[index] = now
        }
        return .on
    }

    // MARK: Changing

    /// Enables a provider, or confirms its changed bundle; a new one comes last in the order.
    ///
    /// - Parameters:
    ///   - state: The bundle's as it is now.
    ///   - confirmed: The digest of the bundle that the person has seen.
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

    /// Throws what ``enable(_:state:confirmed:)`` would, apart from `notWritten`; changes nothing.
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

    /// Turns a provider off; one that is off already is fine.
    package func disable(_ provider: ProviderIdentifier) throws(ProviderSettingsError) {
        debug(provider, isOn: false)
        try update { $0.enabled.removeAll { $0.provider == provider } }
    }

    /// Puts enabled providers first, in this order; those not named follow in the order they had.
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

    /// Lifts the limits of one provider until the agent ends; never written down.
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

    /// Carries a change out in memory once it is written.
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
