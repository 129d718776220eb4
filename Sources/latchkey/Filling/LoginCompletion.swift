import ArgumentParser
import LatchkeyCommandLine
import LatchkeyClient
import LatchkeyWire

/// The completion of addresses and user names, from the identities that the agent has.
///
/// It works while providers are locked. No agent is started except by systemd's socket.
enum LoginCompletion {
    /// The addresses of pages with a login; without their scheme if it is not typed.
    static let addresses = ShellCompletion.lookUp { typed in
        let scheme = "https://"
        let isAddress = typed.hasPrefix(scheme)
        let logins = try await search(for: isAddress ? String(typed.dropFirst(scheme.count)) : typed)
        return Set(logins.map { isAddress ? $0.url : hostAndPath(of: $0.url) }).sorted()
    }

    static let users = ShellCompletion.lookUp { typed in
        Set(try await search(for: typed).map(\.user)).sorted()
    }

    private static func hostAndPath(of url: String) -> String {
        var text = url.firstRange(of: "://").map { String(url[$0.upperBound...]) } ?? url
        if text.hasSuffix("/") { text.removeLast() }
        return text
    }

    private static func search(for text: String) async throws -> [FoundLogin] {
        guard text.utf8.count <= SearchLogins.maximumTextLength else { return [] }
        let agent = try await AgentSession.connectIfRunning()
        let found = try await agent.call(SearchLogins.self, SearchLogins.Parameters(text: text))
        await agent.close()
        return found.logins
    }
}
