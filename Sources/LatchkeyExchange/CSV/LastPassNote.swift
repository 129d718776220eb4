import LatchkeyCore
import LatchkeyVault

/// Reads the notes of LastPass that have a type.
///
/// The first line of such a note is `NoteType:`, and each further line is `Name:value`. The value of the last name,
/// `Notes`, can have several lines.
extension LoginDraft {
    private static let lastPassCard: [String: CardField] = [
        "Name on Card": .holder, "Type": .brand, "Number": .number, "Security Code": .securityCode,
        "Expiration Date": .expiry,
    ]
    /// In bytes; every known name is shorter.
    private static let longestNoteName = 64

    /// Sets the values of a card, if the notes are a card's; an ordinary note stays as it is.
    ///
    /// - Returns: The type of a note with any other type, which is not imported; otherwise `nil`.
    mutating func takeTypedNote() -> String? {
        let lines = Self.lines(of: notes?.revealBytes(as: [UInt8].self)[...] ?? [])
        guard let first = lines.first, let type = Self.value(of: "NoteType", in: first) else { return nil }
        guard type.elementsEqual("Credit Card".utf8) else { return String(decoding: type, as: UTF8.self) }
        kind = .card
        notes = nil
        var values: [(name: String, value: [UInt8])] = []
        for line in lines.dropFirst() {
            let colon = line.prefix(Self.longestNoteName).firstIndex(of: UInt8(ascii: ":"))
            if let colon, values.last?.name != "Notes" {
                values.append((String(decoding: line[..<colon], as: UTF8.self), Array(line[(colon + 1)...])))
            } else if values.isEmpty {
                values.append(("Field", Array(line)))
            } else {
                values[values.count - 1].value += [UInt8(ascii: "\n")] + line
            }
        }
        // LastPass writes an empty date as a comma.
        for (name, value) in values where !value.isEmpty && value != [UInt8(ascii: ",")] {
            if name == "Notes" {
                notes = Secret(copying: value)
            } else if let field = Self.lastPassCard[name] {
                addCard(field, Secret(copying: value))
            } else if name != "Language" {
                addField(name, Secret(copying: value), isConcealed: name != "Start Date")
            }
        }
        return nil
    }

    /// The value in a line of `name:value`; `nil` for another name.
    private static func value(of name: String, in line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        line.starts(with: (name + ":").utf8) ? line.dropFirst(name.utf8.count + 1) : nil
    }
}
