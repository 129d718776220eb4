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
        // Armenian, Lisu, Cherokee in capitals and small letters, and letters like k.
        "Latc\u{0570}key", "\u{053C}atchkey", "\u{A4E1}\u{A4EE}\u{A4D4}\u{A4DA}\u{A4E7}\u{A4D7}\u{A4F0}\u{A4EC}",
        "\u{13DE}\u{13AA}\u{13A2}\u{13DF}\u{13BB}\u{13E6}\u{13AC}\u{13A9}",
        "\u{ABAE}\u{AB7A}\u{AB72}\u{ABAF}\u{AB8B}\u{ABB6}\u{AB7C}\u{AB79}",
        "Latch\u{0138}ey", "Latch\u{0199}ey", "Latch\u{049B}ey", "Latch\u{049D}ey", "Latch\u{04C4}ey",
        "L\u{2C65}tchkey", "La\u{0236}chkey", "Lat\u{0255}hkey", "Latch\u{1D84}ey", "Latchk\u{1D92}y",
        "Latchke\u{1EFF}", "LATCHKE\u{1EFE}", "\u{0234}atchkey",
        // Our identifier.
        "org.latchkey.vault.provider (Latchkey)", "ORG Latchkey", "\u{043E}rg.latchkey",
    ])
    func `detects names that look like Latchkey`(name: String) {
        #expect(NameSkeleton(name).isReserved)
    }

    @Test(arguments: ["KeePassXC for Latchkey", "Latch", "Latch hey", "Bitwarden", "Demo", "com.example.first"])
    func `accepts names that do not look like Latchkey`(name: String) {
        #expect(!NameSkeleton(name).isReserved)
    }

    @Test(arguments: [
        ("Paypass", "\u{0420}\u{0430}\u{0443}pass"), ("Modern", "Modem"), ("Bitwarden", "Bi+tw arden!"),
        ("\u{0412}ank", "Bank"), ("S0lid", "Solid"), ("Vault 1", "vault l"), ("\u{0397}ome", "Home"),
    ])
    func `names that look alike have one skeleton`(one: String, other: String) {
        #expect(NameSkeleton(one) == NameSkeleton(other))
    }

    @Test func `different names have different skeletons, also names of symbols only`() {
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
    func `another provider cannot be enabled with a name like Latchkey's`(name: String) async throws {
        try install(.second, named: name)
        #expect(
            try await refusal(.second)
                == "com.example.second cannot be enabled: its name \"\(name)\" could be taken for Latchkey's own")
        #expect(try !world.agent.directory.isEnabled(.second))
        let requester = Requester(
            client: ClientDescription(program: "app", showsSheets: true), caller: AgentWorld.browser)
        await #expect(throws: RemoteError.self) {
            try await world.agent.requestEnabling(.second, for: requester, on: ScriptedScreen())
        }
    }

    @Test(arguments: [
        "Vau\u{0431}t", "Safe \u{0424}", "\u{10D0}Pass", "Pass\u{05D0}", "\u{03A9}mega Safe", "S\u{1E2F}fe\u{0E01}",
        "P\u{1D6C0}",
    ])
    func `a provider whose name mixes scripts cannot be enabled`(name: String) async throws {
        try install(.second, named: name)
        #expect(
            try await refusal(.second)
                == "com.example.second cannot be enabled: its name \"\(name)\" mixes Latin letters with letters of "
                + "another script")
        #expect(try !world.agent.directory.isEnabled(.second))
    }

    @Test(arguments: [
        "\u{5BC6}\u{7801} Pass", "\u{30D1}\u{30B9}\u{30EF}\u{30FC}\u{30C9} Pass \u{3072}\u{3089}",
        "\u{BE44}\u{BC00} Pass", "\u{310A} Pass", "Clé Señor Łódź №1",
        "\u{041F}\u{0430}\u{0440}\u{043E}\u{043B}\u{0438} 2", "\u{03A9}\u{03BC}\u{03AD}\u{03B3}\u{03B1}",
        "\u{00B5}Pass \u{2122}", "\u{1D400}\u{1D41B}c", "O\u{02BC}Neil",
    ])
    func `names in one script, or in Latin with East Asian ones, are accepted`(name: String) async throws {
        try install(.second, named: name)
        #expect(try await refusal(.second) == nil)
    }

    @Test(arguments: ["\u{202E}yekhctaL", "A\u{2067}B", "Safe\u{200F}", "\u{61C}Safe"])
    func `a provider whose name has a bidirectional control cannot be enabled`(name: String) async throws {
        try install(.second, named: name)
        #expect(
            try await refusal(.second)
                == "com.example.second cannot be enabled: its name has an invisible character that changes the order of "
                + "letters")
        #expect(try !world.agent.directory.isEnabled(.second))
    }

    @Test func `a provider cannot be enabled with another provider's identifier as its name`() async throws {
        let third = try ProviderIdentifier("com.example.third")
        try install(.second, named: "Second")
        try install(third, named: "COM Example Second")
        #expect(try await refusal(.second) == nil)
        #expect(
            try await refusal(third)
                == "com.example.third cannot be enabled: its name \"COM Example Second\" could be taken for that of "
                + "com.example.second")
    }

    @Test func `our own provider may be called Latchkey`() async throws {
        let own = try ProviderIdentifier("org.latchkey.vault.provider")
        try install(own, named: "Latchkey")
        #expect(try await refusal(own) == nil)
        #expect(world.agent.directory.name(of: own) == "Latchkey")
    }

    @Test func `a provider cannot be enabled with a name like another enabled provider's`() async throws {
        let third = try ProviderIdentifier("com.example.third")
        try install(.second, named: "Paypass")
        try install(third, named: "PAY-PASS")
        #expect(try await refusal(.second) == nil)
        #expect(
            try await refusal(third)
                == "com.example.third cannot be enabled: its name \"PAY-PASS\" could be taken for that of "
                + "com.example.second")
        let client = try await world.connect()
        _ = try await client.call(DisableProvider.self, ProviderParameters(provider: .second))
        #expect(try await refusal(third) == nil)
    }

    @Test func `a provider whose name has no visible character cannot be enabled`() async throws {
        try install(.second, named: "\u{200B}\u{2060}")
        #expect(
            try await refusal(.second)
                == "com.example.second cannot be enabled: its name has no letter that can be seen")
    }

    // MARK: Afterwards

    @Test func `a provider keeps the name that it was enabled with`() async throws {
        try install(.second, named: "Second")
        try await enable(.second)
        try install(.second, named: "Latchkey")
        world.agent.directory.reload()
        #expect(try world.agent.directory.name(of: .second) == "Second")
        #expect(
            await reason { _ = try await world.agent.directory.launch(of: .second) } == .providerChanged)
    }

    @Test func `similar names of enabled providers are shown with their identifiers`() async throws {
        let third = try ProviderIdentifier("com.example.third")
        try install(.second, named: "Paypass")
        try install(third, named: "Other")
        try await enable(.second)
        try await enable(third)
        let directory = try directory(renaming: "Other", to: "PayPass")
        let requester = Requester(
            client: ClientDescription(program: "app", showsSheets: true), caller: AgentWorld.browser)
        #expect(
            try directory.frame(of: .second, for: requester, in: nil).providerName == "com.example.second (Paypass)")
        #expect(directory.frame(of: third, for: requester, in: nil).providerName == "com.example.third (PayPass)")
        #expect(try directory.finderProviders[.second]?.name == "com.example.second (Paypass)")
    }

    @Test(arguments: ["Latchkey Vault", "\u{202E}yekhctaL", "Safe \u{0424}", "\u{200B}"])
    func `a misleading name that an older version accepted is shown with its identifier`(name: String) async throws {
        try install(.second, named: "Other")
        try await enable(.second)
        let directory = try directory(renaming: "Other", to: name)
        #expect(try directory.name(of: .second) == "com.example.second (\(name))")
    }

    /// The directory with an enabled provider's name as an older version stored it, which compared no names.
    private func directory(renaming old: String, to new: String) throws -> ProviderDirectory {
        let path = world.folder.url.path + "/config/settings.json"
        let text = String(decoding: try #require(world.disk[path]), as: UTF8.self)
        world.disk[path] = Data(text.replacing("\"\(old)\"", with: "\"\(new)\"").utf8)
        let settings = try ProviderSettings(folder: world.folder.url.path + "/config", files: world.disk.files)
        return ProviderDirectory(
            registry: ProviderRegistry(folders: [world.folder.url.path + "/bundles"]), settings: settings,
            activation: ProviderActivation(
                settings: settings, tokens: world.tokens, identities: world.store, keychain: world.keychain),
            tokens: world.tokens, readIcon: { _ in nil })
    }

    @Test func `only confirmed names and icons are shown`() async throws {
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
        let requester = Requester(
            client: ClientDescription(program: "app", showsSheets: true), caller: AgentWorld.browser)
        #expect(try directory.frame(of: .second, for: requester, in: nil).icon == Data("picture".utf8))
        try Data("another".utf8).write(to: icon)
        #expect(try directory.frame(of: .second, for: requester, in: nil).icon == nil)
        #expect(await reason { _ = try await directory.launch(of: .second) } == .providerChanged)
    }
}
