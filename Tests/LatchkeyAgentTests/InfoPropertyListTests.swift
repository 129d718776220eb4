import Foundation
import LatchkeyTesting
import Testing

@testable import LatchkeyAgent

@Suite struct `Info property list` {
    private func capabilities(_ attributes: [String: Any]?) throws -> ProviderCapabilities {
        let list = try #require(InfoPropertyList(Array(infoPropertyList(attributes: attributes))))
        return ProviderCapabilities(attributes: list.dictionary("NSExtension")?.dictionary("NSExtensionAttributes"))
    }

    private func capabilities(of dictionary: [String: Any]) throws -> [String] {
        try capabilities(["ASCredentialProviderExtensionCapabilities": dictionary]).names
    }

    // MARK: Capabilities

    @Test func `a provider without capabilities offers passwords`() throws {
        #expect(try capabilities(nil).names == ["ProvidesPasswords"])
        #expect(try capabilities([:]).names == ["ProvidesPasswords"])
        #expect(try capabilities(of: [:]) == ["ProvidesPasswords"])
        #expect(try capabilities(of: ["ProvidesTextToInsert": true]) == ["ProvidesPasswords", "ProvidesTextToInsert"])
        #expect(try capabilities(of: ["ProvidesPasswords": false]) == [])
    }

    @Test(arguments: [true, 1, "YES", "yes", "true", "1"] as [any Sendable])
    func `reads booleans in all spellings`(value: any Sendable) throws {
        #expect(try capabilities(of: ["ProvidesPasskeys": value]) == ["ProvidesPasswords", "ProvidesPasskeys"])
    }

    @Test(arguments: [false, 0, "NO", "0", "", "maybe", 2, [true], ["a": true]] as [any Sendable])
    func `ignores values that are not booleans`(value: any Sendable) throws {
        #expect(try capabilities(of: ["ProvidesPasskeys": value]) == ["ProvidesPasswords"])
    }

    @Test func `prefers the newer key of the configuration interface`() throws {
        let legacy = "ASCredentialProviderExtensionShowsConfigurationUI"
        let newer = "ASCredentialProviderExtensionCapabilities"
        #expect(try capabilities([legacy: true]).showsConfigurationUI)
        #expect(try capabilities([legacy: true, newer: ["ProvidesPasswords": true]]).showsConfigurationUI)
        #expect(try capabilities([legacy: true, newer: ["ShowsConfigurationUI": false]]).showsConfigurationUI == false)
        #expect(try capabilities([legacy: false, newer: ["ShowsConfigurationUI": true]]).showsConfigurationUI)
    }

