import Foundation
import LatchkeySystem
import Testing

@testable import LatchkeyClient

@Suite struct NativeHostInstallationTests {
    // The folders of the browsers' documentation.
    @Test(
        arguments: [
            (.chromium, "home/.config/chromium/NativeMessagingHosts"),
            (.chrome, "home/.config/google-chrome/NativeMessagingHosts"),
            (.brave, "home/.config/BraveSoftware/Brave-Browser/NativeMessagingHosts"),
            (.edge, "home/.config/microsoft-edge/NativeMessagingHosts"),
            (.vivaldi, "home/.config/vivaldi/NativeMessagingHosts"),
            (.firefox, "home/.mozilla/native-messaging-hosts"),
            (.librewolf, "home/.librewolf/native-messaging-hosts"),
        ] as [(Browser.Identifier, String)])
    func `writes a manifest to the browser's folder`(identifier: Browser.Identifier, folder: String) throws {
        let world = try BrowserWorld()
        let place = world.place(identifier)
        #expect(world.installation.state(of: place) == .missing)
        try world.installation.install(in: place)
        #expect(place.manifest == "\(world.path)/\(folder)/org.latchkey.host.json")
        let written = try #require(world.read(place.manifest))
        let caller =
            place.browser.family == .chromium
            ? "\"allowed_origins\" : [\n    \"chrome-extension://jcckgbbmaieilaofjoapjjnabeobffmf/\"\n  ]"
            : "\"allowed_extensions\" : [\n    \"autofill@latchkey.org\"\n  ]"
        #expect(written.contains(caller), "\(written)")
        #expect(written.contains("\"name\" : \"org.latchkey.host\""))
        #expect(written.contains("\"type\" : \"stdio\""))
        #expect(written.contains("\"path\" : \"\(world.home)/.local/share/latchkey/native-host/org.latchkey.host\""))
        #expect(world.installation.state(of: place) == .right)
        #expect(try world.installation.wrapperState() == .right)
        #expect(try world.mode(of: world.installation.wrapperPath) == 0o700)
        #expect(try world.mode(of: place.manifest) == 0o600)
    }

    @Test func `uses XDG_CONFIG_HOME as the browsers do`() throws {
        let world = try BrowserWorld(["XDG_CONFIG_HOME": "/tmp/nowhere/config"])
        #expect(world.place(.chromium).manifest.hasPrefix("/tmp/nowhere/config/chromium/NativeMessagingHosts/"))
        // Firefox looks for manifests in the home folder, also if its profiles are elsewhere.
        #expect(world.place(.firefox).manifest.hasPrefix("\(world.home)/.mozilla/native-messaging-hosts/"))
    }

