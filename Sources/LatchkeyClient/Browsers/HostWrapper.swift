import LatchkeyWire

/// The script that manifests name; it starts the native host with the XDG variables of the installation.
///
/// A browser may run with other variables, or with none. The host would then start a second agent.
struct HostWrapper: Hashable {
    /// The variables that ``Locations`` reads; the script sets those that were set during the installation.
    static let variables = [
        "HOME", "XDG_RUNTIME_DIR", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME",
        "XDG_DATA_DIRS",
    ]

    let text: String

    init(program: String, environment: [String: String]) {
        var lines = [
            "#!/bin/sh",
            "# Written by \"latchkey browser install\", and removed by \"latchkey browser uninstall\".",
            "# Starts Latchkey's native host with these folders, independent of the browser's environment.",
        ]
        for name in Self.variables {
            // A relative path must be ignored (XDG Base Directory Specification 0.8).
            guard let value = environment[name], value.hasPrefix("/") else { continue }
            lines.append("export \(name)=\(ShellWord.quoting(value))")
        }
        lines.append("exec \(ShellWord.quoting(program)) \"$@\"")
        text = lines.joined(separator: "\n") + "\n"
    }
}
