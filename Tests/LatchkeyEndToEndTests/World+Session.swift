import Foundation
import Testing

extension World {
    /// Starts the agent in a desktop session of scripts: a `systemctl` that names the display, and a `pinentry`.
    ///
    /// - Parameters:
    ///   - pinentry: The shell commands with which `pinentry` responds to `GETPIN`.
    ///   - pinentryFlavor: The shell commands with which it responds to `GETINFO flavor`.
    func startAgentInSession(
        pinentry: String = "exit 1", pinentryFlavor: String = "exit 1", hasDisplay: Bool = true
    ) async throws {
        try FileManager.default.createDirectory(atPath: path + "/session", withIntermediateDirectories: false)
        let display = """
            echo DISPLAY=:7
            echo WAYLAND_DISPLAY=wayland-7
            """
        try install(
            "systemctl",
            """
            [ "$*" = "--user show-environment" ] || exit 1
            echo DBUS_SESSION_BUS_ADDRESS=unix:path=/nowhere/7
            \(hasDisplay ? display : "")
            """)
        try install(
            "pinentry",
            """
            record() { echo "$*" >> '\(path)/home/pinentry-record'; }
            record "started $DISPLAY $WAYLAND_DISPLAY $DBUS_SESSION_BUS_ADDRESS"
            echo OK
            while read -r line; do
                record "$line"
                case "$line" in
                    GETPIN) \(pinentry) ;;
                    "GETINFO flavor") \(pinentryFlavor) ;;
                    *) echo OK ;;
                esac
            done
            """)
        try await startAgent(under: ["/usr/bin/env", "PATH=\(path)/session:/usr/bin:/bin:/usr/sbin"])
    }

    /// What the session's pinentry received, by line; before it the display on which it was started.
    func pinentryRecord() throws -> [String] {
        try String(contentsOfFile: path + "/home/pinentry-record", encoding: .utf8).split(separator: "\n").map(
            String.init)
    }

    private func install(_ name: String, _ script: String) throws {
        try write("#!/bin/sh\n\(script)\n", to: "session/" + name)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path + "/session/" + name)
    }
}
