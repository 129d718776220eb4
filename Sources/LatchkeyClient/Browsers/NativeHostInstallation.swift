package import LatchkeySystem

/// Installs the native host for browsers: a manifest for each browser, one script that all manifests name, and a
/// record.
///
/// **Invariants**: files of other programs are neither replaced nor removed. Each file is written atomically. The
/// script remains while one of our manifests names it.
package struct NativeHostInstallation: Sendable {
    private let locations: Locations
    private let wrapper: HostWrapper
    /// The native host itself, which the script starts.
    package let program: String

    package init(locations: Locations, environment: [String: String], program: String) {
        self.locations = locations
        self.program = program
        wrapper = HostWrapper(program: program, environment: environment)
    }

    private var folder: String { locations.dataHome + "/latchkey/native-host" }
    /// The script that the manifests name.
    package var wrapperPath: String { "\(folder)/\(ExtensionIdentity.hostName)" }
    private var record: InstallationRecord { InstallationRecord(path: folder + "/installed.json") }

    // MARK: Installing

    /// Writes the script and the manifest.
    ///
    /// - Throws: ``BrowserError``, ``SystemError``.
    package func install(in place: BrowserPlace) throws {
        try refuseForeign(at: place)
        try PrivateFolder.ensure(folder)
        try writeWrapper()
        try PrivateFolder.make(place.hostsFolder)
        // The record comes first: uninstalling ignores a missing manifest, but would leave one that is not recorded.
        try record.add(place)
        try AtomicFile.write(
            HostManifest(program: wrapperPath, family: place.browser.family).bytes, to: place.manifest)
    }

    /// Removes the manifest if it is ours, and the script with the last one.
    ///
    /// - Returns: Whether a manifest was removed.
    /// - Throws: ``BrowserError/foreignFile(_:)`` for a manifest that is not ours, after the rest was removed.
    package func uninstall(from place: BrowserPlace) throws -> Bool {
        let state = state(of: place)
        if state.isOurs { try PrivateFile.remove(place.manifest) }
        let left = try record.remove(place)
        if left == 0 {
            try PrivateFile.remove(wrapperPath)
            try PrivateFile.remove(record.path)
            // A folder with other files remains.
            try? PrivateFolder.removeEmpty(folder)
        }
        if !state.isOurs, state != .missing { throw BrowserError.foreignFile(place.manifest) }
        return state.isOurs
    }

    /// The recorded manifests.
    package func installedPlaces() throws -> [BrowserPlace] {
        try record.places(in: locations)
    }

    private func refuseForeign(at place: BrowserPlace) throws {
        switch state(of: place) {
        case .missing, .right, .otherCallers: break
        // Of another installation, or from before the folders moved: the name is ours, so the last installation wins.
        case .otherProgram(let path) where path.hasSuffix("/native-host/\(ExtensionIdentity.hostName)"): break
        case .otherProgram, .foreign: throw BrowserError.foreignFile(place.manifest)
        }
    }

    private func writeWrapper() throws {
        let bytes = Array(wrapper.text.utf8)
        if try wrapperState() == .right { return }
        // Renamed when complete, so that a browser starts the old script or the new one.
        let temporary = wrapperPath + ".new"
        try AtomicFile.write(bytes, to: temporary)
        try FileSystem.setMode(0o700, of: temporary)
        try PrivateFile.rename(temporary, to: wrapperPath)
    }

    // MARK: Checking

    package enum ManifestState: Hashable, Sendable {
        case missing
        case right
        /// It names another program, such as after the folders moved.
        case otherProgram(String)
        /// It does not allow exactly our extension.
        case otherCallers
        /// It belongs to another program, or cannot be read.
        case foreign

        fileprivate var isOurs: Bool { self == .right || self == .otherCallers }
    }

    package enum WrapperState: Hashable, Sendable {
        case missing
        case right
        case notExecutable
        /// It starts another program, or sets other folders.
        case outdated
        /// It is right, but the native host does not exist.
        case programMissing
    }

    package func state(of place: BrowserPlace) -> ManifestState {
        let bytes: [UInt8]?
        do {
            bytes = try PrivateFile.read(place.manifest, limit: Self.longestManifest)
        } catch {
            // A symbolic link, a folder, a pipe, a file that is too long or not readable.
            return .foreign
        }
        guard let bytes else { return .missing }
        guard let manifest = try? HostManifest(reading: bytes), manifest.name == ExtensionIdentity.hostName else {
            return .foreign
        }
        if manifest.path != wrapperPath { return .otherProgram(manifest.path) }
        return manifest.allowsOurExtension(in: place.browser.family) ? .right : .otherCallers
    }

    package func wrapperState() throws -> WrapperState {
        guard let bytes = try PrivateFile.read(wrapperPath, limit: Self.longestManifest) else { return .missing }
        if bytes != Array(wrapper.text.utf8) { return .outdated }
        if !FileSystem.isExecutable(wrapperPath) { return .notExecutable }
        return FileSystem.isExecutable(program) ? .right : .programMissing
    }

    private static let longestManifest = 65_536
}

/// An error of an installation.
package enum BrowserError: Error, Hashable, Sendable {
    /// A file of another program has our name.
    case foreignFile(String)
    /// The record of the installation cannot be read.
    case unreadableRecord(String)
}
