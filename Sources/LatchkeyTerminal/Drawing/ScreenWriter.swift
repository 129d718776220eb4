import LatchkeySheet

/// The capabilities of a terminal, from the environment.
struct TerminalAbilities: Hashable, Sendable {
    enum Colors: Hashable, Sendable {
        case none, sixteen, many, all
    }

    var colors: Colors
    /// Whether the cursor can be moved, so that sheets may use the whole screen.
    var movesCursor: Bool

    /// Reads `TERM`, `COLORTERM` and `NO_COLOR`.
    init(environment: [String: String]) {
        let term = environment["TERM"] ?? ""
        movesCursor = !term.isEmpty && term != "dumb" && term != "unknown"
        if !movesCursor || environment["NO_COLOR"].map({ !$0.isEmpty }) == true {
            colors = .none
        } else if ["truecolor", "24bit"].contains(environment["COLORTERM"]) {
            colors = .all
        } else {
            colors = term.contains("256color") ? .many : .sixteen
        }
    }
}

/// Encodes screens for a terminal; it writes only the lines that changed, to avoid flicker.
struct ScreenWriter {
    let colors: TerminalAbilities.Colors
    let accent: SheetColor?
    private var shown: [StyledLine] = []
    private var isFresh = true

    init(colors: TerminalAbilities.Colors, accent: SheetColor?) {
        self.colors = colors
        self.accent = accent
    }

    /// Switches to the alternate screen, without automatic line breaks and with bracketed paste.
    static let entering = "\u{1B}[?1049h\u{1B}[?7l\u{1B}[?2004h\u{1B}[?25l\u{1B}[H\u{1B}[2J"
    /// Switches back to the main screen and its modes.
    static let leaving = "\u{1B}[?2004l\u{1B}[?7h\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l"

    /// Makes the next update write all lines, because the terminal's size changed or another program wrote to it.
    mutating func invalidate() {
        isFresh = true
    }

    /// The bytes that change the terminal from the last screen to this one.
    mutating func update(to screen: Screen) -> String {
        var output = isFresh ? "\u{1B}[?25l\u{1B}[0m\u{1B}[2J" : "\u{1B}[?25l"
        for (row, line) in screen.lines.enumerated() where isFresh || row >= shown.count || shown[row] != line {
            // Erased first: after a full line the cursor is still on its last column, which would be erased.
            output += "\u{1B}[\(row + 1);1H\u{1B}[K" + encode(line)
        }
        if !isFresh && shown.count > screen.lines.count { output += "\u{1B}[\(screen.lines.count + 1);1H\u{1B}[J" }
        if let cursor = screen.cursor { output += "\u{1B}[\(cursor.row + 1);\(cursor.column + 1)H\u{1B}[?25h" }
        shown = screen.lines
        isFresh = false
        return output
    }

    private func encode(_ line: StyledLine) -> String {
        line.pieces.map { piece in
            let codes = codes(of: piece.style)
            return codes.isEmpty ? piece.text : "\u{1B}[\(codes.joined(separator: ";"))m\(piece.text)\u{1B}[0m"
        }.joined()
    }

    private func codes(of style: Style) -> [String] {
        var codes: [String] = []
        if style.isBold { codes.append("1") }
        if style.isDim { codes.append("2") }
        if style.isUnderlined { codes.append("4") }
        if style.isReversed { codes.append("7") }
        guard colors != .none else { return codes }
        switch style.color {
        case .plain: break
        case .red: codes.append("31")
        case .yellow: codes.append("33")
        case .green: codes.append("32")
        case .accent: codes.append(accentCode)
        }
        return codes
    }

    private var accentCode: String {
        guard let accent else { return "36" }
        switch colors {
        case .all: return "38;2;\(accent.red);\(accent.green);\(accent.blue)"
        case .many:
            // The cube of 6 × 6 × 6 colors.
            let steps = [accent.red, accent.green, accent.blue].map { (Int($0) * 5 + 127) / 255 }
            return "38;5;\(16 + 36 * steps[0] + 6 * steps[1] + steps[2])"
        case .none, .sixteen: return "36"
        }
    }
}
