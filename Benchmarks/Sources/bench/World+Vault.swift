import Foundation
import Glibc
import LatchkeyVault

extension World {
    /// Fills the provider's vault, sends its identities to the agent, and unlocks it.
    func fillVault(_ logins: Int, withCodes: Bool = false) throws {
        let vault = try BenchVault(in: container.appending(path: "groups/org.latchkey.vault"))
        try vault.fill(logins, withCodes: withCodes)
        let app = try application()
        try app.call(
            "keychain.set",
            ["account": "vault-key", "value": vault.keyInBase64, "lifetime": 3600, "renewsWhenRead": true])
        try feed(vault.overviews(), to: app)
    }

    private func feed(_ overviews: [Overview], to app: WireClient) throws {
        let change = try app.call("store.begin", ["operation": "replace"])["change"] as? Int ?? 0
        // A frame is limited to 1 MiB.
        for start in stride(from: 0, to: overviews.count, by: 2000) {
            let identities = overviews[start..<min(start + 2000, overviews.count)].map { overview -> [String: Any] in
                [
                    "kind": "password", "rank": 0, "recordIdentifier": overview.id.description,
                    "user": overview.user,
                    "serviceIdentifier": ["type": "URL", "identifier": overview.sites.first?.text ?? ""],
                ]
            }
            try app.call("store.batch", ["change": change, "identities": identities])
        }
        try app.call("store.commit", ["change": change])
    }

    // MARK: The provider's process

    /// The provider's process inside the sandbox; the wrapper processes have lower identifiers.
    static func providerProcess() -> Int32? {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.compactMap { Int32($0) }.filter { process in
            let line = (try? Data(contentsOf: URL(filePath: "/proc/\(process)/cmdline"))) ?? Data()
            let program = line.prefix { $0 != 0 }
            return String(decoding: program, as: UTF8.self).hasSuffix("/latchkey-vault-provider")
        }.max()
    }

    /// Kills the waiting process, so that the next request starts a new one.
    static func endWaitingProvider() throws {
        // Waits until the process has started.
        usleep(400_000)
        guard let process = providerProcess() else { return }
        kill(process, SIGKILL)
        while kill(process, 0) == 0 { usleep(1000) }
        // Waits until the agent has noticed.
        usleep(50_000)
    }
}
