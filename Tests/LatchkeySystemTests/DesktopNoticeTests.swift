import Foundation
import LatchkeySystem
import TestSupport
import Testing

@Suite struct DesktopNoticeTests {
    /// A script replaces `busctl`.
    @Test func `shows a text without its markup, in the session of the given variables`() async throws {
        let folder = try TemporaryFolder()
        let program = folder.path + "/busctl"
        let script = """
            #!/bin/sh
            printf '%s\\n' "$XDG_RUNTIME_DIR $DBUS_SESSION_BUS_ADDRESS." "$@" > '\(folder.path)/words'
            """
        try Data(script.utf8).write(to: URL(filePath: program))
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
        await DesktopNotice.show(
            "<a href='x'>tool</a> & more",
            environment: [
                "PATH": folder.path, "XDG_RUNTIME_DIR": "/run/user/7", "DBUS_SESSION_BUS_ADDRESS": "unix:path=/evil",
            ])
        let words = try String(contentsOfFile: folder.path + "/words", encoding: .utf8).split(separator: "\n")
        #expect(
            words == [
                "/run/user/7 .", "--user", "--timeout=2", "--", "call", "org.freedesktop.Notifications",
                "/org/freedesktop/Notifications", "org.freedesktop.Notifications", "Notify", "susssasa{sv}i",
                "Latchkey", "0", "Latchkey", "&lt;a href='x'&gt;tool&lt;/a&gt; &amp; more", "0", "1", "urgency", "y",
                "2", "0",
            ])
    }

    @Test func `does nothing without busctl`() async {
        await DesktopNotice.show("text", environment: ["PATH": "/nowhere"])
    }
}
