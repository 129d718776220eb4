import Foundation
import LatchkeyClient
import LatchkeyWire
import Testing

/// Isolation of providers, containing apps and clients from each other.
@Suite struct IsolationTests {
    @Test(arguments: World.users) func `a provider reaches only its own container`(
        user: UInt32?
    ) async throws {
        let world = try await World.started(as: user, providers: [Bundles.first, Bundles.second])
        let seen = try await world.latchkey("fill", "https://looksaround.example")
        #expect(
            seen.output == """
                network:false token:true other-token:false home:false processes:2 environment:0 own:1 foreign:0 \
                starts:true

                """)
    }

    @Test func `our own provider's sandbox is the stricter one`() async throws {
        let world = try await World(dataFolder: Bundles.impersonateVault())
        try await world.startAgent()
        try world.write(World.passphrase + "\n", to: "passphrase")
        try await world.vault("create", "--passphrase-fd", "3", descriptor3: "passphrase")
        try await world.enable(Bundles.vault)
        let seen = try await world.latchkey("fill", "https://looksaround.example")
        #expect(seen.output.hasSuffix(" starts:false\n"), "\(seen)")
    }

    @Test(arguments: World.users) func `a provider cannot read another provider's keychain`(user: UInt32?) async throws
    {
        let world = try await World.started(as: user, providers: [Bundles.first, Bundles.second])
        #expect(try await world.latchkey("fill", "https://readssecret.example").output == "nothing\n")
        #expect(try await world.latchkey("fill", "https://keepssecret.example").status == 0)
        #expect(try await world.latchkey("fill", "https://readssecret.example").output == plantedItem + "\n")
        #expect(try await world.latchkey("fill", "https://readssecret-second.example").output == "nothing\n")
        // Disabling the provider empties its keychain.
        #expect(try await world.latchkey("providers", "disable", Bundles.first).status == 0)
        try await world.enable(Bundles.first)
        #expect(try await world.latchkey("fill", "https://readssecret.example").output == "nothing\n")
    }

    @Test func `identity store and keychain need the token of an enabled provider`() async throws {
        let world = try await World.started(providers: [Bundles.first, Bundles.second])
        _ = try await world.latchkey("fill", "https://keepssecret.example")
        let client = try await world.connect()
        func read() async throws -> Data? {
            try await client.call(GetKeychainItem.self, GetKeychainItem.Parameters(account: "secret")).value
        }
        func identities() async throws -> [CredentialIdentity] {
            try await client.call(ReadIdentities.self, ReadIdentities.Parameters(serviceIdentifier: nil, kinds: []))
                .identities
        }
        func show(_ token: Data, of provider: String = Bundles.first) async throws {
            let provider = try ProviderIdentifier(provider)
            _ = try await client.call(
                AuthenticateApp.self, AuthenticateApp.Parameters(provider: provider, token: token))
        }
        #expect(await errorReason(read) == .notPermitted)
        #expect(await errorReason(identities) == .notPermitted)
        #expect(await errorReason { try await show(Data(count: 32)) } == .notPermitted)
        let token = try Data(contentsOf: URL(filePath: world.container(Bundles.first) + "/.latchkey-token"))
        #expect(await errorReason { try await show(token, of: Bundles.second) } == .notPermitted)
        try await show(token)
        #expect(try await read() == Data(plantedItem.utf8))
        #expect(try await identities().contains { $0.user == "well" })
        #expect(try await !identities().contains { $0.serviceIdentifier.identifier == "well-second.example" })
        // Disabling the provider invalidates the token, also for this connection and after it is enabled again.
        _ = try await world.latchkey("providers", "disable", Bundles.first)
        #expect(await errorReason(read) == .notPermitted)
        #expect(await errorReason { try await show(token) } == .notPermitted)
        try await world.enable(Bundles.first)
        #expect(await errorReason(read) == .notPermitted)
        #expect(await errorReason { try await show(token) } == .notPermitted)
        await client.close()
    }

    @Test(needsRoot) func `agent and client refuse a process of another user`() async throws {
        let world = try await World.started(as: World.ordinaryUser)
        // Open permissions, so that only the check of the user can refuse the connection.
        for folder in ["", "/run", "/run/latchkey", "/run/latchkey/agent.sock"] {
            try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: world.path + folder)
        }
        let stranger = try await Program(
            ["/usr/bin/python3", "-c", Self.greeting, world.socket], user: World.foreignUser,
            environment: ["PATH": "/usr/bin"]
        ).end()
        #expect(stranger.output == "b''\n", "\(stranger.error)")
        try await eventually("the agent logs the refusal") { world.agentLog.contains("a connection was refused") }

        // The client sends nothing to a socket of another user.
        try await world.killAgent()
        try FileManager.default.removeItem(atPath: world.socket)
        let impostor = try await Program(
            ["/usr/bin/python3", "-c", Self.impostor, world.socket], user: World.foreignUser,
            environment: ["PATH": "/usr/bin"])
        try await eventually("the impostor listens") { FileManager.default.fileExists(atPath: world.socket) }
        let client = try await world.latchkey("log")
        #expect(client.status == 1)
        #expect(client.error.contains("error: "))
        #expect(try await impostor.end().output == "0\n")
    }

    private static let greeting = """
        import socket,sys; s=socket.socket(socket.AF_UNIX); s.settimeout(20); s.connect(sys.argv[1])
        try: print(s.recv(1))
        except ConnectionResetError: print(b'')
        """
    private static let impostor = """
        import os,socket,sys; s=socket.socket(socket.AF_UNIX); s.bind(sys.argv[1]); os.chmod(sys.argv[1],0o777)
        s.listen(); s.settimeout(20); c=s.accept()[0]; c.settimeout(20)
        try: print(len(c.recv(1)))
        except ConnectionResetError: print(0)
        """
}
