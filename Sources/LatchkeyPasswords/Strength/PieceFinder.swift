/// Finds everything in a password that an attacker would try as one piece.
struct PieceFinder {
    /// Words of the person, in lower case.
    let knownWords: [String]

    /// The cheapest way to put a password together from pieces.
    func cheapestCut(of password: [UInt32]) -> CheapestCut {
        CheapestCut(of: password, from: pieces(in: password))
    }

    private func pieces(in password: [UInt32]) -> [Piece] {
        WordPieces(in: password, knownWords: knownWords).pieces
            + Keyboard.all.flatMap { $0.pieces(in: password) } + repetitions(in: password) + sequences(in: password)
            + DatePieces.pieces(in: password)
    }

    /// Runs of characters whose numbers grow or shrink by the same step, as `abc`, `9753` or letters of other scripts.
    private func sequences(in password: [UInt32]) -> [Piece] {
        guard password.count > 1 else { return [] }
        let steps = zip(password, password.dropFirst()).map { Int($1) - Int($0) }
        var pieces: [Piece] = []
        var start = 0
        for end in 1...steps.count where end == steps.count || steps[end] != steps[start] {
            let step = steps[start]
            // Characters from start to end, both included.
            if (1...5).contains(abs(step)), end - start > 1 || abs(step) == 1 {
                pieces.append(Piece(start..<end + 1, .sequence(isAscending: step > 0), in: password))
            }
            start = end
        }
        return pieces
    }

    /// Runs of the same characters again and again, one behind the other.
    private func repetitions(in password: [UInt32]) -> [Piece] {
        var pieces: [Piece] = []
        var start = 0
        while start + 1 < password.count {
            let rest = password[start...]
            // The shortest base, and the longest: aabaab is rather twice aab than twice a.
            let bases = (1...rest.count / 2).filter { rest.prefix($0) == rest.dropFirst($0).prefix($0) }
            guard let shortest = bases.first, let longest = bases.last else {
                start += 1
                continue
            }
            let (shortRun, longRun) = (runEnd(of: rest, base: shortest), runEnd(of: rest, base: longest))
            let end = max(shortRun, longRun)
            let base = longRun > shortRun ? period(of: password[start..<end]) : shortest
            // The base is at most half as long, so this ends.
            let guesses = cheapestCut(of: Array(password[start..<start + base])).guesses
            pieces.append(Piece(start..<end, .repetition(baseCount: base, baseGuesses: guesses), in: password))
            start = end
        }
        return pieces
    }

    /// Where the repetitions of the first characters end.
    private func runEnd(of rest: ArraySlice<UInt32>, base: Int) -> Int {
        var end = rest.startIndex + base
        while rest[end...].prefix(base) == rest.prefix(base) { end += base }
        return end
    }

    /// The shortest base that makes up the whole run.
    private func period(of run: ArraySlice<UInt32>) -> Int {
        (1...run.count).first { run.count % $0 == 0 && run.dropLast($0) == run.dropFirst($0) } ?? run.count
    }
}
