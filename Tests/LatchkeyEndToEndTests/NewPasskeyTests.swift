import LatchkeyCore
import Foundation
import LatchkeyClient
import LatchkeyWebAuthn
import LatchkeyWire
import Testing

/// Signing in with a passkey right after it was created, with a real agent, sandbox and vault.
@Suite(.timeLimit(.minutes(5))) struct NewPasskeyTests {
    private static let page = "https://login.shop.example/"
    private static let challenge = "Y2hhbGxlbmdlLW9mLXRoZS1zaXRl"

    /// Creates a passkey for the account with this number; returns the credential's identifier.
    private func make(_ number: Int, in world: World) async throws -> String {
        let client = try await world.connect(screen: ScriptedScreen(submitting: "create"))
        let options = PasskeyCreationOptions(
            rp: .init(id: "shop.example", name: "Shop"),
            user: .init(id: Base64URL.text(of: "handle-\(number)"), name: "user\(number)"),
            challenge: Self.challenge, pubKeyCredParams: [.init(alg: -7)])
        let made = try await client.call(
            CreatePasskey.self, .init(url: Self.page, options: options, ancestorOrigins: []))
        await client.close()
        return made.credential.id
    }

    /// Whether the agent suggests this passkey and the vault signs with it.
    private func signsIn(with credential: String, over client: AgentClient) async throws -> Bool {
        var options = PasskeyRequestOptions(challenge: Self.challenge, rpId: "shop.example")
        options.allowCredentials = [.init(id: credential)]
        let found = try await client.call(
            Suggest.self, .init(url: Self.page, kinds: [.passkey], passkeyRequest: .init(options: options)))
        guard found.suggestions.count == 1 else { return false }
        let result = try await client.call(
            GetPasskey.self,
            .init(url: Self.page, options: options, ancestorOrigins: [], suggestion: found.suggestions[0].id))
        return result.credential?.id == credential
    }

    // 200 in all. Each agent serves 40 of them, since it delays a program that fills more than 48 logins in a minute.
    @Test(arguments: 1...5) func `40 of 40 new passkeys sign in at once and are stored once`(_: Int) async throws {
        let world = try await World.withVault()
        let client = try await world.connect()
        var missed: [Int] = []
        for number in 1...40 {
            let credential = try await make(number, in: world)
            if try await !signsIn(with: credential, over: client) { missed.append(number) }
        }
        #expect(missed == [])
        await client.close()
        try await eventually("every provider has ended") { world.providerProcesses.isEmpty }
        // The vault's identities have replaced the agent's.
        #expect(try await world.listedUsers() == (1...40).map { "user\($0)" }.sorted())
    }

    @Test func `a new passkey signs in with identities in memory only, until a lock`() async throws {
        let world = try await World.withVault()
        try await world.succeed(world.latchkey("settings", "keep-identities-in-memory", "on"))
        try await world.killAgent()
        try await world.startAgent()
        try await world.unlockVault()
        let client = try await world.connect()
        #expect(try await signsIn(with: try await make(1, in: world), over: client))
        await client.close()
        try await world.vault("lock")
        try await eventually("every provider has ended") { world.providerProcesses.isEmpty }
        #expect(try await world.latchkey("passkeys").status == 3)
        try await world.unlockVault()
        #expect(try await world.listedUsers() == ["user1"])
    }
}

extension World {
    /// The user names of all passkeys that the agent lists, sorted, with duplicates.
    fileprivate func listedUsers() async throws -> [String] {
        struct Passkey: Decodable { let user: String }
        struct Output: Decodable { let passkeys: [Passkey] }
        let output = try await succeed(latchkey("passkeys", "--json")).output
        return try JSONDecoder().decode(Output.self, from: Data(output.utf8)).passkeys.map(\.user).sorted()
    }
}

extension Base64URL {
    fileprivate static func text(of bytes: String) -> String {
        String(decoding: encode(Data(bytes.utf8)), as: UTF8.self)
    }
}
