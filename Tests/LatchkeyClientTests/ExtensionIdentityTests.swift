import Crypto
import Foundation
import LatchkeyClient
import Testing

@Suite struct ExtensionIdentityTests {
    private struct Manifest: Decodable {
        struct Settings: Decodable {
            struct Gecko: Decodable { let id: String }
            let gecko: Gecko
        }
        let key: String
        let browser_specific_settings: Settings
    }

    private func manifest() throws -> Manifest {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return try JSONDecoder().decode(
            Manifest.self, from: Data(contentsOf: root.appending(path: "Extension/manifest.json")))
    }

    @Test func `Chromium's identifier is derived from the key in the extension's manifest`() throws {
        let key = try #require(Data(base64Encoded: manifest().key))
        let letters = Array("abcdefghijklmnop")
        let made = SHA256.hash(data: key).prefix(16).flatMap { [letters[Int($0 >> 4)], letters[Int($0 & 15)]] }
        #expect(ExtensionIdentity.chromium.first == String(made))
        #expect(ExtensionIdentity.origins.first == "chrome-extension://\(String(made))/")
    }

    @Test func `Firefox's identifier is the one in the extension's manifest`() throws {
        #expect(ExtensionIdentity.firefox == [try manifest().browser_specific_settings.gecko.id])
    }
}
