import LatchkeyWire

/// The program that manifests name: a script that starts the native host among the folders that it was installed from.
///
/// A browser may have been started with other folders, or with none, and would then start an agent of its own beside
/// the person's.
struct HostWrapper: Hashable {
    /// The variables that say where everything lies.
    ///
    /// Only those that are set are carried.
    static let variables = [
        "HOME", "XDG_RUNTIME_DIR", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME",
        "XDG_DATA_DIRS",
    ]

    let text: String

    init(program: String, environment: [String: String]) {
        var lines = [
            "#!/bin/sh",
            "# Written by \"latchkey browser install\", and removed by \"latchkey browser uninstall\".",
            "# Starts Latchkey's native host among these folders, whatever the browser was started with.",
        ]
        for name in Self.variables {
            // A relative path counts as not set (XDG Base Directory Specification 0.8).
            guard let value = environment[name], value.hasPrefix("/") else { continue }
            lines.append("export \(name)=\(ShellWord.quoting(value))")
        }
        lines.append("exec \(ShellWord.quoting(program)) \"$@\"")
        text = lines.joined(separator: "\n") + "\n"
    }
}
