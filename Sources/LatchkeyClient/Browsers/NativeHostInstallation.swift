import Foundation
package import LatchkeySystem

/// What lets browsers start our native host: a manifest for each, one script that they all name, and the list of what was
/// written.
///
/// **Invariants**: a file that is not ours is neither replaced nor removed; each file is written whole or not at all;
/// the script stays as long as a manifest of ours names it.
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

    // MARK: Putting it there

    /// Writes the script and the manifest.
    ///
    /// - Throws: ``BrowserError``, ``SystemError``.
    package func install(in place: BrowserPlace) throws {
        try refuseForeign(at: place)
        try PrivateFolder.ensure(folder)
        try writeWrapper()
        try PrivateFolder.make(place.hostsFolder)
        // Listed first: what is listed and not there is no harm, but what is there and not listed stays behind.
        try record.add(place)
        try AtomicFile.write(
            HostManifest(program: wrapperPath, family: place.browser.family).bytes, to: place.manifest)
    }

    /// Removes the manifest if it is ours, and the script with the last one.
    ///
    /// - Returns: Whether a manifest was removed.
    /// - Throws: ``BrowserError/foreignFile(_:)`` for a manifest that is not ours, after everything else was done.
    package func uninstall(from place: BrowserPlace) throws -> Bool {
        let state = state(of: place)
        if state.isOurs { try PrivateFile.remove(place.manifest) }
        let left = try record.remove(place)
        if left == 0 {
            try PrivateFile.remove(wrapperPath)
            try PrivateFile.remove(record.path)
            // One that somebody has put something into stays.
            try? PrivateFolder.removeEmpty(folder)
        }
        if !state.isOurs, state != .missing { throw BrowserError.foreignFile(place.manifest) }
        return state.isOurs
    }

    /// Every place that a manifest was written to.
    package func installedPlaces() throws -> [BrowserPlace] {
        try record.places(in: locations)
    }

    private func refuseForeign(at place: BrowserPlace) throws {
        switch state(of: place) {
        case .missing, .right, .otherCallers: break
        // Another world's, or from before the folders moved: the name is ours, and whoever installs last is right.
        case .otherProgram(let path) where path.hasSuffix("/native-host/\(ExtensionIdentity.hostName)"): break
        case .otherProgram, .foreign: throw BrowserError.foreignFile(place.manifest)
        }
    }

    private func writeWrapper() throws {
        let bytes = Array(wrapper.text.utf8)
        if try wrapperState() == .right { return }
        // Made beside it and put in its place, so that a browser that starts it meanwhile starts the old or the new one.
        let temporary = wrapperPath + ".new"
        try AtomicFile.write(bytes, to: temporary)
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: temporary)
        try PrivateFile.rename(temporary, to: wrapperPath)
    }

    // MARK: Looking at it

    package enum ManifestState: Hashable, Sendable {
        case missing
        case right
        /// It names another program: after the folders have moved, or in another world.
        case otherProgram(String)
        /// It lets in others than our extension, or not ours.
        case otherCallers
        /// It is another program's, or nothing that can be read.
        case foreign

        fileprivate var isOurs: Bool { self == .right || self == .otherCallers }
    }

    package enum WrapperState: Hashable, Sendable {
        case missing
        case right
        case notExecutable
        /// It starts another program, or among other folders.
        case outdated
        /// It is right, but the native host is not there.
        case programMissing
    }

    package func state(of place: BrowserPlace) -> ManifestState {
        let bytes: [UInt8]?
        do {
            bytes = try PrivateFile.read(place.manifest, limit: Self.longestManifest)
        } catch {
            // A link, a folder, a pipe, longer than any manifest is, or closed to us.
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
        if !FileManager.default.isExecutableFile(atPath: wrapperPath) { return .notExecutable }
        return FileManager.default.isExecutableFile(atPath: program) ? .right : .programMissing
    }

    private static let longestManifest = 65_536
}

/// What stands in the way of an installation.
package enum BrowserError: Error, Hashable, Sendable {
    /// A file of our name that is not ours.
    case foreignFile(String)
    /// The list of what was installed cannot be read.
    case unreadableRecord(String)
}
