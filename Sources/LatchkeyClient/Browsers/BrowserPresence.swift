import Foundation
package import LatchkeySystem

/// Whether a browser is on this computer, and in which kind of packaging.
package struct BrowserPresence: Hashable, Sendable {
    /// It has data of this person's, or its program is there: as a program of the system, which can start others.
    package let isInstalled: Bool
    /// It is there as a Flatpak, which cannot start programs outside of its sandbox.
    package let isFlatpak: Bool
    /// It is there as a Snap, whose confinement keeps most from starting programs of the system.
    package let isSnap: Bool

    /// Looks for a browser; starts nothing.
    ///
    /// - Parameter root: Put in front of the system's own folders, for a test.
    package init(of browser: Browser, locations: Locations, searchPath: String, root: String = "") {
        let files = FileManager.default
        func exists(_ path: String) -> Bool { files.fileExists(atPath: path) }
        let folders = searchPath.split(separator: ":").map(String.init).filter {
            // A Snap's program is not the system's.
            $0.hasPrefix("/") && !$0.hasPrefix("/snap/") && !$0.contains("/flatpak/")
        }
        let hasProgram = folders.contains { folder in
            browser.programs.contains { files.isExecutableFile(atPath: "\(folder)/\($0)") }
        }
        let profiles = BrowserPlace(browser, in: locations).profileParents
        isInstalled = hasProgram || profiles.contains { Self.holdsProfiles($0, of: browser) }
        isFlatpak = [
            "\(locations.home)/.var/app", "\(locations.dataHome)/flatpak/app", "\(root)/var/lib/flatpak/app",
        ].contains { exists("\($0)/\(browser.flatpak)") }
        isSnap = browser.snap.map { exists("\(locations.home)/snap/\($0)") || exists("\(root)/snap/\($0)") } ?? false
    }

    /// A folder that holds nothing but our own manifest is no browser's.
    private static func holdsProfiles(_ folder: String, of browser: Browser) -> Bool {
        let marks = browser.family == .chromium ? ["Local State", "Default"] : ["profiles.ini", "installs.ini"]
        return marks.contains { FileManager.default.fileExists(atPath: "\(folder)/\($0)") }
    }
}
