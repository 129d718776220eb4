/// A line of text with a cursor.
struct TextEntry: Hashable, Sendable {
    private(set) var text: String
    /// The number of characters before the cursor.
    private(set) var cursor: Int

    init(_ text: String = "") {
        self.text = text
        cursor = text.count
    }

    var beforeCursor: Substring { text.prefix(cursor) }
    var afterCursor: Substring { text.dropFirst(cursor) }

    /// Applies an editing key; returns whether the key was one.
    mutating func handle(_ key: Key) -> Bool {
        switch key {
        case .text(let new): insert(new)
        case .paste(let new): insert(Self.oneLine(new))
        case .backspace: if cursor > 0 { replace(beforeCursor.dropLast(), afterCursor) }
        case .delete: replace(beforeCursor, afterCursor.dropFirst())
        case .left: cursor = max(cursor - 1, 0)
        case .right: cursor = min(cursor + 1, text.count)
        case .home, .control("a"): cursor = 0
        case .end, .control("e"): cursor = text.count
        case .control("u"): replace("", afterCursor)
        case .control("w"): replace(withoutLastWord, afterCursor)
        default: return false
        }
        return true
    }

    private mutating func insert(_ new: String) {
        guard text.utf8.count + new.utf8.count <= longestEntry else { return }
        replace(beforeCursor + new, afterCursor)
    }

    private mutating func replace(_ before: some StringProtocol, _ after: some StringProtocol) {
        text = String(before) + String(after)
        // Joining may combine two characters into one.
        cursor = min(text.count, before.count)
    }

    private var withoutLastWord: Substring {
        var before = beforeCursor
        while before.last == " " { before.removeLast() }
        while let last = before.last, last != " " { before.removeLast() }
        return before
    }

    /// Joins the lines of pasted text, and removes the newline at its end, which copied passwords often have.
    private static func oneLine(_ text: String) -> String {
        var lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
        while lines.last?.isEmpty == true { lines.removeLast() }
        return String(
            lines.joined(separator: " ").unicodeScalars.filter { $0.properties.generalCategory != .control }.map(
                Character.init))
    }
}

private let longestEntry = 16_384
