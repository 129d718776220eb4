import Foundation

/// Times of the extension in Chromium, which `Benchmarks/Browser/measure` measures.
struct BrowserFigures {
    /// The folder with the measured programs.
    let programs: URL

    /// The goals by figure; figures without a goal are for comparison.
    private static let goals: [String: [(Figure.Statistic, Double)]] = [
        "field focused to strip drawn, warm": [(.p50, 16), (.p99, 50)],
        "pick to filled, vault unlocked": [(.p50, 50)],
        "2 000 nodes changing 5 times a second, without fields, with the extension: long tasks in 10 s": [(.max, 0)],
        "2 000 nodes changing 5 times a second, with a login that is in use, with the extension: long tasks in 10 s": [
            (.max, 0)
        ],
    ]

    func take() throws -> [Figure] {
        let process = Process()
        process.executableURL = URL(filePath: ".build/python/bin/python")
        process.arguments = ["Benchmarks/Browser/measure", programs.path]
        return try Peer.samples(of: process).flatMap { taken in
            let goals: [(Figure.Statistic, Double)?] = Self.goals[taken.name] ?? [nil]
            return goals.map { Figure(taken.name, unit: taken.unit, taken.samples, goal: $0) }
        }
    }
}
