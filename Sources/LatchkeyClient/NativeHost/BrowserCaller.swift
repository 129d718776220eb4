/// The extension that a browser starts the native host for, as the browser says on the command line.
///
/// Chromium says `chrome-extension://ID/`, Firefox the path of the host's manifest and the extension's identifier. Any
/// program of this user can say the same: it is the browser that keeps other extensions away, by the manifest, and this
/// is the second look.
package struct BrowserCaller: Hashable, Sendable {
    package let family: Browser.Family
    package let extensionIdentifier: String

    /// - Parameter arguments: The command line without the program's own name.
    /// - Throws: ``NativeHostError/noBrowser`` where it is no browser's,
    ///   ``NativeHostError/foreignExtension(_:)`` for an extension that is not ours.
    package init(arguments: [String]) throws(NativeHostError) {
        guard let first = arguments.first else { throw .noBrowser }
        if first.hasPrefix(ExtensionIdentity.originPrefix) {
            guard ExtensionIdentity.origins.contains(first) else { throw .foreignExtension(first) }
            family = .chromium
            extensionIdentifier = String(first.dropFirst(ExtensionIdentity.originPrefix.count).dropLast())
        } else if first.hasPrefix("/"), arguments.count > 1 {
            guard ExtensionIdentity.firefox.contains(arguments[1]) else { throw .foreignExtension(arguments[1]) }
            family = .firefox
            extensionIdentifier = arguments[1]
        } else {
            throw .noBrowser
        }
    }
}

/// Why the native host does not begin.
package enum NativeHostError: Error, Hashable, Sendable {
    /// What started it is no browser.
    case noBrowser
    /// The browser names an extension that is not ours.
    case foreignExtension(String)
}
