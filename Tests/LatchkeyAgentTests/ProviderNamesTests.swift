import Foundation
import LatchkeySheet
import LatchkeyWire
import Testing

@testable import LatchkeyAgent

@Suite struct `Names of providers` {
    // MARK: Skeletons

    @Test(arguments: [
        "Latchkey", "latchkey", "LATCHKEY", "Latch key", "L a t c h k e y", "Latch-Key", "latchk\u{0435}y",
        "\u{FF2C}atchkey", "1atchkey", "Iatchkey", "|atchkey", "L\u{0430}tchkey", "Latch\u{200B}key", "L\u{00E4}tchkey",
        "Latch\u{00AD}key", "Latc\u{04BB}key", "Latch\u{043A}ey", "Latchk\u{03B5}y", "La\u{03C4}chkey",
        "Lat\u{03F2}hkey",
        "Latchkey\u{2122}", "Latchkey Vault", "Latchkey\u{2019}s", "\u{202E}Latchkey",
    ])
    func `finds those that could be taken for ours`(name: String) {
        #expect(NameSkeleton(name).isReserved)
    }

    @Test(arguments: ["KeePassXC for Latchkey", "Latch", "Latch hey", "Bitwarden", "Demo", "com.example.first"])
    func `leaves other names alone`(name: String) {
        #expect(!NameSkeleton(name).isReserved)
    }

    @Test(arguments: [
        ("Paypass", "\u{0420}\u{0430}\u{0443}pass"), ("Modern", "Modem"), ("Bitwarden", "Bi+tw arden!"),
        ("\u{0412}ank", "Bank"), ("S0lid", "Solid"), ("Vault 1", "vault l"), ("\u{0397}ome", "Home"),
    ])
    func `takes look-alikes for one name`(one: String, other: String) {
        #expect(NameSkeleton(one) == NameSkeleton(other))
    }

    @Test func `tells other names apart, and symbols where there is nothing else`() {
        let names = ["Alpha", "Alpha 2", "Beta", "Bitwarden", "KeePassXC", "\u{2605}", "\u{2606}", "\u{5BC6}\u{7801}"]
        #expect(Set(names.map { NameSkeleton($0) }).count == names.count)
        #expect(NameSkeleton("\u{200B} \u{2060}").isEmpty)
    }

    // MARK: Enabling

    private let world: AgentWorld

    init() throws {
        world = try AgentWorld()
    }

    private func install(_ id: ProviderIdentifier, named name: String) throws {
        try world.folder.addBundle(
            "\(id).appex", in: "bundles",
            list: infoPropertyList(["CFBundleIdentifier": id.rawValue, "CFBundleDisplayName": name]))
    }

    private func enable(_ id: ProviderIdentifier) async throws {
        let client = try await world.connect()
        do {
            _ = try await client.call(EnableProvider.self, EnableProvider.Parameters(provider: id))
        } catch let error as RemoteError where error.reason == .confirmationRequired {
            _ = try await client.call(
                EnableProvider.self,
                EnableProvider.Parameters(provider: id, confirmedDigest: error.details?["digest"]))
        }
    }

    private func refusal(_ id: ProviderIdentifier) async throws -> String? {
        do {
            try await enable(id)
            return nil
        } catch let error as RemoteError {
            #expect(error.reason == .providerUnusable)
            return error.message
        }
    }

