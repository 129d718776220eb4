import Foundation

/// Another password manager, which a separate program measures in the same run.
struct Peer {
    /// An element of the JSON array that the program prints.
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

    /// Runs a measuring program and decodes its output.
    static func samples(of process: Process) throws -> [Samples] {
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let printed = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return try JSONDecoder().decode([Samples].self, from: printed)
    }
}
