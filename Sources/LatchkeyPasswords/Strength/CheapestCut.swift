/// The way to cut a password into pieces that takes the fewest guesses.
///
/// Among n pieces in a row, an attacker tries n! orders of the product of their guesses, and shorter rows before: so a
/// cut costs n! · Π guesses + 10000^(n-1) (paper §4.3). For every beginning of the password and every number of pieces
/// the best cut is kept; what costs no less than one of fewer pieces is dropped. Time grows with the square of the length.
struct CheapestCut {
    private(set) var pieces: [Piece] = []
    private(set) var guesses = 1.0

    /// The best cut of a beginning into a number of pieces.
    private struct Best {
        let piece: Piece
        /// The product of the guesses of all its pieces.
        let product: Double
        let cost: Double
    }

    private let password: [UInt32]
    /// For the beginning up to each character: the best cuts, by their number of pieces.
    private var best: [[Int: Best]] = []

    init(of password: [UInt32], from found: [Piece]) {
        self.password = password
        guard !password.isEmpty else { return }
        best = Array(repeating: [:], count: password.count)
        var ending: [[Piece]] = Array(repeating: [], count: password.count)
        for piece in found where !piece.range.isEmpty { ending[piece.range.upperBound - 1].append(piece) }
        for last in password.indices {
            for piece in ending[last].sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) { consider(piece) }
            for start in 0...last { considerUnknown(start..<last + 1) }
        }
        unwind()
    }

    private mutating func consider(_ piece: Piece) {
        guard piece.range.lowerBound > 0 else { return update(piece, count: 1) }
        for count in best[piece.range.lowerBound - 1].keys.sorted() { update(piece, count: count + 1) }
    }

    /// Never two unknown pieces side by side: one is cheaper.
    private mutating func considerUnknown(_ range: Range<Int>) {
        let piece = Piece(range, .unknown, in: password)
        guard range.lowerBound > 0 else { return update(piece, count: 1) }
        for (count, before) in best[range.lowerBound - 1].sorted(by: { $0.key < $1.key }) {
            if case .unknown = before.piece.kind { continue }
            update(piece, count: count + 1)
        }
    }

    private mutating func update(_ piece: Piece, count: Int) {
        let last = piece.range.upperBound - 1
        var product = piece.guesses
        if count > 1 { product *= best[piece.range.lowerBound - 1][count - 1]?.product ?? 1 }
        let cost = Self.factorials[count] * product + Self.lengthCosts[count - 1]
        guard !best[last].contains(where: { $0.key <= count && $0.value.cost <= cost }) else { return }
        best[last][count] = Best(piece: piece, product: product, cost: cost)
    }

    private mutating func unwind() {
        guard let cheapest = best[password.count - 1].min(by: { ($0.value.cost, $0.key) < ($1.value.cost, $1.key) })
        else { return }
        guesses = cheapest.value.cost
        var count = cheapest.key
        var last = password.count - 1
        while last >= 0, let piece = best[last][count]?.piece {
            pieces.append(piece)
            last = piece.range.lowerBound - 1
            count -= 1
        }
        pieces.reverse()
    }

    /// The orders of so many pieces; a password has no more pieces than characters.
    private static let factorials: [Double] = (1...PasswordStrength.longestPassword).reduce(into: [1]) {
        $0.append($0[$1 - 1] * Double($1))
    }
    /// 10000 to the power of each number; infinite at the end, where no cut is ever the cheapest.
    private static let lengthCosts: [Double] = (1...PasswordStrength.longestPassword).reduce(into: [1]) {
        $0.append($0[$1 - 1] * 10_000)
    }
}
