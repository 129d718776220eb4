import LatchkeyClient
import LatchkeySystem
import Testing

@Suite struct BrowserTests {
    @Test(arguments: Browser.Identifier.allCases)
    func `every browser identifier has a row in the table`(identifier: Browser.Identifier) {
        #expect(Browser.named(identifier).identifier == identifier)
    }

    @Test(
        arguments: [
            ("/usr/lib/chromium/chromium", "chromium", Browser.Family.chromium, "Chromium"),
            ("/opt/google/chrome/chrome", "chrome", .chromium, "Google Chrome"),
            ("/opt/microsoft/msedge/msedge", "msedge", .chromium, "Microsoft Edge"),
            ("/usr/lib/firefox-esr/firefox-esr", "firefox-esr", .firefox, "Firefox"),
            // Without the executable's path, the process name counts; unknown programs get their family's name.
            (nil, "vivaldi-bin", .chromium, "Vivaldi"), ("/usr/bin/python3", "python3", .chromium, "Chromium"),
            (nil, nil, .firefox, "Firefox"),
            // A name of the other family is ignored.
            ("/usr/bin/firefox", "firefox", .chromium, "Chromium"),
        ] as [(String?, String?, Browser.Family, String)])
    func `names the browser for frames and the log`(
        executable: String?, name: String?, family: Browser.Family, title: String
    ) {
        #expect(Browser.title(of: ParentProcess(executable: executable, name: name), family: family) == title)
    }
}
