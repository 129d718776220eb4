import Foundation
import Glibc
import LatchkeyClient
import LatchkeySheet
import LatchkeySystem
import LatchkeyWire
import Testing

/// The calls of the browser's strip, with the real vault.
@Suite(.timeLimit(.minutes(3))) struct StripTests {
    // MARK: Copying

    @Test(hasX) func `copies a password to the clipboard of the client's display, not through the client`() async throws
    {
        let world = try await World.withVault()
        try await world.addLogin("https://shop.example", user: "ada", password: "p4ss wörd")
        let (server, display) = try await world.startX()
        let client = try await world.connect(display: display)
        let url = "https://shop.example/login"
        let picked = try #require(try await client.call(Suggest.self, .init(url: url)).suggestions.first)
        let result = try await client.call(
            CopyCredential.self, .init(url: url, suggestion: picked.id, part: .password))
        #expect(result == CopyCredential.Result(clearsAfter: 45, isMarkedAsSecret: false))
        #expect(try await world.paste(display) == "p4ss wörd")
        // A timeout ends the tool, and its arguments do not contain the password.
        let table = try await world.run("/bin/ps", ["-eo", "args="]).output
        #expect(table.contains("/usr/bin/timeout 45 /usr/bin/xclip"))
        #expect(!table.contains("p4ss"))
        _ = try await client.call(CopyCredential.self, .init(url: url, suggestion: picked.id, part: .user))
        #expect(try await world.paste(display) == "ada")
        await client.close()
        #expect(try await world.latchkey("log").output.contains("copy"))
        server.send(SIGTERM)
        _ = try await server.end()
    }

    @Test func `refuses to copy without a display and opens no sheet`() async throws {
        let world = try await World.withVault()
        try await world.addLogin("https://shop.example", user: "ada", password: "p4ss")
        try await world.vault("lock")
        let client = try await world.connect()
        let url = "https://shop.example/"
        let picked = try #require(try await client.call(Suggest.self, .init(url: url)).suggestions.first)
        do {
            _ = try await client.call(CopyCredential.self, .init(url: url, suggestion: picked.id, part: .password))
            Issue.record("something was copied")
        } catch let error as RemoteError {
            #expect(error.reason == .noClipboard)
            #expect(error.hint == "install wl-clipboard or xclip")
        }
        await client.close()
    }

    // MARK: Saving

    @Test func `saves a new login without a question and a changed password with one`() async throws {
        let world = try await World.withVault()
        try await world.addLogin("https://forums.shop.example", user: "ada", password: "theirs")
        let client = try await world.connect()
        let url = "https://support.shop.example/login"
        _ = try await client.call(SavePassword.self, Self.saving(url, "first", mayAsk: false))
        #expect(try await world.latchkey("fill", url).output == "first\n")
        // The same password again needs no question.
        _ = try await client.call(SavePassword.self, Self.saving(url, "first", mayAsk: false))
        #expect(
            await errorReason { try await client.call(SavePassword.self, Self.saving(url, "second", mayAsk: false)) }
                == .interactionRequired)
        #expect(try await world.latchkey("fill", url).output == "first\n")
        await client.close()

        let screen = ScriptedScreen(submitting: "update")
        let asking = try await world.connect(screen: screen, as: "Chromium")
        _ = try await asking.call(SavePassword.self, Self.saving(url, "second"))
        #expect(screen.frames.map(\.requester) == [.site("support.shop.example")])
        #expect(try await world.latchkey("fill", url).output == "second\n")
        #expect(try await world.latchkey("fill", "https://forums.shop.example/").output == "theirs\n")
        #expect(try await world.vault("list").split(separator: "\n").count == 2)
        await asking.close()
    }

    @Test func `stores a generated password when its form is submitted`() async throws {
        let world = try await World.withVault()
        let client = try await world.connect()
        let url = "https://shop.example/join"
        _ = try await client.call(
            SavePassword.self, Self.saving(url, "made", user: "", .generatedPasswordFilled, mayAsk: false))
        #expect(try await world.vault("status").contains("1 entry; see"))
        #expect(try world.files(containing: "made") == [])
        _ = try await client.call(SavePassword.self, Self.saving(url, "made", mayAsk: false))
        #expect(try await !world.vault("status").contains("taken in"))
        #expect(try await world.latchkey("fill", url).output == "made\n")
        #expect(try await world.vault("list").split(separator: "\n").count == 1)
        await client.close()
    }

    private static func saving(
        _ url: String, _ password: String, user: String = "ada",
        _ event: SavePasswordRequest.Event = .formDidDisappear, mayAsk: Bool? = nil
    ) -> SavePassword.Parameters {
        SavePassword.Parameters(
            request: SavePasswordRequest(
                serviceIdentifier: ServiceIdentifier(type: .url, identifier: url), user: user, password: password,
                sessionID: "tab-1", event: event), mayAsk: mayAsk)
    }

    // MARK: Locked vault

    @Test func `opening the list unlocks a vault whose logins are unknown`() async throws {
        let world = try await World.withVault()
        try await world.addLogin("https://shop.example", user: "ada", password: "p4ss")
        try await world.latchkey("settings", "keep-identities-in-memory", "on")
        try await world.killAgent()
        try await world.startAgent()
        let client = try await world.connect(screen: ScriptedScreen(typing: World.passphrase))
        let page = Suggest.Parameters(url: "https://shop.example/")
        let before = try await client.call(Suggest.self, page)
        #expect(before.suggestions.isEmpty)
        #expect(before.locked?.map(\.provider.rawValue) == [Bundles.vault])
        let provider = try #require(before.locked?.first?.provider)
        let list = Task {
            try await client.call(OpenList.self, .init(url: page.url, provider: provider))
        }
        try await eventually("the logins are known again") {
            let now = try await client.call(Suggest.self, page)
            return now.locked == nil && now.suggestions.map(\.user) == ["ada"]
        }
        list.cancel()
        _ = try? await list.value
        await client.close()
    }
}

private let hasX: ConditionTrait = .enabled(
    if: ["/usr/bin/Xvfb", "/usr/bin/xclip"].allSatisfy { FileManager.default.fileExists(atPath: $0) },
    "needs Xvfb and xclip")

extension World {
    /// Starts an X server without a monitor.
    fileprivate func startX() async throws -> (server: Program, display: String) {
        let line = "exec /usr/bin/Xvfb -displayfd 3 -nolisten tcp -screen 0 64x64x8 3>'\(path)/display'"
        let server = try await Program(["/bin/sh", "-c", line], user: user, environment: environment)
        func number() -> String {
            ((try? String(contentsOfFile: path + "/display", encoding: .utf8)) ?? "")
        }
        try await eventually("the X server is ready") { number().hasSuffix("\n") }
        return (server, ":" + number().trimmingCharacters(in: .newlines))
    }

    fileprivate func paste(_ display: String) async throws -> String {
        try await Program(
            ["/usr/bin/xclip", "-selection", "clipboard", "-out"], user: user, environment: ["DISPLAY": display]
        ).end().output
    }

    fileprivate func connect(display: String) async throws -> AgentClient {
        try await allowTests()
        return try await AgentClient(
            connection: await SocketConnection.connect(to: socket),
            as: ClientDescription(program: "Chromium", display: display, showsSheets: false))
    }
}
