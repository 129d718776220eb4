import LatchkeySheet

/// Why `pinentry` cannot show a sheet.
public enum PinentryError: Error, Hashable, Sendable {
    /// The sheet has elements of these kinds, which `pinentry` does not support.
    case unsupportedElements([String])
    /// There is no program with this name.
    case notFound(String)
    /// The program exited, or closed its pipe, before it answered.
    case closed
    /// The program sent more than 16 KiB.
    case tooMuchData
    /// The program answered with this code of libgpg-error, which is not a cancellation by the user.
    case failed(code: Int)
}

extension PinentryError {
    /// What happened, as a sentence about the program.
    public var sentence: String {
        switch self {
        case .unsupportedElements: "pinentry cannot show the question"
        case .notFound(let program): "\(program) was not found"
        case .closed: "pinentry ended before it answered"
        case .tooMuchData: "pinentry sent too much data"
        case .failed(let code): "pinentry answered with error \(code)"
        }
    }
}

/// A `pinentry` dialog: a text, at most one secure field, and at most two buttons.
struct PinentryDialog: Hashable, Sendable {
    struct Button: Hashable, Sendable {
        var identifier: ElementIdentifier
        var title: String
        var submits: Bool
    }

    var title: String
    var description: String
    var error: String?
    /// The secure field; its label is ``prompt``.
    var field: ElementIdentifier?
    var prompt: String
    var accept: Button?
    /// The second button; only without a secure field.
    var decline: Button?
    /// The word that the user must type before ``accept`` counts; `nil` if Enter may press it.
    private(set) var word: String?
    var cancelTitle: String

    /// Converts a sheet.
    ///
    /// - Throws: ``PinentryError/unsupportedElements(_:)``.
    init(frame: SheetFrame, sheet: Sheet) throws(PinentryError) {
        title = DisplayText.escaping(sheet.title)
        cancelTitle = DisplayText.escaping(sheet.cancelTitle ?? "Cancel")
        prompt = ""
        var lines = [Self.heading(frame), title].filter { !$0.isEmpty }
        var buttons: [(button: Button, role: Sheet.Button.Role)] = []
        var surplus: [String] = []
        for element in sheet.elements {
            switch element.content {
            case .message(let message) where message.level == .error:
                error = ([error].compactMap { $0 } + DisplayText.lines(message.text)).joined(separator: "\n")
            case .message(let message): lines += DisplayText.lines(message.text)
            case .header(let text): lines.append(DisplayText.escaping(text))
            case .text(let text): lines += DisplayText.lines(text.text)
            case .strength(let strength): lines.append(DisplayText.escaping(strength.label))
            case .secureField(let secure) where field == nil:
                field = element.identifier
                prompt = DisplayText.escaping(secure.label)
            case .button(let button):
                guard button.isEnabled else { break }
                if button.role == .cancel {
                    cancelTitle = DisplayText.escaping(button.title)
                } else {
                    let title = DisplayText.escaping(button.title)
                    buttons.append(
                        (Button(identifier: element.identifier, title: title, submits: button.submits), button.role))
                }
            case .progress: break
            default: surplus.append(element.content.kind)
            }
        }
        let main =
            buttons.firstIndex { $0.button.identifier == sheet.defaultButton }
            ?? buttons.firstIndex { $0.role == .default }
        if !buttons.isEmpty { accept = buttons.remove(at: main ?? 0).button }
        if field == nil {
            // Every pinentry presses OK with Enter, and the sheet has no button for Enter.
            if let accept, main == nil {
                word = Self.consent
                prompt = "Type “\(Self.consent)” for “\(accept.title)”:"
            } else if !buttons.isEmpty {
                decline = buttons.removeFirst().button
            }
            surplus += buttons.map { _ in "button" }
        }
        // With a secure field, `pinentry` reports its third button like Cancel. The sheet's other buttons, such as the
        // one for a recovery code, need another screen; the passphrase can still be entered here.
        guard surplus.isEmpty else { throw .unsupportedElements(surplus) }
        description = lines.joined(separator: "\n")
    }

    private static let consent = "yes"

    /// The command that shows the dialog.
    var command: String { field == nil && word == nil ? "CONFIRM" : "GETPIN" }

    /// Whether OK counts: the typed text is ``word``, or no word is required.
    func accepts(_ typed: [UInt8]) -> Bool {
        guard let word else { return true }
        return String(decoding: typed, as: UTF8.self).filter { !$0.isWhitespace }.lowercased() == word
    }

    /// The dialog after OK without ``word``.
    var again: PinentryDialog {
        var dialog = self
        dialog.error = word.map { "Type “\($0)”, or press “\(cancelTitle)”." }
        return dialog
    }

    /// The first line: the provider and the program that asks.
    private static func heading(_ frame: SheetFrame) -> String {
        let name = DisplayText.escaping(frame.providerName)
        let word = frame.word.map { " · " + DisplayText.escaping($0) } ?? ""
        // A long path must not move the rest of the description beyond Assuan's limit. Its end has the name.
        let requester = frame.requesterText { $0.count <= 120 ? $0 : "…" + $0.suffix(119) }
        return "\(name)\(word) \(requester)"
    }

    /// The message that another screen is needed.
    static func refusing(_ frame: SheetFrame, _ sheet: Sheet) -> PinentryDialog {
        var dialog = PinentryDialog()
        dialog.title = DisplayText.escaping(sheet.title)
        dialog.description = [
            heading(frame), dialog.title, "This needs more than a passphrase: open it in a terminal or in the browser.",
        ].filter { !$0.isEmpty }.joined(separator: "\n")
        return dialog
    }

    private init() {
        (title, description, prompt, cancelTitle) = ("", "", "", "Cancel")
    }

    /// The commands that set up the dialog; the first one resets earlier settings.
    var preparation: [String] {
        [
            "RESET",
            "SETTITLE \(Assuan.escape(title))",
            "SETDESC \(Assuan.escape(description))",
            "SETPROMPT \(Assuan.escape(prompt))",
            error.map { "SETERROR \(Assuan.escape($0))" },
            accept.map { "SETOK \(Self.label($0.title))" },
            decline.map { "SETNOTOK \(Self.label($0.title))" },
            "SETCANCEL \(Self.label(cancelTitle))",
        ].compactMap { $0 }
    }

    /// A button's title; its underscores are escaped, which otherwise mark shortcuts.
    private static func label(_ title: String) -> String {
        Assuan.escape(title.split(separator: "_", omittingEmptySubsequences: false).joined(separator: "__"), limit: 200)
    }
}
