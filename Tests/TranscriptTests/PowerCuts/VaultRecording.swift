import Foundation
import LatchkeySystem
import Testing

/// The changes that `latchkey-vault` made to a home folder, command by command.
final class VaultRecording {
    /// One recorded command.
    struct Step {
        var command: String
        var operations: [DiskOperation]
        /// The vault before and after the command.
        var before: HomeState
        var after: HomeState
    }

    struct FailedCommand: Error {
        var command: String
        var output: [String]
    }

    let home: TestHome
    let inspector = VaultInspector()
    /// The disk before the first command, on which everything is durable.
    private(set) var start = DiskState()
    private(set) var steps: [Step] = []
    private var recorder: DiskRecorder?
    private var latest: HomeState?

    /// The commands read the passphrase from descriptor 3.
    static let passphrase = "correct horse battery staple"

    init() throws {
        home = try TestHome()
        try home.write(Self.passphrase + "\n", to: "passphrase")
        try home.write("quite another passphrase\n", to: "another")
    }

    /// Runs a command without recording it; everything on the disk becomes durable.
    func prepare(_ command: String) async throws {
        let output = try await home.run(command)
        guard output.last == "[0]" else { throw FailedCommand(command: command, output: output) }
    }

    /// Records `latchkey-vault`.
    ///
    /// - Parameters:
    ///   - words: Its arguments, and redirections.
    ///   - input: What it reads from descriptor 4.
    func record(_ words: String, passphrase: String = "passphrase", input: String = "") async throws {
        if recorder == nil {
            start = DiskState(try DiskTree(contentsOf: home.path))
            recorder = DiskRecorder(root: home.path, start)
            latest = try await inspector.state(of: start.tree)
        }
        guard var recorder, let before = latest else { return }
        let trace = home.path + "-trace"
        let command =
            "printf '\(input)' | \(SystemCall.strace(output: trace)) latchkey-vault \(words) "
            + "--passphrase-fd 3 3<\(passphrase) 4<&0 0</dev/null 2>&1"
        let output = try await home.run(command)
        guard output.last == "[0]" else { throw FailedCommand(command: words, output: output) }
        let operations = try recorder.record(SystemCallTrace(Data(contentsOf: URL(filePath: trace))))
        // Proves that the simulation has seen every change.
        let actual = try DiskTree(contentsOf: home.path)
        let simulated = recorder.live.tree
        try #require(simulated.folders == actual.folders)
        try #require(simulated.files.keys.sorted() == actual.files.keys.sorted())
        for (path, content) in actual.files { try #require(simulated.files[path] == content, "\(path)") }
        let after = try await inspector.state(of: actual)
        steps.append(Step(command: words, operations: operations, before: before, after: after))
        self.recorder = recorder
        latest = after
    }

    // MARK: Power cuts

    /// Cuts the power at each point of each command, and checks what the disk may then have.
    ///
    /// - Parameters:
    ///   - isSynced: Which syncs reach the disk, by path.
    ///   - limit: The number of faults to find.
    /// - Returns: A line for each fault, and the number of different disks.
    func cutPower(
        _ order: SimulatedDisk.NameOrder, limit: Int = 5, isSynced: (String?) -> Bool = { _ in true }
    ) async throws -> (faults: [String], diskCount: Int) {
        var generator = SeededGenerator(seed: 1)
        var disk = SimulatedDisk(start, order: order)
        var faults: [String] = []
        var diskCount = 0
        for step in steps {
            var seen: Set<Int> = []
            // Before a sync, every set of the changes since the last one can be durable. After the end of the command,
            // its own changes must be.
            for (index, operation) in (step.operations.map { Optional($0) } + [nil]).enumerated() {
                if case .sync(_, let path)? = operation, !isSynced(path) { continue }
                if let operation, !operation.isSync {
                    disk.apply(operation)
                    continue
                }
                let isConfirmed = operation == nil
                for (label, state) in Self.cuts(disk, &generator) {
                    let tree = state.tree
                    guard seen.insert(isConfirmed ? ~tree.fingerprint : tree.fingerprint).inserted else { continue }
                    diskCount += 1
                    let fault = await inspector.fault(
                        of: tree, before: isConfirmed ? nil : step.before, after: step.after)
                    guard let fault else { continue }
                    faults.append("\(step.command), \(isConfirmed ? "confirmed" : "call \(index)"), \(label): \(fault)")
                    if faults.count == limit { return (faults, diskCount) }
                }
                if let operation { disk.apply(operation) }
            }
        }
        return (faults, diskCount)
    }

    private static func cuts(
        _ disk: SimulatedDisk, _ generator: inout SeededGenerator
    ) -> [(label: String, state: DiskState)] {
        var cuts: [(String, DiskState)] = []
        for names in SimulatedDisk.Loss.ofNames {
            for data in SimulatedDisk.Loss.certain {
                cuts.append(
                    (
                        "names lost: \(names), data lost: \(data)",
                        disk.afterCut(names: names, data: data, using: &generator)
                    ))
            }
        }
        for number in 0..<randomCount {
            cuts.append(("random \(number)", disk.afterCut(names: .random, data: .random, using: &generator)))
        }
        return cuts
    }

    /// The number of random disks at each point.
    private static let randomCount =
        ProcessInfo.processInfo.environment["LATCHKEY_POWER_CUTS"].flatMap { Int($0) } ?? 8
}
