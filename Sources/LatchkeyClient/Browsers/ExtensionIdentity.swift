/// The identifiers of our extension and its native host.
package enum ExtensionIdentity {
    /// The name of the native host.
    package static let hostName = "org.latchkey.host"

    /// The extension's identifiers in Chromium; the first one is derived from `key` in its manifest.
    ///
    /// A store that signs with its own key would add another.
    package static let chromium = ["jcckgbbmaieilaofjoapjjnabeobffmf"]

    /// The extension's identifiers in Firefox, from its manifest.
    package static let firefox = ["autofill@latchkey.org"]

    package static let originPrefix = "chrome-extension://"

    /// The origins in Chromium's manifest of the host, and the host's first argument.
    package static var origins: [String] { chromium.map { "\(originPrefix)\($0)/" } }
}
