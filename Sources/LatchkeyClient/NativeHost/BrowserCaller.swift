/// The extension for which a browser starts the native host, from the command line.
///
/// Chromium passes `chrome-extension://ID/`, Firefox the path of the host's manifest and the extension's identifier.
/// Any program of this user can pass the same. The browser refuses other extensions by the manifest; this is a second
/// check.
package struct BrowserCaller: Hashable, Sendable {
    package let family: Browser.Family
    package let extensionIdentifier: String

    /// - Parameter arguments: The command line without the program's own name.
    /// - Throws: ``NativeHostError/noBrowser`` if a browser did not start the program,
    ///   ``NativeHostError/foreignExtension(_:)`` for another extension.
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

/// A refusal to run.
package enum NativeHostError: Error, Hashable, Sendable {
    /// A browser did not start the program.
    case noBrowser
    /// The browser named another extension.
    case foreignExtension(String)
}
