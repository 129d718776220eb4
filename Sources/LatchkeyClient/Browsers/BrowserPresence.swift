package import LatchkeySystem

/// Whether a browser is installed, and how it is packaged.
package struct BrowserPresence: Hashable, Sendable {
    /// The user has a profile of it, or its program is installed outside of Flatpak and Snap.
    package let isInstalled: Bool
    /// It is installed as a Flatpak, whose sandbox cannot start programs outside of it.
    package let isFlatpak: Bool
    /// It is installed as a Snap, whose confinement usually cannot start programs of the system.
    package let isSnap: Bool

    /// Looks for a browser's files.
    ///
    /// - Parameter root: A prefix for the paths of the system's folders, for tests.
    package init(of browser: Browser, locations: Locations, searchPath: String, root: String = "") {
        let folders = searchPath.split(separator: ":").map(String.init).filter {
            // The programs of Snaps and Flatpaks are in the search path, too.
            !$0.hasPrefix("/snap/") && !$0.contains("/flatpak/")
        }
        let hasProgram = browser.programs.contains { FileSystem.executable($0, in: folders) != nil }
        let profiles = BrowserPlace(browser, in: locations).profileParents
        isInstalled = hasProgram || profiles.contains { Self.hasProfiles($0, of: browser) }
        isFlatpak = [
            "\(locations.home)/.var/app", "\(locations.dataHome)/flatpak/app", "\(root)/var/lib/flatpak/app",
        ].contains { FileSystem.exists("\($0)/\(browser.flatpak)") }
        isSnap =
            browser.snap.map { snap in
                FileSystem.exists("\(locations.home)/snap/\(snap)") || FileSystem.exists("\(root)/snap/\(snap)")
            } ?? false
    }

    /// Whether a folder holds more than our own manifest.
    private static func hasProfiles(_ folder: String, of browser: Browser) -> Bool {
        let names = browser.family == .chromium ? ["Local State", "Default"] : ["profiles.ini", "installs.ini"]
        return names.contains { FileSystem.exists("\(folder)/\($0)") }
    }
}
