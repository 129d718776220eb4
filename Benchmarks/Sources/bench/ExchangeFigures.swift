import Foundation
import Glibc
import LatchkeyVault

/// Times of `latchkey-vault import` and `export` for every format.
struct ExchangeFigures {
    let programs: URL
    let sizes: [Int]

    private static let exports = ["csv", "json", "cxf", "xml"]

    /// Each import uses an empty vault.
    ///
    /// The provider is disabled except for the last import.
    func take() throws -> [RowCost] {
        let world = try World(programs: programs)
        try world.startAgent()
        var costs: [RowCost] = []
        for shape in ExportShape.tables + ExportShape.trees {
            costs.append(try imports(shape, in: world, as: shape.format))
        }
        costs += try exports(from: world)
        try world.installProvider()
        costs.append(try imports(ExportShape.tables[0], in: world, as: "chrome-csv, suggestions written, too"))
        return costs
    }

    private func imports(_ shape: ExportShape, in world: World, as name: String) throws -> RowCost {
        var cost = RowCost(direction: .importing, format: name)
        for size in sizes {
            let file = try shape.write(size, into: world.home)
            defer { try? FileManager.default.removeItem(at: file) }
            // Flushes the file first, so that the import waits for its own writes only.
            sync()
            let runs = try (0..<(size > 10_000 ? 1 : 3)).map { _ in
                try world.emptyVault()
                return try world.importFile(file, password: shape.password, expecting: size)
            }
            cost.samples.append(
                RowCost.Sample(
                    rows: size, milliseconds: runs.map(\.milliseconds), memory: runs.map(\.memory).max() ?? 0))
        }
        return cost
    }

    private func exports(from world: World) throws -> [RowCost] {
        var costs = Self.exports.map { RowCost(direction: .exporting, format: $0) }
        guard let shape = ExportShape.trees.first else { return [] }
        for size in sizes {
            let file = try shape.write(size, into: world.home)
            try world.emptyVault()
            _ = try world.importFile(file, password: nil, expecting: size)
            for index in costs.indices {
                sync()
                let runs = try (0..<(size > 10_000 ? 1 : 3)).map { _ in
                    try world.exportFile(to: file, as: costs[index].format)
                }
                costs[index].samples.append(
                    RowCost.Sample(
                        rows: size, milliseconds: runs.map(\.milliseconds), memory: runs.map(\.memory).max() ?? 0))
            }
            try FileManager.default.removeItem(at: file)
        }
        return costs
    }
}

extension World {
    /// The output of `latchkey-vault import --json`.
    private struct Imported: Decodable {
        var added: Int
        var refused: Int
    }

    private var vaultFolder: URL { container.appending(path: "groups/org.latchkey.vault") }

    /// Replaces the vault with an empty one.
    func emptyVault() throws {
        try? FileManager.default.removeItem(at: vaultFolder)
        // Otherwise the programs ask whether to use another vault.
        try? FileManager.default.removeItem(at: home.appending(path: "state/latchkey/anchors.json"))
        _ = try BenchVault(in: vaultFolder)
    }

    /// Imports a file with the program; every login must be new.
    func importFile(
        _ file: URL, password: String?, expecting count: Int, environment: [String: String]? = nil
    ) throws -> TimedProgram.Run {
        var words = ["import", "--json", "--passphrase-fd", "0", file.path]
        if let password {
            let folder = home.appending(path: "password")
            try Data(password.utf8).write(to: folder)
            // Only a shell can pass a fourth descriptor.
            words = ["-c", "exec \"$0\" \"$@\" --file-password-fd 3 3<'\(folder.path)'", vaultProgram] + words
        }
        let run = try TimedProgram(
            password == nil ? vaultProgram : "/bin/sh", words, environment: environment ?? self.environment
        ).run(input: BenchVault.passphrase)
        let report = try JSONDecoder().decode(Imported.self, from: run.output)
        guard report.added == count, report.refused == 0 else {
            throw WireClient.Unexpected(
                what: "\(file.lastPathComponent): \(report.added) of \(count) rows were imported")
        }
        return run
    }

    func exportFile(to file: URL, as format: String) throws -> TimedProgram.Run {
        let run = try TimedProgram(
            vaultProgram, ["export", "--format", format, "--force", "--passphrase-fd", "0", file.path],
            environment: environment
        ).run(input: BenchVault.passphrase)
        let size = try FileManager.default.attributesOfItem(atPath: file.path)[.size] as? NSNumber
        guard size?.intValue ?? 0 > 0 else { throw WireClient.Unexpected(what: "an export is empty") }
        return run
    }
}
