package import LatchkeySystem

/// A browser that can start our native host, and its folders.
///
/// The folders are from the browsers' documentation ("Native messaging" of Chromium and of MDN), tested with Chromium
/// 156 and Firefox 153.
package struct Browser: Hashable, Sendable {
    package enum Identifier: String, CaseIterable, Codable, Sendable {
        case chromium, chrome, brave, edge, vivaldi, firefox, librewolf
    }

    package enum Family: Hashable, Sendable {
        case chromium, firefox
    }

    package let identifier: Identifier
    package let family: Family
    /// The browser's name as its vendor writes it.
    package let title: String
    /// Its folder: in the configuration folder for Chromium's family, in the home folder for Firefox's.
    let folder: String
    /// The names of its command and of its executable.
    let programs: Set<String>
    let flatpak: String
    let snap: String?

    package static let all: [Browser] = [
        Browser(
            identifier: .chromium, family: .chromium, title: "Chromium", folder: "chromium",
            programs: ["chromium", "chromium-browser"], flatpak: "org.chromium.Chromium", snap: "chromium"),
        Browser(
            identifier: .chrome, family: .chromium, title: "Google Chrome", folder: "google-chrome",
            programs: ["google-chrome", "google-chrome-stable", "chrome"], flatpak: "com.google.Chrome", snap: nil),
        Browser(
            identifier: .brave, family: .chromium, title: "Brave", folder: "BraveSoftware/Brave-Browser",
            programs: ["brave-browser", "brave-browser-stable", "brave"], flatpak: "com.brave.Browser", snap: "brave"),
        Browser(
            identifier: .edge, family: .chromium, title: "Microsoft Edge", folder: "microsoft-edge",
            programs: ["microsoft-edge", "microsoft-edge-stable", "msedge"], flatpak: "com.microsoft.Edge", snap: nil),
        Browser(
            identifier: .vivaldi, family: .chromium, title: "Vivaldi", folder: "vivaldi",
            programs: ["vivaldi", "vivaldi-stable", "vivaldi-bin"], flatpak: "com.vivaldi.Vivaldi", snap: "vivaldi"),
        Browser(
            identifier: .firefox, family: .firefox, title: "Firefox", folder: ".mozilla",
            programs: ["firefox", "firefox-esr", "firefox-bin"], flatpak: "org.mozilla.firefox", snap: "firefox"),
        Browser(
            identifier: .librewolf, family: .firefox, title: "LibreWolf", folder: ".librewolf",
            programs: ["librewolf", "librewolf-bin"], flatpak: "io.gitlab.librewolf-community", snap: nil),
    ]

    package static func named(_ identifier: Identifier) -> Browser {
        // Unreachable: the table has a row for each identifier; a test checks it.
        guard let browser = all.first(where: { $0.identifier == identifier }) else {
            preconditionFailure("a browser without a row")
        }
        return browser
    }

    /// The name of the browser that started this process, for frames and the log; it is not authenticated.
    package static func title(of parent: ParentProcess, family: Family) -> String {
        let names = [parent.executable?.split(separator: "/").last.map(String.init), parent.name].compactMap { $0 }
        let known = all.first { browser in
            browser.family == family && names.contains { browser.programs.contains($0) }
        }
        return known?.title ?? (family == .chromium ? "Chromium" : "Firefox")
    }
}

extension Browser {
    /// The folder of the user's data: Chromium's user data folder, Firefox's folder in the home.
    func home(in locations: Locations) -> String {
        switch family {
        case .chromium: locations.configHome + "/" + folder
        case .firefox: locations.home + "/" + folder
        }
    }
}
