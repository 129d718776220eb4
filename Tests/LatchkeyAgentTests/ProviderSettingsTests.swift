import Foundation
import LatchkeyCore
import LatchkeyWire
import Synchronization
import Testing

@testable import LatchkeyAgent

@Suite struct `Provider settings` {
    private static let bundle = "/home/me/p.appex"

    private let disk = FilesInMemory()
    private let first: ProviderIdentifier
    private let second: ProviderIdentifier
    private let settings: ProviderSettings

    init() throws {
        first = try .first
        second = try .second
        settings = try ProviderSettings(folder: "/config", files: disk.files)
    }

    private func readAgain() throws -> ProviderSettings {
        try ProviderSettings(folder: "/config", files: disk.files, now: { Date(timeIntervalSince1970: 1000) })
    }

    private func enable(_ id: ProviderIdentifier) throws {
        try settings.enable(.sample(id), state: .sample("aa"), confirmed: "aa")
    }

    @Test func `enabling requires the digest that the user confirmed`() throws {
        let wanted = ProviderSettingsError.confirmationRequired(path: Self.bundle, digest: "aa")
        for confirmed in [nil, "bb", "a", ""] {
            #expect(throws: wanted) { try settings.enable(.sample(first), state: .sample("aa"), confirmed: confirmed) }
        }
        #expect(settings.enabled == [] && settings.standing(of: .sample(first), state: .sample("aa")) == .off)
        try settings.enable(.sample(first), state: .sample("aa"), confirmed: "AA")
        #expect(settings.enabled == [first])
        #expect(settings.standing(of: .sample(first), state: .sample("aa")) == .on)
    }

