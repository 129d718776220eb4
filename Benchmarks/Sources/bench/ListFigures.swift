import Foundation
import Glibc

/// Times from a request for a code to the list of all logins with codes, with an unlocked vault.
struct ListFigures {
    let programs: URL

    private static let logins = 10_000
    private static let samples = 10

    func take() throws -> [Figure] {
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
