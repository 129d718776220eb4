/// Finds words of the lists and of the person in a password: as they are, backwards, and with characters for letters.
struct WordPieces {
    private let password: [UInt32]
    /// The characters in lower case; 0 for whatever no word has.
    private let text: [UInt8]
    private let known: [[UInt8]]
    private(set) var pieces: [Piece] = []

    /// The letters that a character often stands for.
    private static let letters: [UInt8: [UInt8]] = {
        let table: [(Unicode.Scalar, String)] = [
            ("4", "a"), ("@", "a"), ("8", "b"), ("(", "c"), ("{", "c"), ("[", "c"), ("<", "c"), ("3", "e"), ("6", "g"),
            ("9", "g"), ("1", "il"), ("!", "i"), ("|", "il"), ("7", "lt"), ("0", "o"), ("$", "s"), ("5", "s"),
            ("+", "t"), ("%", "x"), ("2", "z"),
        ]
        return table.reduce(into: [:]) { $0[UInt8(ascii: $1.0)] = Array($1.1.utf8) }
    }()

    init(in password: [UInt32], knownWords: [String]) {
        self.password = password
        text = password.map { scalar in
            guard let byte = UInt8(exactly: scalar), (0x21...0x7E).contains(byte) else { return 0 }
            return (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
        }
        known = knownWords.map { Array($0.utf8) }
        find(in: text, isReversed: false)
        find(in: text.reversed(), isReversed: true)
        for start in text.indices {
            var walk = SubstitutedWalk(start: start)
            substitute(&walk)
        }
    }

    private mutating func find(in text: [UInt8], isReversed: Bool) {
        for start in text.indices {
            for end in start..<text.count {
                let entry = FrequentWords.entry(for: Array(text[start...end]))
                if let found = entry.found {
                    add(start..<end + 1, found.list, found.rank, isReversed: isReversed)
                }
                guard entry.isBeginning else { break }
            }
            for (index, word) in known.enumerated() where !word.isEmpty && text[start...].starts(with: word) {
                add(start..<start + word.count, .known, index + 1, isReversed: isReversed)
            }
        }
    }

    private mutating func add(_ range: Range<Int>, _ list: FrequentWords.List, _ rank: Int, isReversed: Bool) {
        let place = isReversed ? password.count - range.upperBound..<password.count - range.lowerBound : range
        pieces.append(
            Piece(place, .word(Piece.Word(list: list, rank: rank, isReversed: isReversed)), in: password))
    }

    /// A walk through the words of the table along the password, with choices made on the way.
    private struct SubstitutedWalk {
        let start: Int
        var word: [UInt8] = []
        /// What each character stands for so far; itself where it is meant.
        var meanings: [UInt8: UInt8] = [:]
    }

    /// Goes on with every meaning of the next character; the words of the table bound it, in depth and in width.
    private mutating func substitute(_ walk: inout SubstitutedWalk) {
        let place = walk.start + walk.word.count
        guard place < text.count, text[place] != 0 else { return }
        let character = text[place]
        let meant = walk.meanings[character]
        for letter in meant.map({ [$0] }) ?? [character] + (Self.letters[character] ?? []) {
            // Nobody writes one letter in two ways.
            let isTaken = walk.meanings.contains { $0.key != character && $0.value == letter && $0.key != letter }
            guard letter == character || !isTaken else { continue }
            walk.word.append(letter)
            if Self.letters[character] != nil { walk.meanings[character] = letter }
            let entry = FrequentWords.entry(for: walk.word)
            if let found = entry.found { addSubstituted(walk, found) }
            if entry.isBeginning { substitute(&walk) }
            walk.word.removeLast()
            walk.meanings[character] = meant
        }
    }

    private mutating func addSubstituted(_ walk: SubstitutedWalk, _ found: (list: FrequentWords.List, rank: Int)) {
        let substitutions = walk.meanings.filter { $0.key != $0.value }
        guard walk.word.count > 1, !substitutions.isEmpty else { return }
        let word = Piece.Word(list: found.list, rank: found.rank, substitutions: substitutions)
        pieces.append(Piece(walk.start..<walk.start + walk.word.count, .word(word), in: password))
    }
}