    @Test func `a provider that cannot run cannot be enabled`() throws {
        let broken = ProviderBundle.sample(first, problems: [.noExecutable])
        #expect(throws: ProviderSettingsError.unusable([.noExecutable])) {
            try settings.enable(broken, state: .sample("aa"), confirmed: "aa")
        }
        #expect(throws: ProviderSettingsError.unreadableBundle) {
            try settings.enable(.sample(first), state: nil, confirmed: "aa")
        }
        #expect(settings.enabled == [])
    }

    @Test func `a changed executable that the user can write must be confirmed again`() throws {
        try enable(first)
        #expect(
            settings.standing(of: .sample(first), state: .sample("bb")) == .changed(path: Self.bundle, digest: "bb"))
        let moved = ProviderBundle.sample(first, executable: "/home/me/other")
        #expect(settings.standing(of: moved, state: .sample("aa")) == .changed(path: Self.bundle, digest: "aa"))
        // Reading the state does not accept the change.
        #expect(
            try readAgain().standing(of: .sample(first), state: .sample("bb"))
                == .changed(path: Self.bundle, digest: "bb"))
        try settings.enable(.sample(first), state: .sample("bb"), confirmed: "bb")
        #expect(settings.standing(of: .sample(first), state: .sample("bb")) == .on)
    }

    @Test func `a changed executable of the system is pinned again`() throws {
        try enable(first)
        let updated = ProviderBundle.sample(first, executable: "/usr/share/p", isUserWritable: false)
        #expect(settings.standing(of: updated, state: .sample("bb", isUserWritable: false)) == .on)
        let shadow = ProviderBundle.sample(first, executable: "/home/me/p")
        #expect(try readAgain().standing(of: shadow, state: .sample("cc")) == .changed(path: Self.bundle, digest: "cc"))
        #expect(try readAgain().standing(of: .sample(first, executable: "/usr/share/p"), state: .sample("bb")) == .on)
    }

    /// The settings as a version wrote them that pinned the executable alone.
    private func writeOldPin(path: String = "/home/me/p.appex/provider", executableDigest: String = "executable aa") {
        disk["/config/settings.json"] = Data(
            """
            {"version": 1, "keepsIdentitiesInMemory": false,
             "enabled": [{"provider": "com.example.first", "path": "\(path)", "digest": "\(executableDigest)"}]}
            """.utf8)
    }

    @Test func `a pin of the executable only requires one confirmation of the whole bundle`() throws {
        writeOldPin()
        let settings = try readAgain()
        #expect(settings.enabled == [first])
        let unconfirmed = ProviderSettings.Standing.partlyPinned(path: Self.bundle, digest: "aa")
        #expect(settings.standing(of: .sample(first), state: .sample("aa")) == unconfirmed)
        try settings.enable(.sample(first), state: .sample("aa"), confirmed: "aa")
        #expect(try readAgain().standing(of: .sample(first), state: .sample("aa")) == .on)
    }

    @Test func `an older version's pin detects a changed executable`() throws {
        writeOldPin(executableDigest: "executable bb")
        let changed = ProviderSettings.Standing.changed(path: Self.bundle, digest: "aa")
        #expect(try readAgain().standing(of: .sample(first), state: .sample("aa")) == changed)
    }

    @Test func `an older version's pin of a system bundle is extended to the whole bundle`() throws {
        writeOldPin()
        let bundle = ProviderBundle.sample(first, isUserWritable: false)
        #expect(try readAgain().standing(of: bundle, state: .sample("aa", isUserWritable: false)) == .on)
        #expect(try readAgain().standing(of: .sample(first), state: .sample("aa")) == .on)
    }

    @Test func `an older version can read the settings as a pin of the executable`() throws {
        try enable(first)
        let written = try #require(disk["/config/settings.json"])
        let list = try #require(JSONSerialization.jsonObject(with: written) as? [String: Any])
        let pin = try #require((list["enabled"] as? [[String: String]])?.first)
        #expect(list["version"] as? Int == 1)
        #expect(pin["path"] == "/home/me/p.appex/provider" && pin["digest"] == "executable aa")
        #expect(pin["bundleDigest"] == "aa" && pin["name"] == "Sample")
    }

    @Test func `reports an enabled provider that cannot run`() throws {
        try enable(first)
        let broken = ProviderBundle.sample(first, problems: [.executableMissing("p")])
        #expect(settings.standing(of: broken, state: nil) == .unusable([.executableMissing("p")]))
        let path = "/home/me/p.appex/provider"
        #expect(settings.standing(of: .sample(first), state: nil) == .unusable([.executableUnusable(path)]))
    }

    @Test func `puts the named providers before the others`() throws {
        let ids = try ["a", "b", "c", "d"].map { try ProviderIdentifier($0) }
        for id in ids { try enable(id) }
        try settings.order([ids[2], try ProviderIdentifier("unknown"), ids[0], ids[2]])
        #expect(settings.enabled == [ids[2], ids[0], ids[1], ids[3]])
        #expect(try readAgain().enabled == [ids[2], ids[0], ids[1], ids[3]])
        // Confirming again keeps the place.
        try settings.enable(.sample(ids[0]), state: .sample("bb"), confirmed: "bb")
        #expect(settings.enabled == [ids[2], ids[0], ids[1], ids[3]])
    }

    @Test func `saves all settings but debugging`() throws {
        try enable(first)
        try settings.keepIdentitiesInMemory(true)
        settings.debug(first, isOn: true)
        #expect(settings.isDebugging(first))
        let again = try readAgain()
        #expect(again.keepsIdentitiesInMemory && again.isEnabled(first) && !again.isDebugging(first))
        try settings.disable(first)
        #expect(settings.isDebugging(first) == false)
        #expect(try readAgain().enabled == [])
    }

    @Test(arguments: [
        "", "{", "[]", "null", "{\"version\":2,\"enabled\":[],\"keepsIdentitiesInMemory\":false}",
        "{\"version\":1,\"enabled\":[{\"provider\":\"../x\",\"path\":\"\",\"digest\":\"\"}],\"keepsIdentitiesInMemory\":false}",
        String(repeating: " ", count: 1 << 20) + "{}",
    ])
    func `sets a damaged settings file aside`(text: String) throws {
        disk["/config/settings.json"] = Data(text.utf8)
        let settings = try readAgain()
        #expect(settings.damagedFile == "settings.json.damaged-1000")
        #expect(disk["/config/settings.json.damaged-1000"] == Data(text.utf8))
        #expect(settings.enabled == [])
        #expect(try readAgain().damagedFile == nil)
    }

    @Test func `settings that cannot be written stay unchanged`() throws {
        try enable(first)
        disk.isFull = true
        #expect(throws: ProviderSettingsError.notWritten) { try enable(second) }
        #expect(throws: ProviderSettingsError.notWritten) { try settings.disable(first) }
        #expect(settings.enabled == [first])
        disk.isFull = false
        #expect(try readAgain().enabled == [first])
    }
}

