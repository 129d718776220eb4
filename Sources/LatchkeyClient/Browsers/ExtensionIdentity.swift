/// The names by which browsers know our extension and its native host.
package enum ExtensionIdentity {
    /// The native host's, which the extension connects to.
    package static let hostName = "org.latchkey.host"

    /// Chromium's identifiers: the one that `key` in the extension's manifest makes, wherever it is loaded from.
    ///
    /// A store that signs with a key of its own adds another.
    package static let chromium = ["jcckgbbmaieilaofjoapjjnabeobffmf"]

    /// Firefox's identifiers, which the extension's manifest names.
    package static let firefox = ["autofill@latchkey.org"]

    package static let originPrefix = "chrome-extension://"

    /// What Chromium's manifest of a host allows, and what Chromium starts the host with.
    package static var origins: [String] { chromium.map { "\(originPrefix)\($0)/" } }
}
