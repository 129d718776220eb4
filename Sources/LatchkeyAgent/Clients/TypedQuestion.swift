import LatchkeySheet

/// The turn of the one question of a kind that is open at a time, so that two cannot be mistaken for each other.
struct OpenQuestion {
    private var open: (number: Int, until: Double)?
    private var lastNumber = 0

    /// Begins a question and returns its number; `nil` while another one is open.
    ///
    /// A question ends at its deadline, so that a blocked screen cannot keep it open.
    mutating func begin(at now: Double, until deadline: Double) -> Int? {
        if let open, now < open.until { return nil }
        lastNumber += 1
        open = (lastNumber, deadline)
        return lastNumber
    }

    mutating func end(_ number: Int) {
        if open?.number == number { open = nil }
    }
}

/// A question that the user answers with a typed word, since a window that appears suddenly can receive an Enter.
///
/// The buttons alone cannot prevent that: `pinentry-gnome3` has none but OK and Cancel, and Enter presses OK.
struct TypedQuestion {
    let sheet: Sheet
    private let word: String

    private static let field: ElementIdentifier = "word"

    /// - Parameters:
    ///   - verb: The title of the button that agrees; in lower case, the word to type.
    ///   - button: The button that agrees.
    init(_ title: String, verb: String, button: ElementIdentifier, _ elements: [Sheet.Element]) {
        word = verb.lowercased()
        sheet = Sheet(
            title: title,
            elements: elements + [
                Sheet.Element(Self.field, .secureField(Sheet.SecureField(label: "Type “\(word)”:"))),
                Sheet.Element(button, .button(Sheet.Button(title: verb, role: .default))),
            ],
            cancelTitle: "Not Now", defaultButton: button, focus: Self.field)
    }

    /// The sheet after a submission without the word; `nil` if the user typed it.
    fileprivate func again(after values: [SubmittedValue]) -> Sheet? {
        let typed = values.secureText(Self.field)?.reveal() ?? ""
        guard typed.filter({ !$0.isWhitespace }).lowercased() != word else { return nil }
        var again = sheet
        let advice = "Type “\(word)” to agree, or press “Not Now”."
        again.elements.append(Sheet.Element("advice", .message(Sheet.Message(.error, advice))))
        return again
    }
}

extension Agent {
    /// Asks a question about a program or for it; only the typed word is a submission.
    ///
    /// - Parameter path: The program's path.
    func answer(
        to question: TypedQuestion, about path: String, on screen: any SheetScreen
    ) async -> SheetAnswer {
        let frame = SheetFrame(
            providerName: "Latchkey", requester: .program(path), color: directory.sheetMark?.color,
            word: directory.sheetMark?.word)
        return await answer(to: question.sheet, in: frame, on: screen) { question.again(after: $0) }
    }
}
