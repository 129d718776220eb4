import LatchkeyClient
import Testing

@Suite struct BrowserCallerTests {
    private static let origin = "chrome-extension://jcckgbbmaieilaofjoapjjnabeobffmf/"
    private static let manifest = "/home/ada/.mozilla/native-messaging-hosts/org.latchkey.host.json"

    @Test func `recognises our extension in both families of browsers`() throws {
        let chromium = try BrowserCaller(arguments: [Self.origin])
        #expect(chromium.family == .chromium)
        #expect(chromium.extensionIdentifier == "jcckgbbmaieilaofjoapjjnabeobffmf")
        let firefox = try BrowserCaller(arguments: [Self.manifest, "autofill@latchkey.org"])
        #expect(firefox.family == .firefox)
        #expect(firefox.extensionIdentifier == "autofill@latchkey.org")
        // Chromium may pass further arguments.
        #expect(try BrowserCaller(arguments: [Self.origin, "--parent-window=0"]) == chromium)
    }

    @Test(arguments: [
        // Other extensions, and similar origins.
        ["chrome-extension://oboonakemofpalcgghocfoadofidjkkk/"],
        ["chrome-extension://jcckgbbmaieilaofjoapjjnabeobffmf"],
        ["chrome-extension://jcckgbbmaieilaofjoapjjnabeobffmf/evil"],
        ["chrome-extension://JCCKGBBMAIEILAOFJOAPJJNABEOBFFMF/"],
        ["chrome-extension://jcckgbbmaieilaofjoapjjnabeobffmf.evil.example/"],
        ["chrome-extension://evil/", origin],
        ["chrome-extension://"],
        [manifest, "autofill@latchkey.org.evil"],
        [manifest, "AUTOFILL@latchkey.org"],
        [manifest, ""],
        [manifest, "other@example.org", "autofill@latchkey.org"],
    ])
    func `refuses a host start for another extension`(arguments: [String]) {
        #expect { try BrowserCaller(arguments: arguments) } throws: { error in
            if case .foreignExtension? = error as? NativeHostError { true } else { false }
        }
    }

    @Test(arguments: [
        [], [""], ["--help"], [manifest], ["autofill@latchkey.org"],
        ["org.latchkey.host.json", "autofill@latchkey.org"],
        ["moz-extension://jcckgbbmaieilaofjoapjjnabeobffmf/"],
    ])
    func `refuses arguments that no browser passes`(arguments: [String]) {
        #expect(throws: NativeHostError.noBrowser) { try BrowserCaller(arguments: arguments) }
    }
}
