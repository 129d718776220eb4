import Foundation

/// Another password manager, measured by a program of its own in the same run on the same machine.
struct Peer {
    /// What such a program prints: a JSON array of samples, each with a name and a unit.
    struct Samples: Decodable {
        var name: String
        var unit: String
        var samples: [Double]
    }

    let script: String

    func take(sizes: [Int]) throws -> [Figure] {
        try sizes.flatMap { size in
            let process = Process()
            process.executableURL = URL(filePath: ".build/python/bin/python")
            process.arguments = [script, String(size)]
            return try Self.samples(of: process).map {
                Figure("\($0.name), \(AgentFigures.name(size)) logins", unit: $0.unit, $0.samples)
            }
        }
    }

    /// Runs a program that measures, and reads what it prints.
    static func samples(of process: Process) throws -> [Samples] {
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let printed = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return try JSONDecoder().decode([Samples].self, from: printed)
    }
}
