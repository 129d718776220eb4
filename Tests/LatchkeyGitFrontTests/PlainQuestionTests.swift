import Foundation
import LatchkeyWire
import Testing

@testable import LatchkeyGitFront

@Suite("A plain question of git's") struct PlainQuestionTests {
    private struct Request<Parameters: Decodable>: Decodable {
        var jsonrpc: String
        var id: Int
        var method: String
        var params: Parameters
    }

    private func question(_ lines: String...) -> PlainQuestion? {
        PlainQuestion(Array(lines.map { $0 + "\n" }.joined().utf8))
    }

    @Test func `is put to the agent in the agent's own words`() throws {
        let lines = """
            capability[]=authtype
            capability[]=state
            protocol=https
            host=git.example.com:8443
            path=team/"x" \\ é.git
            username=e\u{301}
            wwwauth[]=Basic realm="one"
            wwwauth[]=Bearer
            something=else

            host=after.example
            """
        let question = try #require(PlainQuestion(Array(lines.utf8)))
        #expect(question.takesState)
        let request = try JSONDecoder().decode(
            Request<GetGitCredential.Parameters>.self, from: Data(question.message(id: 2)))
        #expect(request.jsonrpc == "2.0" && request.id == 2 && request.method == GetGitCredential.name)
        #expect(
            request.params.target
                == GitTarget(
                    protocol: "https", host: "git.example.com:8443", path: "team/\"x\" \\ é.git",
                    username: "e\u{301}", challenges: ["Basic realm=\"one\"", "Bearer"],
                    takesAuthenticationTypes: true))
    }

    @Test func `greets in the version that everybody else speaks, and shows nothing`() throws {
        let request = try JSONDecoder().decode(
            Request<Hello.Parameters>.self, from: Data(PlainQuestion.greeting(id: 1)))
        #expect(request.method == Hello.name)
        #expect(request.params == Hello.Parameters(client: ClientDescription(program: "git", showsSheets: false)))
    }

    @Test(arguments: [
        "protocol=https", "host=example.com", "protocol=https\nhost=", "protocol=https\nhost=a\rhost=b",
        "protocol=https\nhost", "protocol=https\nhost=a\u{0}b", "protocol=https\n=x\nhost=a", "",
    ])
    func `is none that needs a second look`(text: String) {
        #expect(PlainQuestion(Array(text.utf8)) == nil)
    }

    @Test func `is none that is not UTF-8`() {
        #expect(PlainQuestion(Array("protocol=https\nhost=a\nusername=".utf8) + [0xFF]) == nil)
    }

    private func answer(_ result: String, _ question: PlainQuestion?) -> String? {
        question?.lines(for: Array("{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":\(result)}".utf8), id: 2)
            .map { String(decoding: $0, as: UTF8.self) }
    }

    @Test func `is answered with user and password, and with the state where git keeps one`() throws {
        let result = GetGitCredential.Result(
            provider: try ProviderIdentifier("com.example.first"), user: "ä", password: "p\"=\\ ä\u{1F600}/\t",
            state: "0a1b")
        let text = String(decoding: try JSONEncoder().encode(result), as: UTF8.self)
        let place = ["protocol=https", "host=example.com"]
        #expect(answer(text, question(place[0], place[1])) == "username=ä\npassword=p\"=\\ ä\u{1F600}/\t\n")
        #expect(
            answer(text, question("capability[]=authtype", "capability[]=state", place[0], place[1]))
                == """
                capability[]=authtype
                capability[]=state
                username=ä
                password=p"=\\ ä\u{1F600}/\t
                state[]=latchkey.given=0a1b

                """)
    }

    @Test(arguments: [
        GitCredentialDetails(passwordExpiry: 1), GitCredentialDetails(oauthRefreshToken: "r"),
        GitCredentialDetails(authenticationType: "Bearer"),
    ])
    func `is left to the whole helper where there is more beside`(details: GitCredentialDetails) throws {
        let result = GetGitCredential.Result(
            provider: try ProviderIdentifier("com.example.first"), user: "u", password: "p", details: details,
            state: "s")
        let text = String(decoding: try JSONEncoder().encode(result), as: UTF8.self)
        #expect(answer(text, question("protocol=https", "host=example.com")) == nil)
    }

    @Test(arguments: ["p\nq", "p\rq", "p\u{0}q"])
    func `is not answered with a value of two lines`(password: String) throws {
        let result = GetGitCredential.Result(
            provider: try ProviderIdentifier("com.example.first"), user: "u", password: password, state: "s")
        let text = String(decoding: try JSONEncoder().encode(result), as: UTF8.self)
        #expect(answer(text, question("protocol=https", "host=example.com")) == nil)
    }

    @Test func `takes the answer to itself alone, and errors are the whole helper's`() throws {
        let plain = try #require(question("protocol=https", "host=example.com"))
        for text in [
            "{\"id\":1,\"result\":{\"details\":{},\"user\":\"u\",\"password\":\"p\",\"state\":\"s\"}}",
            "{\"id\":2,\"error\":{\"code\":1,\"message\":\"x\"}}", "{\"method\":\"sheet.open\",\"id\":2}", "", "[",
            "null",
        ] {
            #expect(plain.lines(for: Array(text.utf8), id: 2) == nil)
        }
        #expect(PlainQuestion.isGreeting(Array("{\"id\":1,\"result\":{\"protocolVersion\":1}}".utf8), id: 1))
        #expect(!PlainQuestion.isGreeting(Array("{\"id\":1,\"result\":{\"protocolVersion\":2}}".utf8), id: 1))
        #expect(!PlainQuestion.isGreeting(Array("{\"id\":1,\"error\":{}}".utf8), id: 1))
    }
}

@Suite("JSON without Foundation") struct JSONTextTests {
    @Test(arguments: [
        "{\"a\":[1,-2,true,false,null,\"x\\u00e9\\ud83d\\ude00\\n\\/\"],\"b\":{}}", " [ ] ", "\"\"", "0",
    ])
    func `reads what Foundation writes, and writes what it reads`(text: String) throws {
        let value = try #require(JSONText(parsing: Array(text.utf8)))
        #expect(JSONText(parsing: value.bytes) == value)
        func foundation(_ bytes: Data) throws -> NSObject? {
            try JSONSerialization.jsonObject(with: bytes, options: .fragmentsAllowed) as? NSObject
        }
        #expect(try foundation(Data(value.bytes)) == foundation(Data(text.utf8)))
    }

    @Test(arguments: [
        "", "{", "[1,]", "{\"a\":1,}", "{\"a\" 1}", "{\"a\":1,\"a\":2}", "\"a", "\"\\ud800\"", "\"\\u12\"", "\"\\x\"",
        "tru",
        "1 2", "\"\n\"", "{a:1}", "--1", String(repeating: "[", count: 100_000),
    ])
    func `refuses what is none`(text: String) {
        #expect(JSONText(parsing: Array(text.utf8)) == nil)
    }

    @Test func `survives any bytes`() {
        var generator = SystemRandomNumberGenerator()
        let alphabet = Array("{}[]\",:\\u0123dDtrfalsn e-.".utf8) + [0xFF, 0xC3, 0x00]
        for _ in 0..<3000 {
            let bytes = (0..<Int.random(in: 0...40, using: &generator)).compactMap { _ in
                alphabet.randomElement(using: &generator)
            }
            if let value = JSONText(parsing: bytes) { _ = value.bytes }
        }
    }
}
