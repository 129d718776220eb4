import LatchkeyClient

/// How the extension itself gets into a browser: what a person does there, for nobody else may.
enum WayIn {
    /// - Parameter folder: The extension's folder, where it is installed.
    static func steps(for browser: Browser, folder: String?) -> [String] {
        switch browser.family {
        case .chromium: chromium(folder)
        case .firefox: firefox(folder, isRelease: browser.identifier == .firefox)
        }
    }

    private static func chromium(_ folder: String?) -> [String] {
        let unpacked =
            folder.map {
                "Unpacked, for yourself: open chrome://extensions, turn on \"Developer mode\", choose \"Load unpacked\", "
                    + "and take \($0)"
            } ?? "Unpacked, for yourself: the extension's folder is not installed here; it is Extension in the sources"
        return [
            unpacked,
            "By policy, for all users of a computer: ExtensionSettings with \(ExtensionIdentity.chromium[0]) and an "
                + "update address of your own; see Docs/browsers.md",
            Self.store,
        ]
    }

    private static func firefox(_ folder: String?, isRelease: Bool) -> [String] {
        let temporary =
            folder.map {
                "Until the browser ends: open about:debugging#/runtime/this-firefox, choose \"Load Temporary Add-on…\", "
                    + "and take \($0)/manifest.json"
            } ?? "Until the browser ends: the extension's folder is not installed here; it is Extension in the sources"
        let lasting =
            isRelease
            ? "For good, in Firefox ESR or Developer Edition alone, as long as the package is not signed: set "
                + "xpinstall.signatures.required to false in about:config, and open the .xpi that \"make extension\" builds"
            : "For good, as long as the package is not signed: set xpinstall.signatures.required to false in "
                + "about:config, and open the .xpi that \"make extension\" builds"
        return [
            temporary, lasting,
            "By policy, for all users of a computer: ExtensionSettings with \(ExtensionIdentity.firefox[0]) in "
                + "policies.json; see Docs/browsers.md",
            Self.store,
        ]
    }

    private static let store = "From the browser's store: not yet"
}
