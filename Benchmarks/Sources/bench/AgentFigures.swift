import Foundation

/// Start time, look-up times and memory of the agent.
struct AgentFigures {
    let programs: URL

    private static let samples = 200

    func take(sizes: [Int]) throws -> [Figure] {
        try sizes.flatMap { size in
            let world = try World(programs: programs)
            try world.startAgent()
            try world.installProvider()
            Console.note("  filling the store with \(size) identities")
            let filling = try Stopwatch.milliseconds { try fill(world, count: size) }
            world.stopAgent()
            var starts: [Double] = []
            for _ in 0..<10 {
                world.stopAgent()
                starts.append(try world.startAgent())
            }
            let client = try world.client()
            let before = try world.agentMemory().now
            var figures = try lookUps(client, size: size)
            let after = try world.agentMemory()
            let count = Self.name(size)
            figures.append(Figure("store filled, \(count) identities", unit: "s", [filling / 1000]))
            figures.append(Figure("agent started, \(count) identities", starts))
            figures.append(
                Figure("agent's memory before look-ups, \(count) identities", unit: "MB", [before]))
            figures.append(
                Figure(
                    "agent's memory after look-ups, \(count) identities", unit: "MB", [after.now],
                    goal: [10_000: 40, 100_000: 60][size].map { (.max, $0) }))
            figures.append(Figure("agent's memory at most, \(count) identities", unit: "MB", [after.most]))
            return figures
        }
    }

    static func name(_ size: Int) -> String {
        size >= 1_000_000 ? "\(size / 1_000_000) M" : "\(size / 1000) k"
    }

    private func lookUps(_ client: WireClient, size: Int) throws -> [Figure] {
        var hits: [Double] = []
        var misses: [Double] = []
        func ask(_ host: String) throws -> (time: Double, found: Int) {
            let result = try client.call(
                "suggest", ["url": "https://\(host)/login", "kinds": [String](), "explain": false])
            return (client.roundTrip, (result["suggestions"] as? [Any])?.count ?? 0)
        }
        var floor: [Double] = []
        var crowded: [Double] = []
        for index in 0..<20 { _ = try ask("warm\(index).example.org") }
        for index in 0..<Self.samples {
            // Spread over the whole store, so that a cache does not help.
            let place = Self.crowd + (index * 7919) % (size - Self.crowd)
            let hit = try ask(Self.host(place))
            guard hit.found >= 1 else {
                throw WireClient.Unexpected(what: "the agent did not find a host of the store")
            }
            hits.append(hit.time)
            let miss = try ask("nothing\(index).invalid.example")
            guard miss.found == 0 else {
                throw WireClient.Unexpected(what: "the agent found a host that is not in the store")
            }
            misses.append(miss.time)
            crowded.append(try ask(Self.host(index % Self.crowd)).time)
            // A page without an address: the agent rejects it before it looks anything up.
            _ = try? client.call("suggest", ["url": "", "kinds": [String](), "explain": false])
            floor.append(client.roundTrip)
        }
        let count = Self.name(size)
        return [
            Figure("look-up that matches, \(count) identities", hits, goal: (.p99, 1)),
            Figure("look-up that misses, \(count) identities", misses, goal: (.p99, 1)),
            Figure("look-up on a site with \(Self.crowd) logins, \(count) identities", crowded),
            Figure("refused call, \(count) identities (the floor)", floor),
        ]
    }

    /// Each site has two logins, on two of its hosts.
    ///
    /// The first 100 logins belong to one site.
    private static func host(_ index: Int) -> String {
        if index < crowd { return "host\(index).crowd.com" }
        return index % 2 == 0 ? "www.site\(index / 2).com" : "login.site\(index / 2).com"
    }

    private static let crowd = 100

    private func fill(_ world: World, count: Int) throws {
        let app = try world.application()
        let begun = try app.call("store.begin", ["operation": "replace"])
        let change = begun["change"] as? Int ?? 0
        for start in stride(from: 0, to: count, by: 2000) {
            let identities = (start..<min(start + 2000, count)).map { index -> [String: Any] in
                [
                    "kind": "password", "rank": index % 10, "recordIdentifier": "record-\(index)",
                    "user": "user\(index)@example.com",
                    "serviceIdentifier": ["type": "URL", "identifier": "https://\(Self.host(index))/login"],
                ]
            }
            try app.call("store.batch", ["change": change, "identities": identities])
        }
        try app.call("store.commit", ["change": change])
    }
}