@Suite struct `Container tokens` {
    private let disk = FilesInMemory()
    private let tokens: ContainerTokens
    private let first: ProviderIdentifier
    private let second: ProviderIdentifier

    init() throws {
        tokens = ContainerTokens(folder: "/containers", files: disk.files)
        first = try .first
        second = try .second
    }

    private func token(_ provider: ProviderIdentifier) throws -> Secret {
        Secret(copying: try #require(disk["/containers/\(provider)/.latchkey-token"]))
    }

    @Test func `accepts the token of the provider's container`() throws {
        try tokens.issue(to: first)
        try tokens.issue(to: second)
        #expect(try token(first).count == 32)
        #expect(try tokens.accepts(token(first), of: first))
        #expect(try tokens.accepts(token(first), of: second) == false)
    }

    @Test func `rejects other tokens`() throws {
        try tokens.issue(to: first)
        let good = try token(first).revealBytes(as: Data.self)
        for index in good.indices {
            var wrong = good
            wrong[index] ^= 1
            #expect(tokens.accepts(Secret(copying: wrong), of: first) == false)
        }
        for wrong in [Data(), good.dropLast(), good + [0]] {
            #expect(tokens.accepts(Secret(copying: wrong), of: first) == false)
        }
    }

    @Test(arguments: [nil, Data(), Data(count: 31), Data(count: 33)])
    func `rejects every token without a token file`(written: Data?) {
        disk["/containers/com.example.first/.latchkey-token"] = written
        for length in [0, 31, 32, 33] {
            #expect(tokens.accepts(Secret(copying: Data(count: length)), of: first) == false)
        }
    }

    @Test func `issues another token each time`() throws {
        try tokens.issue(to: first)
        let old = try token(first)
        try tokens.issue(to: first)
        #expect(tokens.accepts(old, of: first) == false)
    }

    @Test func `removes the tokens of disabled providers`() throws {
        try tokens.issue(to: first)
        try tokens.issue(to: second)
        disk["/containers/com.example.first/vault"] = Data("kept".utf8)
        try tokens.revoke(allBut: [second])
        #expect(
            disk.names == ["/containers/com.example.first/vault", "/containers/com.example.second/.latchkey-token"])
    }
}

@Suite struct `Turning providers on and off` {
    private let disk = FilesInMemory()
    private let folder: TemporaryFolder
    private let settings: ProviderSettings
    private let store: IdentityStore
    private let keychain = Keychain { 0 }
    private let activation: ProviderActivation
    private let first: ProviderIdentifier

    init() throws {
        folder = try TemporaryFolder()
        first = try .first
        settings = try ProviderSettings(folder: "/config", files: disk.files)
        store = try .open(folder, enabled: [])
        activation = ProviderActivation(
            settings: settings, tokens: ContainerTokens(folder: "/containers", files: disk.files), identities: store,
            keychain: keychain)
    }

    private func token() throws -> AuthenticateApp.Parameters {
        let data = try #require(disk["/containers/com.example.first/.latchkey-token"])
        return AuthenticateApp.Parameters(provider: first, token: data)
    }

    @Test func `enabling a provider issues its token and opens its store`() async throws {
        try activation.enable(.sample(first), state: .sample("aa"), confirmed: "aa")
        #expect(try activation.accepts(token()))
        try await store.change(.save, [.password("anna", at: "example.com")], of: first)
    }

