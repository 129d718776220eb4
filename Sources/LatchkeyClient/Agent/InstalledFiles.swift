import LatchkeySystem

/// The files of this installation, relative to the running program.
///
/// Programs are never looked up in `PATH`: they receive secrets.
package enum InstalledFiles {
    /// The path of `latchkeyd`: next to this program in a build, in `libexec` when installed.
    package static func agent() -> String? {
        program("latchkeyd", in: ["", "../libexec/latchkey/", "../libexec/"])
    }

    /// The path of the native host: next to this program in a build, in `libexec` when installed.
    package static func nativeHost() -> String? {
        program("latchkey-native-host", in: ["", "../libexec/latchkey/"])
    }

    /// The folder of the extension: in `share` when installed, `Extension` of the sources in a build.
    package static func extensionFolder() -> String? {
        let folders =
            ["../share/latchkey/extension"]
            + (1...6).map { depth in
                String(repeating: "../", count: depth) + "Extension"
            }
        return folders.lazy.compactMap(path).first { FileSystem.exists($0 + "/manifest.json") }
    }

    private static func program(_ name: String, in folders: [String]) -> String? {
        folders.lazy.compactMap { path($0 + name) }.first(where: FileSystem.isExecutable)
    }

    private static func path(_ relative: String) -> String? {
        CurrentProcess.executableFolder.map { FileSystem.standardized($0 + "/" + relative) }
    }
}
