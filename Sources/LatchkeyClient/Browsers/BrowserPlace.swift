package import LatchkeySystem

/// A folder in which a browser looks for native hosts, and its profiles.
package struct BrowserPlace: Hashable, Sendable {
    package let browser: Browser
    /// The folder of `--user-data-dir` of Chromium's family; `nil` for the default one.
    package let userDataDirectory: String?
    /// The folder for manifests of native hosts.
    let hostsFolder: String
    /// The folders whose subfolders are profiles.
    let profileParents: [String]

    /// The default folder of a browser.
    package init(_ browser: Browser, in locations: Locations) {
        let home = browser.home(in: locations)
        self.browser = browser
        userDataDirectory = nil
        switch browser.family {
        case .chromium:
            hostsFolder = home + "/NativeMessagingHosts"
            profileParents = [home]
        case .firefox:
            // Also for new profiles, which are in the configuration folder.
            hostsFolder = home + "/native-messaging-hosts"
            profileParents =
                browser.identifier == .firefox
                ? [home + "/firefox", locations.configHome + "/mozilla/firefox"]
                : [home, locations.configHome + "/" + browser.folder.dropFirst() + "/" + browser.folder.dropFirst()]
        }
    }

    /// The folder of a browser that runs with `--user-data-dir`.
    ///
    /// `nil` for a relative path, and for Firefox's family, which looks for hosts only in the home folder.
    package init?(_ browser: Browser, userDataDirectory: String) {
        guard browser.family == .chromium, userDataDirectory.hasPrefix("/") else { return nil }
        self.browser = browser
        self.userDataDirectory = userDataDirectory
        hostsFolder = userDataDirectory + "/NativeMessagingHosts"
        profileParents = [userDataDirectory]
    }

    /// The path of our manifest.
    package var manifest: String { "\(hostsFolder)/\(ExtensionIdentity.hostName).json" }
}