    @Test func `generating requires saving, and includes an interface by default`() throws {
        let generate = "SupportsGeneratePasswordCredentials"
        let save = "SupportsSavePasswordCredentials"
        #expect(try capabilities(of: [generate: true]) == ["ProvidesPasswords"])
        let both = ["ProvidesPasswords", save, generate]
        #expect(try capabilities(of: [generate: true, save: true]) == both + [generate + "WithUI"])
        #expect(try capabilities(of: [generate: true, save: true, generate + "WithUI": false]) == both)
        let misspelt = "SupportsGeneratePasswordsCredentialsWithUI"
        #expect(try capabilities(of: [generate: true, save: true, misspelt: false]) == both)
        #expect(
            try capabilities(of: [generate: true, save: true, misspelt: false, generate + "WithUI": true]).count == 4)
    }

    @Test func `changing user names requires saving`() throws {
        let key = "LatchkeySupportsUserNameChanges"
        #expect(try capabilities([key: true]).names == ["ProvidesPasswords"])
        let save: [String: Any] = [
            "ASCredentialProviderExtensionCapabilities": ["SupportsSavePasswordCredentials": true]
        ]
        #expect(try capabilities(save).supportsUserNameChanges == false)
        #expect(
            try capabilities(save.merging([key: true]) { $1 }).names
                == ["ProvidesPasswords", "SupportsSavePasswordCredentials", key])
    }

    @Test func `the exchange requires versions, and the upgrade requires passkeys`() throws {
        #expect(try capabilities(of: ["SupportsCredentialExchange": true]) == ["ProvidesPasswords"])
        let versions: [String: Any] = [
            "SupportsCredentialExchange": true, "SupportedCredentialExchangeVersions": ["1.0"],
        ]
        #expect(try capabilities(of: versions) == ["ProvidesPasswords", "SupportsCredentialExchange"])
        #expect(try capabilities(of: ["SupportsConditionalPasskeyRegistration": true]) == ["ProvidesPasswords"])
        let upgrade = ["SupportsConditionalPasskeyRegistration": true, "ProvidesPasskeys": true]
        #expect(try capabilities(of: upgrade).contains("SupportsConditionalPasskeyRegistration"))
    }

    @Test func `accepts the property lists of shipped providers`() throws {
        let list = """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <plist version="1.0"><dict>
              <key>CFBundleDisplayName</key><string>$(BUNDLE_DISPLAY_NAME)</string>
              <key>CFBundleIdentifier</key><string>com.example.first</string>
              <key>CFBundleVersion</key><integer>1</integer><key>Built</key><date>2026-01-01T00:00:00Z</date>
              <key>NSExtension</key><dict>
                <key>ASCredentialProviderExtensionShowsConfigurationUI</key><true/>
                <key>NSExtensionAttributes</key><dict>
                  <key>ASCredentialProviderExtensionCapabilities</key><dict>
                    <key>ProvidesOneTimeCodes</key><true/><key>ProvidesTextToInsert</key><false/>
                  </dict>
                  <key>ASCredentialProviderViewControllerClass</key><string>A.B</string>
                </dict>
                <key>NSExtensionPointIdentifier</key>
                <string>com.apple.authentication-services-credential-provider-ui</string>
                <key>NSExtensionPrincipalClass</key><string>$(PRODUCT_MODULE_NAME).Controller</string>
              </dict>
              <key>UIAppFonts</key><array><string>a &amp; b.ttf</string></array>
            </dict></plist>
            """
        let parsed = try #require(InfoPropertyList(Array(list.utf8)))
        let capabilities = ProviderCapabilities(
            attributes: parsed.dictionary("NSExtension")?.dictionary("NSExtensionAttributes"))
        #expect(capabilities.names == ["ProvidesPasswords", "ProvidesOneTimeCodes"])
        #expect(parsed.title("CFBundleDisplayName") == nil)
        #expect(parsed.texts("UIAppFonts") == ["a & b.ttf"])
    }

    // MARK: Hostile bytes

    @Test func `rejects property lists with entities, deep nesting or the old format`() {
        let nested = String(repeating: "<array>", count: 2000) + String(repeating: "</array>", count: 2000)
        let lists = [
            "", "<", "{ a = b; }", "a", "<plist version=\"1.0\">\(nested)</plist>",
            "<!DOCTYPE plist [<!ENTITY a \"b\">]><plist><dict><key>a</key><string>&a;</string></dict></plist>",
            "<!ENTITY a \"b\"><plist><dict/></plist>", "<plist><string>a</string></plist>", "<plist><dict><key>a</key>",
            "<?xml version=\"1.0\" encoding=\"UTF-16\"?><plist><dict/></plist>", "<plist><dict>\0</dict></plist>",
        ]
        for list in lists { #expect(InfoPropertyList(Array(list.utf8)) == nil, "\(list.prefix(60))") }
        #expect(InfoPropertyList(Array("<plist><dict/></plist>".utf8)) != nil)
    }

    @Test func `rejects a binary property list with exponential references`() {
        // Thirty arrays of two references to the next one: a thousand million values when expanded.
        #expect(InfoPropertyList(Self.binary((0..<30).map { [0xa2, $0 + 1, $0 + 1] } + [[0x51, 0x78]])) == nil)
        // An array within itself.
        #expect(InfoPropertyList(Self.binary([[0xa1, 0]])) == nil)
        // A dictionary within itself, and one whose key is a dictionary.
        #expect(InfoPropertyList(Self.binary([[0xd1, 1, 0], [0x51, 0x78]])) == nil)
        #expect(InfoPropertyList(Self.binary([[0xd1, 1, 1], [0xd0]])) == nil)
        // A length beyond the end, a reference beyond the table, a set, a UID.
        let wrong: [[UInt8]] = [[0x5f, 0x12, 0x7f, 0xff, 0xff, 0xff], [0xa1, 9], [0xc0], [0x80, 1]]
        for object in wrong { #expect(InfoPropertyList(Self.binary([[0xd1, 1, 2], [0x51, 0x78], object])) == nil) }
        #expect(InfoPropertyList(Self.binary([[0xd1, 1, 2], [0x51, 0x78], [0x51, 0x79]]))?.text("x") == "y")
    }

    @Test func `rejects a binary property list with large overlapping strings`() {
        // Texts of a hundred bytes that begin at every eighth one: a list of 200 kilobytes would become ten megabytes.
        func list(texts count: Int) -> [UInt8] {
            let length = 100_000
            let head: [UInt8] = [0x5f, 0x12] + (0..<4).map { UInt8(truncatingIfNeeded: length >> (24 - 8 * $0)) }
            var bytes = Array("bplist00".utf8)
            // A dictionary of one key, whose value is the array behind it.
            bytes += [0xd1, 0, 1, 0, 2, 0x51, 0x78, 0xaf, 0x10, UInt8(count)]
            for index in 0..<count { bytes += [0, UInt8(3 + index)] }
            let start = bytes.count
            for _ in 0..<count { bytes += head }
            bytes += [UInt8](repeating: 0x78, count: length)
            let offsets = [8, 13, 15] + (0..<count).map { start + head.count * $0 }
            let table = bytes.count
            for offset in offsets { bytes += (0..<4).map { UInt8(truncatingIfNeeded: offset >> (24 - 8 * $0)) } }
            func long(_ number: Int) -> [UInt8] { (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) } }
            return bytes + [0, 0, 0, 0, 0, 0, 4, 2] + long(offsets.count) + long(0) + long(table)
        }
        #expect(InfoPropertyList(list(texts: 10))?.texts("x").count == 10)
        #expect(InfoPropertyList(list(texts: 11)) == nil)
    }

    @Test(.timeLimit(.minutes(3))) func `rejects a property list with many combining marks`() throws {
        func list(_ name: String) -> [UInt8] { Array("<plist><dict><key>\(name)</key><true/></dict></plist>".utf8) }
        for mark in ["\u{301}", "&#769;", "\u{301}<![CDATA[]]>"] {
            #expect(InfoPropertyList(list("a" + String(repeating: mark, count: 4096))) != nil)
            #expect(InfoPropertyList(list("a" + String(repeating: mark, count: 4097))) == nil)
        }
        for (count, isAllowed) in [(4096, true), (4097, false), (60_000, false)] {
            let name = String(repeating: "\u{316}\u{301}", count: count / 2) + (count % 2 == 1 ? "\u{301}" : "")
            let bytes = try PropertyListSerialization.data(
                fromPropertyList: [name: true], format: .binary, options: 0)
            #expect((InfoPropertyList(Array(bytes)) != nil) == isAllowed, "\(count)")
        }
    }

    @Test(.timeLimit(.minutes(3))) func `scans a property list for declarations once`() {
        let types = String(repeating: "<!DOCTYPE", count: 29_000)
        #expect(InfoPropertyList(Array((types + "><plist><dict/></plist>").utf8)) == nil)
        #expect(InfoPropertyList(Array("<!DOCTYPE plist><plist><dict/></plist>".utf8)) != nil)
    }

    @Test(arguments: [PropertyListSerialization.PropertyListFormat.xml, .binary])
    func `a property list with changed bytes never traps`(format: PropertyListSerialization.PropertyListFormat) throws {
        let good = Array(
            try infoPropertyList(
                ["Date": Date(timeIntervalSince1970: 0), "Data": Data([1, 2]), "Real": 1.5, "List": [1, 2, "é€"]],
                attributes: ["ASCredentialProviderExtensionCapabilities": ["ProvidesPasskeys": true]], format: format))
        let places = Generator<Int>.int(in: 0...good.count - 1)
        try forAll(places, places, .int(in: 0...255), .bytes(upTo: 6), runs: 3000) { first, second, byte, inserted in
            var bytes = good
            bytes[first] = UInt8(byte)
            bytes.replaceSubrange(min(first, second)..<min(first, second) + 1, with: inserted)
            if let list = InfoPropertyList(bytes) {
                _ = ProviderCapabilities(
                    attributes: list.dictionary("NSExtension")?.dictionary("NSExtensionAttributes"))
            }
            return true
        }
    }

    @Test func `arbitrary property list bytes never trap`() throws {
        try forAll(.bytes(upTo: 300), .element(of: ["", "bplist00", "<plist>", "<?xml"]), runs: 2000) { bytes, start in
            let trailer: [UInt8] =
                [0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 1] + [UInt8](repeating: 0, count: 15) + [9]
            _ = InfoPropertyList(Array(start.utf8) + bytes)
            _ = InfoPropertyList(Array(start.utf8) + bytes + trailer)
            return true
        }
    }

    /// A binary list of the given objects, the first of them on top.
    private static func binary(_ objects: [[UInt8]]) -> [UInt8] {
        var bytes = Array("bplist00".utf8)
        var table: [UInt8] = []
        for object in objects {
            table.append(UInt8(bytes.count))
            bytes += object
        }
        let start = UInt8(bytes.count)
        let zeros = [UInt8](repeating: 0, count: 7)
        return bytes + table + [0, 0, 0, 0, 0, 0, 1, 1] + zeros + [UInt8(objects.count)] + zeros + [0] + zeros + [start]
    }
}
