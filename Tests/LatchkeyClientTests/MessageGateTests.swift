import Foundation
import LatchkeyClient
import LatchkeyWire
import Testing

@Suite struct MessageGateTests {
    private static let gate = MessageGate(
        client: ClientDescription(
            program: "Chromium", display: ":0", waylandDisplay: "wayland-0",
            sessionBusAddress: "unix:path=/run/user/1000/bus", language: "de_DE.UTF-8", showsSheets: false))

    private func judge(_ message: String) throws -> MessageGate.Verdict {
        try Self.gate.judge(Array(message.utf8))
    }

    private func refusal(_ message: String) throws -> RemoteError? {
        guard case .answer(let answer) = try judge(message),
            case .answer(id: 7, let error) = try MessageHead(Payload.scan(answer))
        else { return nil }
        return error
    }

    @Test func `replaces the extension's description of itself with the browser's`() throws {
        let said = """
            {"jsonrpc":"2.0","id":7,"method":"hello","params":{"protocolVersion":1,"oldestProtocolVersion":1,\
            "productVersion":"9.9","features":["x"],"role":"containingApp","client":{"program":"latchkey-vault",\
            "tty":"/dev/pts/3","display":"evil:0","waylandDisplay":"evil","sessionBusAddress":"unix:path=/tmp/evil",\
            "language":"xx","showsSheets":true}}}
            """
        guard case .greeting(let greeting) = try judge(said) else {
            Issue.record("the greeting was not taken")
            return
        }
        struct Call: Decodable {
            var id: Int
            var method: String
            var params: Hello.Parameters
        }
        let call = try Payload.decode(Call.self, from: greeting)
        #expect(call.id == 7)
        #expect(call.method == "hello")
        #expect(
            call.params
                == Hello.Parameters(
                    protocolVersion: 1, oldestProtocolVersion: 1, productVersion: "9.9", features: ["x"], role: .client,
                    client: ClientDescription(
                        program: "Chromium", display: ":0", waylandDisplay: "wayland-0",
                        sessionBusAddress: "unix:path=/run/user/1000/bus", language: "de_DE.UTF-8", showsSheets: true)))
    }

    @Test func `passes on a hello of another version, which the agent answers`() throws {
        let greeting = try judge(
            """
            {"jsonrpc":"2.0","id":7,"method":"hello","params":{"protocolVersion":99,"oldestProtocolVersion":98,\
            "productVersion":"9","features":[],"role":"client","client":{"program":"","showsSheets":true},"new":{}}}
            """)
        guard case .greeting(let bytes) = greeting else {
            Issue.record("the greeting was not taken")
            return
        }
        #expect(String(decoding: bytes, as: UTF8.self).contains("\"protocolVersion\":99"))
    }

    @Test func `refuses a hello with missing members`() throws {
        #expect(
            try refusal("{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"hello\",\"params\":{}}")?.reason
                == .invalidParameters)
    }

    /// What the extension calls.
    private static let methodsOfAutoFill: Set<String> = [
        "suggest", "search", "startAhead", "fill", "list", "insertText", "save", "generate", "report", "copy", "status",
        "createPasskey", "getPasskey", "lock", "quirks.site",
    ]

    /// Every method of the protocol; each has a schema of its result, and no notification has one.
    private static func methodsOfTheProtocol() throws -> Set<String> {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let files = try FileManager.default.contentsOfDirectory(atPath: root.path + "/Schemas")
        return Set(files.filter { $0.hasSuffix(".result.json") }.map { String($0.dropLast(".result.json".count)) })
    }

    @Test(arguments: methodsOfAutoFill) func `passes on the methods of AutoFill`(method: String) throws {
        #expect(try judge("{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"\(method)\",\"params\":{}}") == .pass)
    }

    @Test func `refuses every other method of the agent`() throws {
        let others = try Self.methodsOfTheProtocol().subtracting(Self.methodsOfAutoFill).subtracting(["hello"])
        // Of the groups: providers and their apps, settings, other programs' permissions, git.
        for method in [
            "app.authenticate", "keychain.get", "anchor.set", "provider.perform", "providers.list",
            "providers.configure", "clients.list", "clients.allow", "clients.revoke", "log.read", "git.get",
        ] {
            #expect(others.contains(method), "\(method) has no schema")
        }
        for method in others {
            #expect(
                try refusal("{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"\(method)\",\"params\":{}}")?.reason
                    == .notPermitted, "\(method)")
        }
    }

    @Test(arguments: [
        // Unknown methods, and names similar to permitted ones.
        "anything", "", "Suggest", "suggest ", "fill\\u0000",
        // Notifications as calls.
        "$/cancelRequest", "sheet.event",
    ])
    func `refuses a method that the agent does not have`(method: String) throws {
        #expect(
            try refusal("{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"\(method)\",\"params\":{}}")?.reason
                == .notPermitted)
    }

    @Test func `decodes an escaped method name as the agent does`() throws {
        #expect(try judge("{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"f\\u0069ll\",\"params\":{}}") == .pass)
        #expect(
            try refusal("{\"jsonrpc\":\"2.0\",\"id\":7,\"\\u006dethod\":\"git.get\",\"params\":{}}")?.reason
                == .notPermitted)
    }

    @Test(arguments: [
        ("$/cancelRequest", true), ("sheet.event", true), ("sheet.open", false), ("provider.finish", false),
        ("fill", false), ("hello", false),
    ])
    func `passes on two notifications and drops others`(method: String, isPassed: Bool) throws {
        let verdict = try judge("{\"jsonrpc\":\"2.0\",\"method\":\"\(method)\",\"params\":{}}")
        #expect(verdict == (isPassed ? .pass : .ignore))
    }

    @Test(arguments: [
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":1,\"message\":\"x\"}}",
        "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":1,\"message\":\"x\"}}",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"git.get\",\"result\":{}}",
    ])
    func `drops answers, since the agent makes no calls to a browser`(message: String) throws {
        #expect(try judge(message) == .ignore)
    }

    @Test(arguments: ["{\"id\":7,\"method\":\"fill\"}", "{\"jsonrpc\":\"1.0\",\"id\":7,\"method\":\"fill\"}"])
    func `answers JSON that is not a message with an error`(message: String) throws {
        guard case .answer(let answer) = try judge(message) else {
            Issue.record("\(message) was passed on")
            return
        }
        #expect(String(decoding: answer, as: UTF8.self).contains("malformedMessage"))
    }

    @Test(arguments: [
        // Parsers disagree about which of two equal names counts.
        (
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"fill\",\"method\":\"git.get\"}",
            WireError.duplicateKey(offset: 48)
        ),
        ("{\"jsonrpc\":\"2.0\"", .notJSON(offset: 16)),
        (String(repeating: "[", count: 33), .nestedTooDeeply(limit: 32)),
        ("", .notJSON(offset: 0)),
    ])
    func `throws for JSON that parsers read differently`(message: String, problem: WireError) {
        #expect(throws: problem) { try judge(message) }
    }

    @Test func `throws for a message that is not UTF-8`() {
        #expect(throws: WireError.notUTF8) { try Self.gate.judge([0x22, 0xC3, 0x28, 0x22]) }
    }
}
