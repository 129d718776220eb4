/// Notifications on the user's desktop, by the service of the Desktop Notifications Specification.
package enum DesktopNotice {
    /// Shows a text until the user closes it; does nothing without a session bus or such a service.
    ///
    /// - Parameter environment: The variables that name the user's session; only `PATH`, `HOME` and `XDG_RUNTIME_DIR`
    ///   are used.
    package static func show(_ text: String, environment: [String: String]) async {
        let service = "org.freedesktop.Notifications"
        let critical = ["1", "urgency", "y", "2"]
        _ = await ProgramOutput.of(
            "busctl",
            // "--timeout" limits the call. The last argument is the notification's timeout; 0 means none.
            ["--user", "--timeout=2", "--", "call", service, "/org/freedesktop/Notifications", service]
                + ["Notify", "susssasa{sv}i", "Latchkey", "0", "", "Latchkey", escape(text), "0"] + critical + ["0"],
            environment: environment.filter { ["PATH", "HOME", "XDG_RUNTIME_DIR"].contains($0.key) })
    }

    /// Escapes the characters of the markup that a service may show.
    private static func escape(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }
}