    @Test func `disabling a provider removes its identities, keychain items and token`() async throws {
        try activation.enable(.sample(first), state: .sample("aa"), confirmed: "aa")
        try await store.change(.save, [.password("anna", at: "example.com")], of: first)
        try keychain.set(Secret("key"), account: "vault", of: first)
        let old = try token()
        try await activation.disable(first)
        #expect(settings.enabled == [] && keychain.isEmpty && activation.accepts(old) == false)
        #expect(disk["/containers/com.example.first/.latchkey-token"] == nil)
        store.enable(first)
        #expect(try await store.all(of: first) == [])
        // A restored copy of the token is invalid while the provider is disabled.
        disk["/containers/com.example.first/.latchkey-token"] = old.token
        #expect(activation.accepts(old) == false)
    }

    @Test func `a provider stays disabled if its token cannot be written`() throws {
        var files = disk.files
        let write = files.write
        files.write = { path, data in
            guard !path.hasSuffix("token") else { throw FilesInMemory.Failure() }
            try write(path, data)
        }
        let activation = ProviderActivation(
            settings: settings, tokens: ContainerTokens(folder: "/containers", files: files), identities: store,
            keychain: keychain)
        #expect(throws: ProviderSettingsError.notWritten) {
            try activation.enable(.sample(first), state: .sample("aa"), confirmed: "aa")
        }
        #expect(settings.enabled == [])
    }

    /// An activation with files that cannot be written; `fails` receives the path and its number of writes.
    private func activation(
        failing fails: @escaping @Sendable (String, Int) -> Bool
    ) throws -> (activation: ProviderActivation, settings: ProviderSettings) {
        var files = disk.files
        let write = files.write
        let written = Mutex<[String: Int]>([:])
        files.write = { path, data in
            let count = written.withLock { written in
                written[path, default: 0] += 1
                return written[path, default: 0]
            }
            guard !fails(path, count) else { throw FilesInMemory.Failure() }
            try write(path, data)
        }
        let settings = try ProviderSettings(folder: "/config", files: files)
        let tokens = ContainerTokens(folder: "/containers", files: files)
        let activation = ProviderActivation(
            settings: settings, tokens: tokens, identities: store, keychain: keychain)
        return (activation, settings)
    }

    @Test(arguments: ["/.latchkey-token", "/settings.json"])
    func `a failure to enable a provider leaves no files`(name: String) throws {
        // At most the first write of the settings succeeds; later writes fail.
        let (activation, settings) = try activation { path, count in path.hasSuffix(name) || count > 1 }
        #expect(throws: ProviderSettingsError.notWritten) {
            try activation.enable(.sample(first), state: .sample("aa"), confirmed: "aa")
        }
        #expect(settings.enabled == [])
        #expect(disk.names == [])
        #expect(disk.folders == [])
    }

    @Test func `a failure to enable a provider keeps the other files of its container`() throws {
        disk["/containers/com.example.first/vault"] = Data("kept".utf8)
        let (activation, _) = try activation { path, _ in path.hasSuffix("/settings.json") }
        #expect(throws: ProviderSettingsError.notWritten) {
            try activation.enable(.sample(first), state: .sample("aa"), confirmed: "aa")
        }
        #expect(disk.names == ["/containers/com.example.first/vault"])
    }

    @Test func `a failed confirmation leaves the provider unchanged`() throws {
        let (activation, settings) = try activation { path, count in path.hasSuffix("/settings.json") && count > 1 }
        try activation.enable(.sample(first), state: .sample("aa"), confirmed: "aa")
        let old = try token()
        #expect(throws: ProviderSettingsError.notWritten) {
            try activation.enable(.sample(first), state: .sample("bb"), confirmed: "bb")
        }
        #expect(settings.standing(of: .sample(first), state: .sample("aa")) == .on)
        #expect(activation.accepts(old))
    }
}
