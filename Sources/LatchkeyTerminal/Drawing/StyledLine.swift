import LatchkeySheet

/// The style of a piece of text.
struct Style: Hashable, Sendable {
    enum Color: Hashable, Sendable {
        case plain, red, yellow, green, accent
    }

    var color = Color.plain
    var isBold = false
    var isDim = false
    var isReversed = false
    var isUnderlined = false

    static let plain = Style()
    static let bold = Style(isBold: true)
    static let dim = Style(isDim: true)
    static let reversed = Style(isReversed: true)
    static let underlined = Style(isUnderlined: true)
}

/// A line of the screen: pieces of escaped text with their styles.
struct StyledLine: Hashable, Sendable {
    struct Piece: Hashable, Sendable {
        var text: String
        var style: Style
    }

    private(set) var pieces: [Piece] = []
    private(set) var width = 0

    init(_ text: String = "", _ style: Style = .plain) {
        add(text, style)
    }

    mutating func add(_ text: String, _ style: Style = .plain) {
        guard !text.isEmpty else { return }
        pieces.append(Piece(text: text, style: style))
        width += DisplayText.width(of: text)
    }

    mutating func pad(to column: Int, _ style: Style = .plain) {
        guard column > width else { return }
        add(String(repeating: " ", count: column - width), style)
    }

    /// The line, truncated to a width.
    func cut(to columns: Int) -> StyledLine {
        guard width > columns else { return self }
        var line = StyledLine()
        for piece in pieces {
            let left = columns - line.width
            guard left > 0 else { break }
            line.add(DisplayText.truncating(piece.text, to: left), piece.style)
        }
        return line
    }

    /// The line in reverse video, such as a selected row.
    func reversed() -> StyledLine {
        var line = StyledLine()
        for piece in pieces {
            var style = piece.style
            style.isReversed = true
            style.isDim = false
            line.add(piece.text, style)
        }
        return line
    }
}

/// The lines of the screen, and the cursor's position; `nil` hides the cursor.
struct Screen: Hashable, Sendable {
    struct Position: Hashable, Sendable {
        var row: Int
        var column: Int
    }

    var lines: [StyledLine]
    var cursor: Position?
}
