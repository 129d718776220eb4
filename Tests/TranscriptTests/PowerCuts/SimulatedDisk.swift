import Foundation

/// A disk that may lose, reorder and tear the changes that were not synced.
struct SimulatedDisk: Sendable {
    /// Which names a power cut leaves.
    enum NameOrder: String, CaseIterable, Sendable {
        /// In the order of the changes, as with the journal of ext4 and XFS.
        case ordered
        /// Any of them, as POSIX allows.
        case independent
    }

    /// What a power cut does to a group of changes.
    enum Loss: CaseIterable, Sendable {
        case nothing, everything, last, allButLast
        /// Data only: files have their new sizes, and the new parts are zeros.
        case zeros
        /// Data only: the same with arbitrary bytes.
        case garbage
        case random

        static let certain = allCases.filter { $0 != .random }
        static let ofNames = [nothing, everything, last, allButLast]
    }

    let order: NameOrder
    private var durable: DiskState
    private var names: [[NameChange]] = []
    private var data: [DiskNode: [DataChange]] = [:]

    init(_ state: DiskState, order: NameOrder) {
        self.order = order
        durable = state
    }

    mutating func apply(_ operation: DiskOperation) {
        switch operation {
        // An empty folder without a name does not show.
        case .makeFolder(let node): durable.makeFolder(node)
        case .names(let changes): names.append(changes)
        case .data(let file, let change): data[file, default: []].append(change)
        case .sync(let node, _): sync(node)
        }
    }

    private mutating func sync(_ node: DiskNode) {
        guard durable.isFolder(node) else {
            for change in data.removeValue(forKey: node) ?? [] { durable.apply(change, to: node) }
            return
        }
        let synced = complete(Set(names.indices.filter { names[$0].contains { $0.folder == node } }))
        for index in synced { durable.apply(names[index]) }
        names = names.indices.filter { !synced.contains($0) }.map { names[$0] }
    }

    /// Adds the changes that must be durable before the chosen ones.
    private func complete(_ chosen: Set<Int>) -> [Int] {
        guard let last = chosen.max() else { return [] }
        if order == .ordered { return Array(0...last) }
        var all = chosen
        for later in names.indices.reversed() where all.contains(later) {
            for earlier in 0..<later where !all.contains(earlier) {
                let shares = names[earlier].contains { one in
                    names[later].contains { $0.folder == one.folder && $0.name == one.name }
                }
                if shares { all.insert(earlier) }
            }
        }
        return all.sorted()
    }

    /// The disk after a power cut.
    func afterCut(
        names nameLoss: Loss, data dataLoss: Loss, using generator: inout SeededGenerator
    ) -> DiskState {
        var state = durable
        for index in complete(keptNames(nameLoss, &generator)) { state.apply(names[index]) }
        for file in data.keys.sorted() {
            var loss = dataLoss
            if loss == .random { loss = Loss.allCases.randomElement(using: &generator) ?? .nothing }
            apply(data[file] ?? [], to: file, loss, &state, &generator)
        }
        return state
    }

    private func keptNames(_ loss: Loss, _ generator: inout SeededGenerator) -> Set<Int> {
        let all = Array(names.indices)
        return switch loss {
        case .nothing, .zeros, .garbage: Set(all)
        case .everything: []
        case .last: Set(all.dropLast())
        case .allButLast: Set(all.suffix(1))
        case .random:
            order == .ordered
                ? Set(all.prefix(Int.random(in: 0...all.count, using: &generator)))
                : Set(all.filter { _ in Bool.random(using: &generator) })
        }
    }

    private func apply(
        _ changes: [DataChange], to file: DiskNode, _ loss: Loss, _ state: inout DiskState,
        _ generator: inout SeededGenerator
    ) {
        for (index, change) in changes.enumerated() {
            let isLast = index == changes.count - 1
            switch loss {
            case .everything: return
            case .last where isLast, .allButLast where !isLast: continue
            case .nothing, .last, .allButLast: state.apply(change, to: file)
            case .zeros: state.apply(change, to: file) { _ in false }
            case .garbage: state.apply(change, to: file, fill: 0xA5) { _ in false }
            case .random:
                let kept = Int.random(in: 0...3, using: &generator)
                guard kept > 0 else { continue }
                // Disks write sectors of 512 or 4096 bytes.
                let sector = Bool.random(using: &generator) ? 512 : 4096
                let fill: UInt8 = Bool.random(using: &generator) ? 0 : 0xA5
                state.apply(change, to: file, sector: sector, fill: fill) { _ in
                    kept == 3 || Bool.random(using: &generator)
                }
            }
        }
    }
}

/// SplitMix64, which gives the same numbers for the same seed.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
