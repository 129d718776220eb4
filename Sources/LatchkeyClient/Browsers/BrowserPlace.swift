package import LatchkeySystem

/// One place where a browser looks for native hosts, and the profiles that belong to it.
package struct BrowserPlace: Hashable, Sendable {
    package let browser: Browser
    /// The folder that a browser of Chromium's family is started with (`--user-data-dir`); nothing for its usual one.
    package let userDataDirectory: String?
    /// Where manifests of native hosts lie.
    let hostsFolder: String
    /// The folders whose folders are profiles.
    let profileParents: [String]

    /// The usual place of a browser.
    package init(_ browser: Browser, in locations: Locations) {
        let home = browser.home(in: locations)
        self.browser = browser
        userDataDirectory = nil
        switch browser.family {
        case .chromium:
            hostsFolder = home + "/NativeMessagingHosts"
            profileParents = [home]
        case .firefox:
            // Also where the profiles lie below the configuration folder, as new ones do.
            hostsFolder = home + "/native-messaging-hosts"
            profileParents =
                browser.identifier == .firefox
                ? [home + "/firefox", locations.configHome + "/mozilla/firefox"]
                : [home, locations.configHome + "/" + browser.folder.dropFirst() + "/" + browser.folder.dropFirst()]
        }
    }

    /// The place of a browser that is started with a folder of its own; nothing for Firefox's family, which looks
    /// for hosts in the home alone.
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
