/// What git asks for, where that is plain: `LatchkeyGitCredential` reads all of it, and says what is wrong.
package struct PlainQuestion: Hashable, Sendable {
    package private(set) var scheme = ""
    package private(set) var host = ""
    package private(set) var path: String?
    package private(set) var user: String?
    /// The server's `WWW-Authenticate` headers, in order.
    package private(set) var challenges: [String] = []
    package private(set) var takesAuthenticationTypes = false
    package private(set) var takesState = false

    /// Reads the lines that git writes to a helper; nothing where anything about them needs a second look.
    package init?(_ bytes: [UInt8]) {
        for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            if line.isEmpty { break }
            guard !line.contains(where: { $0 == 0 || $0 == UInt8(ascii: "\r") }),
                let equals = line.firstIndex(of: UInt8(ascii: "=")), equals > line.startIndex,
                let key = String(validating: line[..<equals], as: UTF8.self),
                let value = String(validating: line[line.index(after: equals)...], as: UTF8.self)
            else { return nil }
            take(key, value)
        }
        if scheme.isEmpty || host.isEmpty { return nil }
    }

    private mutating func take(_ key: String, _ value: String) {
        switch key {
        case "protocol": scheme = value
        case "host": host = value
        case "path": path = value
        case "username": user = value
        case "wwwauth[]": if value.isEmpty { challenges = [] } else { challenges.append(value) }
        case "capability[]":
            if value.isEmpty { (takesAuthenticationTypes, takesState) = (false, false) }
            if value == "authtype" { takesAuthenticationTypes = true }
            if value == "state" { takesState = true }
        default: break
        }
    }

    /// The agent's method `git.get`.
    package func message(id: Int) -> [UInt8] {
        var target: [(String, JSONText)] = [("protocol", .string(scheme)), ("host", .string(host))]
        if let path { target.append(("path", .string(path))) }
        if let user { target.append(("username", .string(user))) }
        target.append(("challenges", .array(challenges.map { .string($0) })))
        target.append(("takesAuthenticationTypes", .bool(takesAuthenticationTypes)))
        return Self.message(id: id, method: "git.get", [("target", .object(target))])
    }

    /// The greeting, of a client without a screen: nobody is asked anything.
    package static func greeting(id: Int) -> [UInt8] {
        message(
            id: id, method: "hello",
            [
                ("protocolVersion", .integer(1)), ("oldestProtocolVersion", .integer(1)),
                ("productVersion", .string("0.1.0")), ("features", .array([])), ("role", .string("client")),
                ("client", .object([("program", .string("git")), ("showsSheets", .bool(false))])),
            ])
    }

    private static func message(id: Int, method: String, _ parameters: [(String, JSONText)]) -> [UInt8] {
        JSONText.object([
            ("jsonrpc", .string("2.0")), ("id", .integer(id)), ("method", .string(method)),
            ("params", .object(parameters)),
        ]).bytes
    }

    /// The lines that git is answered with; nothing for an answer that has more to it than a user and a password.
    package func lines(for message: [UInt8], id: Int) -> [UInt8]? {
        guard let answer = JSONText(parsing: message), answer["id"] == .integer(id), let result = answer["result"],
            case .object(let details)? = result["details"], details.allSatisfy({ $0.1 == .null }),
            case .string(let user)? = result["user"], case .string(let password)? = result["password"],
            case .string(let state)? = result["state"]
        else { return nil }
        var lines: [UInt8] = []
        func add(_ key: String, _ value: String) -> Bool {
            // The rest of such a value would be a line of its own (CVE-2020-5260).
            if value.utf8.contains(where: { $0 == 0 || $0 == 10 || $0 == 13 }) { return false }
            lines += key.utf8
            lines.append(UInt8(ascii: "="))
            lines += value.utf8
            lines.append(UInt8(ascii: "\n"))
            return true
        }
        guard !takesAuthenticationTypes || add("capability[]", "authtype"),
            !takesState || add("capability[]", "state"), add("username", user), add("password", password),
            !takesState || add("state[]", "latchkey.given=" + state)
        else { return nil }
        return lines
    }

    /// Whether the agent has greeted back, in a version that is spoken here.
    package static func isGreeting(_ message: [UInt8], id: Int) -> Bool {
        guard let answer = JSONText(parsing: message), answer["id"] == .integer(id) else { return false }
        return answer["result"]?["protocolVersion"] == .integer(1)
    }
}
