import Foundation
import Glibc

/// Times of lists with an unlocked vault: from a request for a code to the list of all logins with codes, and of
/// `latchkey-vault list`.
struct ListFigures {
    let programs: URL
    let sizes: [Int]

    private static let logins = 10_000
    private static let samples = 10

    func take() throws -> [Figure] {
        try codeLists() + sizes.flatMap { try programLists($0) }
    }

    private func codeLists() throws -> [Figure] {
        let world = try World(programs: programs)
        try world.startAgent()
        try world.installProvider()
        try world.fillVault(Self.logins, withCodes: true)
        _ = try open(in: world)
        let cold = try (0..<Self.samples).map { _ in
            try World.endWaitingProvider()
            return try open(in: world)
        }
        let ahead = try (0..<Self.samples).map { _ in
            try world.client().call("startAhead", ["provider": World.provider])
            // Waits until the provider has started.
            usleep(400_000)
            return try open(in: world)
        }
        let name = AgentFigures.name(Self.logins)
        return [
            Figure("list of codes, \(name) logins with one, provider started cold", cold),
            Figure("list of codes, \(name) logins with one, provider waiting", ahead),
        ]
    }

    /// The name of the figure for `latchkey-vault list`.
    static func name(_ size: String) -> String { "list of all \(size) logins, the program" }

    /// Runs `latchkey-vault list`; the agent has the vault's key.
    private func programLists(_ count: Int) throws -> [Figure] {
        let world = try World(programs: programs)
        try world.startAgent()
        try world.installProvider()
        try world.fillVault(count)
        let runs = try (0..<(count > 10_000 ? 3 : Self.samples)).map { _ in
            let run = try TimedProgram(world.vaultProgram, ["list"], environment: world.environment).run()
            let lines = run.output.reduce(0) { $0 + ($1 == UInt8(ascii: "\n") ? 1 : 0) }
            guard lines == count else { throw WireClient.Unexpected(what: "\(lines) of \(count) logins were listed") }
            return run
        }
        let name = Self.name(AgentFigures.name(count))
        return [
            Figure(name, runs.map(\.milliseconds)),
            Figure("\(name): processor time", runs.map(\.processorMilliseconds)),
            Figure("\(name): memory at most", unit: "MB", runs.map(\.memory)),
        ]
    }

    /// Requests the list and waits for the sheet with all rows; the request ends when its connection closes.
    private func open(in world: World) throws -> Double {
        let client = try world.client(showsSheets: true)
        return try Stopwatch.milliseconds {
            try client.call("list", ["url": "https://site7.example7.com/login", "kind": "code"]) { name, parameters in
                name.hasPrefix("sheet.") && Self.rowCount(in: parameters) == Self.logins
            }
        }
    }

    /// The row count of the list in a sheet message, at any depth; `nil` if there is no list.
    private static func rowCount(in value: Any?) -> Int? {
        switch value {
        case let object as [String: Any]:
            object["rowCount"] as? Int ?? object.values.lazy.compactMap { rowCount(in: $0) }.first
        case let array as [Any]: array.lazy.compactMap { rowCount(in: $0) }.first
        default: nil
        }
    }
}
