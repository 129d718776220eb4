/// Which keys lie beside each other.
struct Keyboard: Sendable {
    /// For each character the characters of the keys around its own, always in the same order of directions.
    private let neighbours: [UInt8: [[UInt8]]]
    let isKeypad: Bool
    let characterCount: Int
    let averageDegree: Double

    static let qwerty = Keyboard(
        rows: [
            (0, "`~ 1! 2@ 3# 4$ 5% 6^ 7& 8* 9( 0) -_ =+"), (1, "qQ wW eE rR tT yY uU iI oO pP [{ ]} \\|"),
            (1, "aA sS dD fF gG hH jJ kK lL ;: '\""), (1, "zZ xX cC vV bB nN mM ,< .> /?"),
        ], isKeypad: false)
    static let dvorak = Keyboard(
        rows: [
            (0, "`~ 1! 2@ 3# 4$ 5% 6^ 7& 8* 9( 0) [{ ]}"), (1, "'\" ,< .> pP yY fF gG cC rR lL /? =+ \\|"),
            (1, "aA oO eE uU iI dD hH tT nN sS -_"), (1, ";: qQ jJ kK xX bB mM wW vV zZ"),
        ], isKeypad: false)
    static let keypad = Keyboard(
        rows: [(1, "/ * -"), (0, "7 8 9 +"), (0, "4 5 6"), (0, "1 2 3"), (1, "0 .")], isKeypad: true)
    static let appleKeypad = Keyboard(
        rows: [(1, "= / *"), (0, "7 8 9 -"), (0, "4 5 6 +"), (0, "1 2 3"), (1, "0 .")], isKeypad: true)
    static let all = [qwerty, dvorak, keypad, appleKeypad]

    /// Takes rows of keys from top to bottom, each with the column of its first key.
    ///
    /// On a keypad the keys lie below each other; elsewhere every row lies half a key further to the right, so that a key
    /// has no neighbours straight above and below.
    private init(rows: [(Int, String)], isKeypad: Bool) {
        struct Place: Hashable { let (x, y): (Int, Int) }
        var keys: [Place: [UInt8]] = [:]
        for (y, row) in rows.enumerated() {
            for (x, key) in row.1.split(separator: " ").enumerated() {
                keys[Place(x: row.0 + x, y: y)] = Array(key.utf8)
            }
        }
        let directions =
            isKeypad
            ? [(-1, 0), (-1, -1), (0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1)]
            : [(-1, 0), (0, -1), (1, -1), (1, 0), (0, 1), (-1, 1)]
        var neighbours: [UInt8: [[UInt8]]] = [:]
        for (place, key) in keys {
            let around = directions.map { keys[Place(x: place.x + $0.0, y: place.y + $0.1)] ?? [] }
            for character in key { neighbours[character] = around }
        }
        self.neighbours = neighbours
        self.isKeypad = isKeypad
        characterCount = neighbours.count
        averageDegree = Double(neighbours.values.reduce(0) { $0 + $1.count { !$0.isEmpty } }) / Double(neighbours.count)
    }

    /// In which direction the second character lies of the first, and whether it wants the shift key.
    func step(from first: UInt8, to second: UInt8) -> (direction: Int, isShifted: Bool)? {
        guard let around = neighbours[first] else { return nil }
        for (direction, key) in around.enumerated() {
            if let index = key.firstIndex(of: second) { return (direction, index == 1) }
        }
        return nil
    }

    /// The characters that want the shift key.
    private static let shifted = Set("~!@#$%^&*()_+QWERTYUIOP{}|ASDFGHJKL:\"ZXCVBNM<>?".utf8)

    /// Finds the walks over neighbouring keys, of three and more.
    func pieces(in password: [UInt32]) -> [Piece] {
        // A character that is on no key is a neighbour of none.
        let text = password.map { UInt8(exactly: $0) ?? 0 }
        var pieces: [Piece] = []
        var start = 0
        while start + 1 < text.count {
            var shifted = !isKeypad && Self.shifted.contains(text[start]) ? 1 : 0
            var turns = 0
            var last: Int?
            var end = start + 1
            while end < text.count, let step = step(from: text[end - 1], to: text[end]) {
                if step.isShifted { shifted += 1 }
                if step.direction != last { turns += 1 }
                last = step.direction
                end += 1
            }
            if end - start > 2 {
                pieces.append(
                    Piece(start..<end, .keys(turns: turns, shifted: shifted, isKeypad: isKeypad), in: password))
            }
            start = end
        }
        return pieces
    }
}
