import Foundation
import Glibc
import LatchkeyVault

/// From the pick of a suggestion to its password: agent, sandbox, provider and vault, unlocked.
struct FillFigures {
    let programs: URL

    private static let logins = 1000
    private static let samples = 30

    func take() throws -> [Figure] {
        let world = try World(programs: programs)
        try world.startAgent()
        try world.installProvider()
        let vault = try BenchVault(in: world.container.appending(path: "groups/org.latchkey.vault"))
        try vault.fill(Self.logins)
        let app = try world.application()
        try app.call(
            "keychain.set",
            ["account": "vault-key", "value": vault.keyInBase64, "lifetime": 3600, "renewsWhenRead": true])
        try feed(vault.overviews(), to: app)
        let client = try world.client()
        _ = try fill(0, with: client)
        let cold = try (1...Self.samples).map { try fill($0, with: client) }
        let ahead = try (1...Self.samples).map { index in
            try client.call("startAhead", ["provider": World.provider])
            // Until it has started and waits; a person needs longer to pick.
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

    private func feed(_ overviews: [Overview], to app: WireClient) throws {
        let change = try app.call("store.begin", ["operation": "replace"])["change"] as? Int ?? 0
        let identities = overviews.map { overview -> [String: Any] in
            [
                "kind": "password", "rank": 0, "recordIdentifier": overview.id.description, "user": overview.user,
                "serviceIdentifier": ["type": "URL", "identifier": overview.sites.first?.text ?? ""],
            ]
        }
        try app.call("store.batch", ["change": change, "identities": identities])
        try app.call("store.commit", ["change": change])
    }

    /// Picks the suggestion on a page and waits for its password.
    private func fill(_ index: Int, with client: WireClient) throws -> Double {
        let url = "https://site\(index).example\(index % 97).com/login"
        let found = try client.call("suggest", ["url": url, "kinds": [String](), "explain": false])
        let suggestions = found["suggestions"] as? [[String: Any]] ?? []
        guard !suggestions.isEmpty else { throw WireClient.Unexpected(what: "a login of the store was not found") }
        return try Stopwatch.milliseconds {
            let filled = try client.call(
                "fill", ["suggestion": suggestions[0]["id"] ?? "", "url": url, "acceptsWarning": false])
            let value = filled["value"] as? [String: Any]
            guard value?["password"] as? String == "p4ss-\(index)-word!" else {
                throw WireClient.Unexpected(what: "a fill brought another password")
            }
        }
    }

    /// What the providers of some fills held at most, looked at from outside all the time.
    private func memory(with client: WireClient) throws -> [Double] {
        try (0..<5).map { index in
            try client.call("startAhead", ["provider": World.provider])
            usleep(400_000)
            guard let process = Self.providerProcess() else { throw WireClient.Disconnected() }
            let watch = MemoryWatch(process: process)
            _ = try fill(index, with: client)
            return watch.end()
        }
    }

    /// The process that runs in the sandbox: the one with the provider's name that has no child.
    private static func providerProcess() -> Int32? {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.compactMap { Int32($0) }.filter { process in
            let line = (try? Data(contentsOf: URL(filePath: "/proc/\(process)/cmdline"))) ?? Data()
            let program = line.prefix { $0 != 0 }
            return String(decoding: program, as: UTF8.self).hasSuffix("/latchkey-vault-provider")
        }.max()
    }
}

/// Looks at a process's memory every millisecond until it ends.
private final class MemoryWatch: @unchecked Sendable {
    // Sendable: the peak is written by the watching thread, and read after that has ended.
    private var peak = 0.0
    private let done = DispatchSemaphore(value: 0)

    init(process: Int32) {
        Thread.detachNewThread { [self] in
            while let memory = try? World.memory(of: process), memory.most > 0 {
                peak = max(peak, memory.most)
                usleep(1000)
            }
            done.signal()
        }
    }

    func end() -> Double {
        done.wait()
        return peak
    }
}
