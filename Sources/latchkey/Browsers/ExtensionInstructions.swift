import LatchkeyClient

/// The steps by which the user installs the extension in a browser.
enum ExtensionInstructions {
    /// - Parameter folder: The installed extension's folder; `nil` if there is none.
    static func steps(for browser: Browser, folder: String?) -> [String] {
        switch browser.family {
        case .chromium: chromium(folder)
        case .firefox: firefox(folder, browser)
        }
    }

    private static func chromium(_ folder: String?) -> [String] {
        let unpacked =
            folder.map {
                "Unpacked, for your user: open chrome://extensions, enable \"Developer mode\", choose "
                    + "\"Load unpacked\", and select \($0)"
            } ?? "Unpacked, for your user: \(noFolder)"
        return [
            unpacked,
            "By policy, for all users of the computer: set ExtensionSettings for \(ExtensionIdentity.chromium[0]) with "
                + "an update address of your own; see Docs/browsers.md",
            store,
        ]
    }

    private static func firefox(_ folder: String?, _ browser: Browser) -> [String] {
        let prefix = "Temporary (removed when \(browser.title) closes): "
        let temporary =
            folder.map {
                prefix + "open about:debugging#/runtime/this-firefox, choose \"Load Temporary Add-on…\", "
                    + "and select \($0)/manifest.json"
            } ?? prefix + noFolder
        let editions = browser.identifier == .firefox ? ", only in Firefox ESR and Developer Edition" : ""
        return [
            temporary,
            "Permanent, while the package is not signed\(editions): set xpinstall.signatures.required to false in "
                + "about:config, and open the .xpi file that \"make extension\" builds",
            "By policy, for all users of the computer: set ExtensionSettings for \(ExtensionIdentity.firefox[0]) in "
                + "policies.json; see Docs/browsers.md",
            store,
        ]
    }

    private static let noFolder = "the extension's folder is not installed; use the folder Extension of the sources"
    private static let store = "From the browser's store: not available yet"
}
