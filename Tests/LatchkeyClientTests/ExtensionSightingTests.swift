import LatchkeySystem
import Testing

@testable import LatchkeyClient

/// The entries that Chromium 156 and Firefox 153 write for an extension, with the members that matter.
@Suite struct ExtensionSightingTests {
    private static let identifier = "jcckgbbmaieilaofjoapjjnabeobffmf"

    private func sightings(inChromium entry: String, file: String = "Preferences") throws -> [ExtensionSighting] {
        let world = try BrowserWorld()
        try world.write(
            "{\"extensions\":{\"settings\":{\"other\":7,\"\(Self.identifier)\":\(entry)}},\"more\":[]}",
            to: "home/.config/chromium/Profile 1/\(file)")
        try world.write("{}", to: "home/.config/chromium/Local State")
        return ExtensionSighting.all(in: world.place(.chromium)).map {
            ExtensionSighting(
                profile: $0.profile.replacing(world.home, with: "~"), isEnabled: $0.isEnabled, version: $0.version,
                unpackedFrom: $0.unpackedFrom)
        }
    }

    // Loaded unpacked; disabled in the three formats; from a store.
    @Test(
        arguments: [
            (
                """
                {"location":4,"path":"/ext","disable_reasons":[],"service_worker_registration_info":{"version":"0.1.0"}}
                """, true, "0.1.0", "/ext"
            ),
            ("{\"location\":4,\"path\":\"/ext\",\"disable_reasons\":[1]}", false, nil, "/ext"),
            ("{\"location\":4,\"path\":\"/ext\",\"disable_reasons\":1}", false, nil, "/ext"),
            ("{\"location\":4,\"path\":\"/ext\",\"state\":0}", false, nil, "/ext"),
            (
                "{\"location\":1,\"path\":\"id/1.2_0\",\"state\":1,\"manifest\":{\"version\":\"1.2\"}}", true, "1.2",
                nil
            ),
        ] as [(String, Bool, String?, String?)])
    func `finds the extension in Chromium's preferences`(
        entry: String, isEnabled: Bool, version: String?, folder: String?
    ) throws {
        for file in ["Preferences", "Secure Preferences"] {
            #expect(
                try sightings(inChromium: entry, file: file) == [
                    ExtensionSighting(
                        profile: "~/.config/chromium/Profile 1", isEnabled: isEnabled, version: version,
                        unpackedFrom: folder)
                ])
        }
    }

    @Test(arguments: ["{}", "7", "{\"location\":4}"])
    func `ignores an entry of Chromium without a path`(entry: String) throws {
        #expect(try sightings(inChromium: entry).isEmpty)
    }

    @Test(arguments: [".mozilla/firefox", ".config/mozilla/firefox"])
    func `finds the extension in Firefox's list in both profile folders`(folder: String) throws {
        let world = try BrowserWorld()
        try world.write(
            """
            {"schemaVersion":37,"addons":[{"id":"other@example.org","active":true},{"id":"autofill@latchkey.org",\
            "version":"0.1.0","active":false,"userDisabled":true}]}
            """, to: "home/\(folder)/abc.default/extensions.json")
        #expect(
            ExtensionSighting.all(in: world.place(.firefox)) == [
                ExtensionSighting(
                    profile: "\(world.home)/\(folder)/abc.default", isEnabled: false, version: "0.1.0",
                    unpackedFrom: nil)
            ])
    }

    @Test func `ignores files that cannot be parsed`() throws {
        let world = try BrowserWorld()
        try world.write("{\"addons\":", to: "home/.mozilla/firefox/abc.default/extensions.json")
        try world.write("[", to: "home/.config/chromium/Default/Preferences")
        #expect(ExtensionSighting.all(in: world.place(.firefox)).isEmpty)
        #expect(ExtensionSighting.all(in: world.place(.chromium)).isEmpty)
    }
}
