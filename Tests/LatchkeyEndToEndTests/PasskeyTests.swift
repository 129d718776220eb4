import LatchkeyCore
import Crypto
import Foundation
import LatchkeyClient
import LatchkeySheet
import LatchkeyWebAuthn
import LatchkeyWire
import Testing

/// Passkeys with a real agent, sandbox and vault.
@Suite(.timeLimit(.minutes(3))) struct PasskeyTests {
    private static let page = "https://login.shop.example/"
    private static let challenge = "Y2hhbGxlbmdlLW9mLXRoZS1zaXRl"

    private func creation(_ change: (inout PasskeyCreationOptions) -> Void = { _ in }) -> PasskeyCreationOptions {
        var options = PasskeyCreationOptions(
            rp: .init(id: "shop.example", name: "Shop"), user: .init(id: "AQID", name: "ada"),
            challenge: Self.challenge, pubKeyCredParams: [.init(alg: -7)])
        change(&options)
        return options
    }

    private func request(_ verification: UserVerification? = nil) -> PasskeyRequestOptions {
        var options = PasskeyRequestOptions(challenge: Self.challenge, rpId: "shop.example")
        options.userVerification = verification
        return options
    }

    private func make(in world: World) async throws -> (key: COSEKey, frame: String?) {
        let screen = ScriptedScreen(submitting: "create")
        let client = try await world.connect(screen: screen)
        let made = try await client.call(
            CreatePasskey.self, .init(url: Self.page, options: creation(), ancestorOrigins: []))
        #expect(try await client.call(Suggest.self, .init(url: Self.page, kinds: [.passkey])).suggestions.count == 1)
        await client.close()
        let object = try AttestationObject(try bytes(made.credential.response.attestationObject))
        let data = try AuthenticatorData(object.authenticatorData)
        return (try #require(data.credential).publicKey, screen.frames.first?.providerName)
    }

    /// Signs in with the page's only passkey and verifies the signature; returns the authenticator data.
    private func signIn(
        _ key: COSEKey, _ verification: UserVerification? = nil, in world: World, on screen: ScriptedScreen? = nil
    ) async throws -> AuthenticatorData {
        let client = try await world.connect(screen: screen)
        let options = request(verification)
        let found = try await client.call(
            Suggest.self, .init(url: Self.page, kinds: [.passkey], passkeyRequest: .init(options: options)))
        let picked = try #require(found.suggestions.first)
        let result = try await client.call(
            GetPasskey.self, .init(url: Self.page, options: options, ancestorOrigins: [], suggestion: picked.id))
        await client.close()
        let response = try #require(result.credential?.response)
        let hash = Array(SHA256.hash(data: try bytes(response.clientDataJSON)))
        let said = try bytes(response.authenticatorData)
        #expect(key.verifies(try bytes(response.signature), over: said + hash))
        return try AuthenticatorData(said)
    }

    private func bytes(_ text: String) throws -> [UInt8] { Array(try #require(Base64URL.decode(text))) }

    @Test func `creates a passkey, lists it while locked and signs in`() async throws {
        let world = try await World.withVault()
        try await world.addLogin("https://shop.example", user: "ada", password: "p4ss")
        let made = try await make(in: world)
        #expect(made.frame == "Latchkey")
        let flags = try await signIn(made.key, in: world).flags
        #expect(flags.isSuperset(of: [.userPresent, .backupEligible, .backedUp]))

        try await world.vault("lock")
        #expect(try await world.latchkey("passkeys").output == "shop.example  ada  Latchkey\n")
        let listed = try await world.latchkey("passkeys", "--json").output
        #expect(listed.contains("\"relyingParty\":\"shop.example\"") && listed.contains("\"user\":\"ada\""))
        #expect(
            try await world.latchkey("suggest", Self.page, "--kind", "passkey").output.hasPrefix("passkey  ada"))

        // Without a screen the vault cannot ask for the passphrase. With one it asks, which verifies the user.
        #expect(await errorReason { try await signIn(made.key, in: world) } == .locked)
        let opened = try await signIn(
            made.key, .required, in: world, on: ScriptedScreen(typing: World.passphrase))
        #expect(opened.flags.contains(.userVerified))
        // The agent's keychain still has the key, so no sheet is shown.
        let screen = ScriptedScreen()
        #expect(try await signIn(made.key, .required, in: world, on: screen).flags.contains(.userVerified))
        #expect(screen.frames.isEmpty)
        // The password of the account stays.
        #expect(try await world.latchkey("fill", "https://shop.example/", "--user", "ada").output == "p4ss\n")
    }

    @Test func `upgrades an account once, right after its password was filled`() async throws {
        let world = try await World.withVault()
        try await world.addLogin("https://shop.example", user: "ada", password: "p4ss")
        let client = try await world.connect()
        func upgrade(_ page: String = "https://shop.example/") async -> RemoteError.Reason? {
            await errorReason {
                try await client.call(CreatePasskey.self, .init(url: page, options: creation(), isConditional: true))
            }
        }
        #expect(await upgrade() == .nothingFound)
        #expect(try await world.fill("shop", over: client) == .password(user: "ada", password: "p4ss"))
        #expect(await upgrade(Self.page) == .nothingFound)
        #expect(await upgrade() == nil)
        #expect(await upgrade() == .nothingFound)
        #expect(try await world.fill("shop", over: client) == .password(user: "ada", password: "p4ss"))
        #expect(await upgrade() == .declined)
        await client.close()
        #expect(try await world.latchkey("passkeys").output == "shop.example  ada  Latchkey\n")
        #expect(try await world.latchkey("log").output.contains("upgrade to passkey  declined"))
    }

    @Test func `reports that there are no passkeys`() async throws {
        let world = try await World.withVault()
        let ending = try await world.latchkey("passkeys")
        #expect(ending.status == 3 && ending.error.contains("no passkeys are offered"))
        try await world.addLogin("https://shop.example", user: "ada", password: "p4ss")
        let suggested = try await world.latchkey("suggest", Self.page, "--kind", "passkey")
        #expect(suggested.status == 3)
        #expect(suggested.errorLines.first == "latchkey: error: no passkey is offered for \(Self.page)")
        let code = try await world.latchkey("suggest", Self.page, "--kind", "code").errorLines.first
        #expect(code == "latchkey: error: no code matches \(Self.page)")
    }
}