    @Test func `uses the browser's --user-data-dir`() throws {
        let world = try BrowserWorld()
        let place = try #require(
            BrowserPlace(Browser.named(.chromium), userDataDirectory: world.path + "/own data"))
        try world.installation.install(in: place)
        #expect(place.manifest == world.path + "/own data/NativeMessagingHosts/org.latchkey.host.json")
        #expect(world.installation.state(of: place) == .right)
        #expect(try world.installation.installedPlaces() == [place])
        #expect(BrowserPlace(Browser.named(.firefox), userDataDirectory: world.path) == nil)
        #expect(BrowserPlace(Browser.named(.chromium), userDataDirectory: "relative") == nil)
    }

    @Test func `removes exactly what it wrote, and the script with the last manifest`() throws {
        let world = try BrowserWorld()
        try world.write("theirs", to: "home/.config/chromium/NativeMessagingHosts/org.other.json")
        try world.write("theirs", to: "home/.mozilla/native-messaging-hosts/org.other.json")
        let before = world.files
        let (chromium, firefox) = (world.place(.chromium), world.place(.firefox))
        try world.installation.install(in: chromium)
        try world.installation.install(in: firefox)
        try world.installation.install(in: chromium)
        #expect(try world.installation.installedPlaces() == [chromium, firefox])
        #expect(try world.installation.uninstall(from: chromium))
        #expect(world.installation.state(of: chromium) == .missing)
        #expect(world.installation.state(of: firefox) == .right)
        #expect(try world.installation.wrapperState() == .right)
        #expect(try !world.installation.uninstall(from: chromium))
        #expect(try world.installation.uninstall(from: firefox))
        #expect(world.files == before)
    }

    @Test(arguments: [
        "{\"name\":\"org.other.host\",\"path\":\"/usr/bin/other\",\"type\":\"stdio\"}",
        "{\"name\":\"org.latchkey.host\",\"path\":\"/usr/bin/other\",\"type\":\"stdio\"}",
        "not even JSON", "", "[]",
    ])
    func `does not replace another program's file`(content: String) throws {
        let world = try BrowserWorld()
        let place = world.place(.chromium)
        try world.write(content, to: "home/.config/chromium/NativeMessagingHosts/org.latchkey.host.json")
        #expect(throws: BrowserError.foreignFile(place.manifest)) { try world.installation.install(in: place) }
        #expect(throws: BrowserError.foreignFile(place.manifest)) { _ = try world.installation.uninstall(from: place) }
        #expect(world.read(place.manifest) == content)
    }

    @Test func `does not follow a symbolic link at the manifest's path`() throws {
        let world = try BrowserWorld()
        let place = world.place(.firefox)
        try world.write("precious", to: "home/precious")
        try FileManager.default.createDirectory(atPath: place.hostsFolder, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: place.manifest, withDestinationPath: world.home + "/precious")
        #expect(throws: BrowserError.foreignFile(place.manifest)) { try world.installation.install(in: place) }
        #expect(world.read(world.home + "/precious") == "precious")
    }

    @Test func `replaces its own manifest after the folders moved`() throws {
        let world = try BrowserWorld()
        let place = world.place(.chromium)
        try world.write(
            """
            {"name":"org.latchkey.host","path":"/old/latchkey/native-host/org.latchkey.host","type":"stdio"}
            """, to: "home/.config/chromium/NativeMessagingHosts/org.latchkey.host.json")
        #expect(
            world.installation.state(of: place)
                == .otherProgram("/old/latchkey/native-host/org.latchkey.host"))
        try world.installation.install(in: place)
        #expect(world.installation.state(of: place) == .right)
    }

    @Test func `detects and repairs a manifest that allows another extension`() throws {
        let world = try BrowserWorld()
        let place = world.place(.chromium)
        try world.installation.install(in: place)
        let written = try #require(world.read(place.manifest))
        let widened = written.replacing(
            "\"chrome-extension://jcck",
            with: "\"chrome-extension://oboonakemofpalcgghocfoadofidjkkk/\", \"chrome-extension://jcck")
        try world.write(widened, to: "home/.config/chromium/NativeMessagingHosts/org.latchkey.host.json")
        #expect(world.installation.state(of: place) == .otherCallers)
        try world.installation.install(in: place)
        #expect(world.read(place.manifest) == written)
    }

    @Test func `detects and repairs a changed script`() throws {
        let world = try BrowserWorld()
        let place = world.place(.chromium)
        try world.installation.install(in: place)
        let script = ".local/share/latchkey/native-host/org.latchkey.host"
        let right = try #require(world.read(world.installation.wrapperPath))

        try world.write(right, to: "home/" + script, mode: 0o600)
        #expect(try world.installation.wrapperState() == .notExecutable)
        try world.installation.install(in: place)
        try world.write("#!/bin/sh\nexec evil\n", to: "home/" + script, mode: 0o700)
        #expect(try world.installation.wrapperState() == .outdated)
        try world.installation.install(in: place)
        #expect(try world.installation.wrapperState() == .right)
        try FileManager.default.removeItem(atPath: world.installation.wrapperPath)
        #expect(try world.installation.wrapperState() == .missing)

        let gone = NativeHostInstallation(
            locations: world.locations, environment: world.environment, program: "/nowhere/latchkey-native-host")
        try gone.install(in: place)
        #expect(try gone.wrapperState() == .programMissing)
        // Written for another installation.
        #expect(try world.installation.wrapperState() == .outdated)
    }

    @Test func `throws for a damaged record instead of replacing it`() throws {
        let world = try BrowserWorld()
        try world.installation.install(in: world.place(.chromium))
        let list = world.home + "/.local/share/latchkey/native-host/installed.json"
        try world.write("[{\"browser\":\"netscape\"}]", to: "home/.local/share/latchkey/native-host/installed.json")
        #expect(throws: BrowserError.unreadableRecord(list)) { _ = try world.installation.installedPlaces() }
        #expect(throws: BrowserError.unreadableRecord(list)) {
            _ = try world.installation.uninstall(from: world.place(.firefox))
        }
    }
}