    @Test(arguments: ["Latchkey", "latchk\u{0435}y", "Latch key", "LATCHKEY", "Latchkey Vault"])
    func `are refused for another provider when they could be taken for ours`(name: String) async throws {
        try install(.second, named: name)
        #expect(
            try await refusal(.second)
                == "com.example.second cannot be enabled: its name \"\(name)\" could be taken for Latchkey's own")
        #expect(try !world.agent.directory.isEnabled(.second))
        let asker = Asker(client: ClientDescription(program: "app", showsSheets: true), processIdentifier: 7)
        await #expect(throws: RemoteError.self) {
            try await world.agent.askToTurnOn(.second, for: asker, on: ScriptedScreen())
        }
    }

    @Test func `are ours for our own provider`() async throws {
        let own = try ProviderIdentifier("org.latchkey.vault.provider")
        try install(own, named: "Latchkey")
        #expect(try await refusal(own) == nil)
        #expect(world.agent.directory.name(of: own) == "Latchkey")
    }

    @Test func `are refused when another provider that is on has a like one`() async throws {
        let third = try ProviderIdentifier("com.example.third")
        try install(.second, named: "Paypass")
        try install(third, named: "PA\u{0423}-PASS")
        #expect(try await refusal(.second) == nil)
        #expect(
            try await refusal(third)
                == "com.example.third cannot be enabled: its name \"PA\u{0423}-PASS\" could be taken for that of "
                + "com.example.second")
        let client = try await world.connect()
        _ = try await client.call(DisableProvider.self, ProviderParameters(provider: .second))
        #expect(try await refusal(third) == nil)
    }

    @Test func `are refused when nobody can see them`() async throws {
        try install(.second, named: "\u{200B}\u{2060}")
        #expect(
            try await refusal(.second)
                == "com.example.second cannot be enabled: its name has no letter that can be seen")
    }

    // MARK: Afterwards

    @Test func `stay what they were when the provider was enabled`() async throws {
        try install(.second, named: "Second")
        try await enable(.second)
        try install(.second, named: "Latchkey")
        world.agent.directory.reload()
        #expect(try world.agent.directory.name(of: .second) == "Second")
        #expect(
            await reason { _ = try await world.agent.directory.launch(of: .second) } == .providerChanged)
    }

    @Test func `are shown with the identifier where two that are on are alike`() async throws {
        let third = try ProviderIdentifier("com.example.third")
        try install(.second, named: "Paypass")
        try install(third, named: "Other")
        try await enable(.second)
        try await enable(third)
        // As an older version has enabled them, which asked for no name.
        let path = world.folder.url.path + "/config/settings.json"
        let text = String(decoding: try #require(world.disk[path]), as: UTF8.self)
        world.disk[path] = Data(text.replacing("\"Other\"", with: "\"PayPass\"").utf8)
        let settings = try ProviderSettings(folder: world.folder.url.path + "/config", files: world.disk.files)
        let directory = ProviderDirectory(
            registry: ProviderRegistry(folders: [world.folder.url.path + "/bundles"]), settings: settings,
            activation: ProviderActivation(
                settings: settings, tokens: world.tokens, identities: world.store, keychain: world.keychain),
            tokens: world.tokens, readIcon: { _ in nil })
        let asker = Asker(client: ClientDescription(program: "app", showsSheets: true), processIdentifier: 7)
        #expect(
            try directory.frame(of: .second, for: asker, in: nil).providerName == "com.example.second (Paypass)")
        #expect(directory.frame(of: third, for: asker, in: nil).providerName == "com.example.third (PayPass)")
        #expect(try directory.finderProviders[.second]?.name == "com.example.second (Paypass)")
    }

    @Test func `and icons are shown only as they were confirmed`() async throws {
        let bundle = try world.folder.addBundle(
            "Second.appex", in: "bundles",
            list: infoPropertyList(["CFBundleIdentifier": "com.example.second", "CFBundleIconFile": "icon.png"]))
        let icon = bundle.appending(path: "icon.png")
        try Data("picture".utf8).write(to: icon)
        let settings = try ProviderSettings(folder: world.folder.url.path + "/config", files: world.disk.files)
        let directory = ProviderDirectory(
            registry: ProviderRegistry(folders: [world.folder.url.path + "/bundles"]), settings: settings,
            activation: ProviderActivation(
                settings: settings, tokens: world.tokens, identities: world.store, keychain: world.keychain),
            tokens: world.tokens, readIcon: { path in (try? Data(contentsOf: URL(filePath: path))).map { Array($0) } })
        let digest = try await directory.question(about: .second).digest
        _ = try await directory.enable(EnableProvider.Parameters(provider: .second, confirmedDigest: digest))
        _ = try await directory.launch(of: .second)
        let asker = Asker(client: ClientDescription(program: "app", showsSheets: true), processIdentifier: 7)
        #expect(try directory.frame(of: .second, for: asker, in: nil).icon == Data("picture".utf8))
        try Data("another".utf8).write(to: icon)
        #expect(try directory.frame(of: .second, for: asker, in: nil).icon == nil)
        #expect(await reason { _ = try await directory.launch(of: .second) } == .providerChanged)
    }
}
