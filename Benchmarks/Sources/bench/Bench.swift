import ArgumentParser
import CZeroOnFree
import Foundation

/// Measures Latchkey's performance and compares it with the goals.
@main
struct Bench: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Measures the performance of Latchkey's release builds and compares it with the goals.")

    @Flag(help: "Skip the store with a million identities and the largest vaults and files.")
    var quick = false

    @Option(
        help:
            "Run only groups with this in their name: look-ups, fills, passkeys, lists, git, vault, import, export, pass, memory, browser, peer."
    )
    var only: String?

    @Option(
        help: "A program that measures another password manager: its argument is a number of logins, its output JSON.")
    var peer: String?

    @Option(help: "The JSON file for the results.")
    var output = "Benchmarks/results/latest.json"

    /// The step to run in this process; see ``VaultStep``.
    @Option(parsing: .upToNextOption, help: .hidden)
    var step: [String] = []

    func run() throws {
        precondition(latchkey_zero_on_free() == 1, "the measured allocator is not the programs' own")
        guard step.isEmpty else { return try VaultStep.run(step) }
        let programs = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().standardizedFileURL
        var figures: [Figure] = []
        func take(_ name: String, _ body: () throws -> [Figure]) throws {
            guard only.map(name.contains) ?? true else { return }
            Console.note("\(name) …")
            let taken = try body()
            taken.forEach { Console.note("  \($0.line)") }
            figures += taken
        }
        let sizes = quick ? [10_000, 100_000] : [10_000, 100_000, 1_000_000]
        try take("agent, look-ups, memory") { try AgentFigures(programs: programs).take(sizes: sizes) }
        try take("fills, memory of a provider") { try FillFigures(programs: programs).take() }
        try take("passkeys") { try PasskeyFigures(programs: programs).take() }
        try take("git") { try GitFigures(programs: programs).take() }
        let fileSizes = quick ? [10_000] : [10_000, 100_000]
        try take("lists") { try ListFigures(programs: programs, sizes: fileSizes).take() }
        try take("vault") { try VaultFigures(quick: quick).take() }
        var costs: [RowCost] = []
        try take("import, export") {
            costs = try ExchangeFigures(programs: programs, sizes: fileSizes).take()
            return costs.flatMap(\.figures)
        }
        try take("pass") { try PassFigures(programs: programs).take() }
        try take("browser") { try BrowserFigures(programs: programs).take() }
        if let peer { try take("peer") { try Peer(script: peer).take(sizes: fileSizes) } }
        let ofRows = Set(costs.flatMap(\.figures).map(\.name))
        print(Figure.table(figures.filter { !ofRows.contains($0.name) }))
        let comparisons = Comparison.all(among: figures)
        if !comparisons.isEmpty { print("\n" + Comparison.table(comparisons)) }
        for direction in [RowCost.Direction.importing, .exporting] where !costs.isEmpty {
            print("\n" + RowCost.table(costs, of: direction))
        }
        try Figure.write(figures, to: output)
    }
}

enum Console {
    static func note(_ line: String) {
        FileHandle.standardError.write(Data((line + "\n").utf8))
    }
}
