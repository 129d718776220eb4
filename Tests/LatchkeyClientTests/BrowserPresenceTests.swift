import Foundation
import LatchkeySystem
import Testing

@testable import LatchkeyClient

@Suite struct BrowserPresenceTests {
    private func presence(_ identifier: Browser.Identifier, in world: BrowserWorld) -> BrowserPresence {
        BrowserPresence(
            of: Browser.named(identifier), locations: world.locations,
            searchPath: "\(world.path)/bin:/snap/bin:relative", root: world.path)
    }

    @Test func `finds a browser by its program or the user's profile`() throws {
        let world = try BrowserWorld()
        for identifier in Browser.Identifier.allCases {
            #expect(!presence(identifier, in: world).isInstalled)
        }
        try world.write("", to: "bin/firefox-esr", mode: 0o755)
        try world.write("", to: "bin/chromium", mode: 0o644)
        try world.write("{}", to: "home/.config/google-chrome/Local State")
        try world.write("", to: "home/.librewolf/profiles.ini")
        #expect(
            Browser.Identifier.allCases.filter { presence($0, in: world).isInstalled } == [
                .chrome, .firefox, .librewolf,
            ])
    }

    @Test func `our own manifest alone is not a browser`() throws {
        let world = try BrowserWorld()
        for identifier in Browser.Identifier.allCases {
            try world.installation.install(in: world.place(identifier))
            #expect(!presence(identifier, in: world).isInstalled)
        }
    }

    @Test func `detects browsers as Flatpak or Snap`() throws {
        let world = try BrowserWorld()
        try world.write("", to: "home/.var/app/org.mozilla.firefox/data")
        try world.write("", to: "var/lib/flatpak/app/com.google.Chrome/x")
        try world.write("", to: "snap/chromium/current")
        try world.write("", to: "home/snap/firefox/common/x")
        #expect(Browser.Identifier.allCases.filter { presence($0, in: world).isFlatpak } == [.chrome, .firefox])
        #expect(Browser.Identifier.allCases.filter { presence($0, in: world).isSnap } == [.chromium, .firefox])
        #expect(Browser.Identifier.allCases.allSatisfy { !presence($0, in: world).isInstalled })
    }
}
