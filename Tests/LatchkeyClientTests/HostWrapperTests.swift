import Foundation
import LatchkeySystem
import Testing

@testable import LatchkeyClient

@Suite struct HostWrapperTests {
    @Test func `the wrapper script exports only the folder variables that are set to absolute paths`() {
        let wrapper = HostWrapper(
            program: "/opt/latchkey/latchkey-native-host",
            environment: [
                "HOME": "/home/ada", "XDG_RUNTIME_DIR": "/run/user/1000", "XDG_CONFIG_HOME": "relative",
                "PATH": "/evil", "LD_PRELOAD": "/evil.so", "DISPLAY": ":0",
            ])
        #expect(
            wrapper.text == """
                #!/bin/sh
                # Written by "latchkey browser install", and removed by "latchkey browser uninstall".
                # Starts Latchkey's native host with these folders, independent of the browser's environment.
                export HOME='/home/ada'
                export XDG_RUNTIME_DIR='/run/user/1000'
                exec '/opt/latchkey/latchkey-native-host' "$@"

                """)
    }

    // A shell must print exactly the original text.
    @Test(arguments: [
        "/home/ada", "/with space", "/with'quote", "/''", "/$(touch /tmp/latchkey-evil)", "/`id`", "/back\\slash",
        "/\"double\"", "/new\nline", "/*", "/~", "/ü€𝄞", "/;exit 1", "/-n",
    ])
    func `the script quotes every path exactly`(path: String) throws {
        let world = try BrowserWorld()
        try world.write("#!/bin/sh\nprintf '%s|' \"$HOME\" \"$@\"\n", to: "it's $HOME/host", mode: 0o700)
        let wrapper = HostWrapper(program: world.path + "/it's $HOME/host", environment: ["HOME": path])
        try world.write(wrapper.text, to: "wrapper", mode: 0o700)
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: world.path + "/wrapper")
        process.arguments = ["chrome-extension://id/", "two words"]
        process.environment = ["HOME": "/another", "PATH": "/usr/bin:/bin"]
        process.standardOutput = output
        try process.run()
        let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(said == "\(path)|chrome-extension://id/|two words|")
    }
}
