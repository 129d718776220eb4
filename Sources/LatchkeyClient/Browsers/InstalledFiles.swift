import Foundation

/// What belongs to this installation of Latchkey, found from where the running program lies.
package enum InstalledFiles {
    /// The native host: beside this program as in a build, or in `libexec` as installed.
    ///
    /// Never looked for in `PATH`: secrets pass through it.
    package static func nativeHost() -> String? {
        ["latchkey-native-host", "../libexec/latchkey/latchkey-native-host"]
            .compactMap { path(of: $0) }.first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// The folder of the extension: in `share` as installed, or `Extension` of the sources that this was built from.
    package static func extensionFolder() -> String? {
        let places =
            ["../share/latchkey/extension"]
            + (1...6).map { depth in
                String(repeating: "../", count: depth) + "Extension"
            }
        return places.compactMap { path(of: $0) }
            .first { FileManager.default.fileExists(atPath: $0 + "/manifest.json") }
    }

    private static func path(of place: String) -> String? {
        guard let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") else { return nil }
        return URL(filePath: own).deletingLastPathComponent().appending(path: place).standardizedFileURL.path
    }
}
