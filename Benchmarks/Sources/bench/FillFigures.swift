import Foundation
import Glibc

/// Times from picking a suggestion to its password, with an unlocked vault.
struct FillFigures {
    let programs: URL

    private static let logins = 1000
    private static let samples = 30

    func take() throws -> [Figure] {
        let world = try World(programs: programs)
        try world.startAgent()
        try world.installProvider()
        try world.fillVault(Self.logins)
        let client = try world.client()
        _ = try fill(0, with: client)
        let cold = try (1...Self.samples).map { try fill($0, with: client) }
        let ahead = try (1...Self.samples).map { index in
            try client.call("startAhead", ["provider": World.provider])
            // Waits until the provider has started; a user needs longer to pick.
            usleep(400_000)
            return try fill(index, with: client)
        }
        return [
            Figure("pick to password, provider started cold", cold, goal: (.p50, 50)),
            Figure("pick to password, provider started ahead", ahead, goal: (.p50, 50)),
            Figure(
                "provider's memory at most, while filling", unit: "MB", try memory(with: client),
                goal: (.max, 60)),
        ]
    }

    /// Picks the suggestion for a page and waits for its password; returns milliseconds.
    private func fill(_ index: Int, with client: WireClient) throws -> Double {
        let url = "https://site\(index).example\(index % 97).com/login"
        let found = try client.call("suggest", ["url": url, "kinds": [String](), "explain": false])
        let suggestions = found["suggestions"] as? [[String: Any]] ?? []
        guard !suggestions.isEmpty else {
            throw WireClient.Unexpected(what: "the agent did not find a login of the store")
        }
        return try Stopwatch.milliseconds {
            let filled = try client.call(
                "fill", ["suggestion": suggestions[0]["id"] ?? "", "url": url, "acceptsWarning": false])
            let value = filled["value"] as? [String: Any]
            guard value?["password"] as? String == "p4ss-\(index)-word!" else {
                throw WireClient.Unexpected(what: "a fill returned a wrong password")
            }
        }
    }

    /// The peak memory of the provider in each of some fills, in MB.
    private func memory(with client: WireClient) throws -> [Double] {
        try (0..<5).map { index in
            try client.call("startAhead", ["provider": World.provider])
            usleep(400_000)
            guard let process = World.providerProcess() else { throw WireClient.Disconnected() }
            let watch = MemoryWatch(process: process)
            _ = try fill(index, with: client)
            return watch.end()
        }
    }
}
