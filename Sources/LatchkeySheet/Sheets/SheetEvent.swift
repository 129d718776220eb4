/// An action of the user in a sheet.
public struct SheetEvent: Hashable, Sendable {
    /// The actions, with their data.
    public enum Action: Hashable, Sendable {
        /// The user pressed a button that submits, or Enter in a field; the values of all fields in the sheet's order.
        case submitted([SubmittedValue])
        /// The new text of a text field that reports its changes.
        case textChanged(String)
        /// The new text of the search field.
        case searched(String)
        /// The user chose this row of a list.
        case rowChosen(ItemIdentifier)
        /// The user pressed the details button of this row.
        case accessoryPressed(ItemIdentifier)
        /// The user pressed a button that does not submit.
        case pressed
        /// The new state of a switch.
        case toggled(Bool)
        /// The newly chosen option of a picker.
        case picked(ItemIdentifier)
        /// The screen needs these rows of the list.
        case scrolled(offset: Int, count: Int)
        /// The user wants to leave the sheet; the event has no element.
        case cancelled
    }

    /// The element that the user acted on; `nil` for the entire sheet.
    public var element: ElementIdentifier?
    /// What the user did.
    public var action: Action

    /// Makes an event of an element, or of the entire sheet if it is `nil`.
    public init(_ element: ElementIdentifier? = nil, _ action: Action) {
        self.element = element
        self.action = action
    }
}

/// The value of a field when its sheet was submitted.
public struct SubmittedValue: Hashable, Sendable {
    /// A value, by the type of field.
    public enum Value: Hashable, Sendable {
        /// The text of a text field.
        case text(String)
        /// The text of a secure field.
        case secure(SecureText)
        /// The state of a switch.
        case toggle(Bool)
        /// The chosen option of a picker; `nil` if none was chosen.
        case choice(ItemIdentifier?)
    }

    /// The field.
    public var element: ElementIdentifier
    /// The field's value.
    public var value: Value

    /// Makes the value of a field.
    public init(_ element: ElementIdentifier, _ value: Value) {
        self.element = element
        self.value = value
    }
}

extension [SubmittedValue] {
    /// The text of a text field; `nil` if no such field was submitted.
    public func text(_ element: ElementIdentifier) -> String? {
        for case (element, .text(let text)) in lazy.map({ ($0.element, $0.value) }) { return text }
        return nil
    }

    /// The text of a secure field; `nil` if no such field was submitted.
    public func secureText(_ element: ElementIdentifier) -> SecureText? {
        for case (element, .secure(let text)) in lazy.map({ ($0.element, $0.value) }) { return text }
        return nil
    }

    /// The state of a switch; `nil` if no such switch was submitted.
    public func toggle(_ element: ElementIdentifier) -> Bool? {
        for case (element, .toggle(let isOn)) in lazy.map({ ($0.element, $0.value) }) { return isOn }
        return nil
    }

    /// The chosen option of a picker; `nil` if none was chosen, or without such a picker.
    public func choice(_ element: ElementIdentifier) -> ItemIdentifier? {
        for case (element, .choice(let choice)) in lazy.map({ ($0.element, $0.value) }) { return choice }
        return nil
    }
}

/// The text of a secure field, on its way from the screen to the provider.
///
/// Descriptions and mirrors omit it. Only ``reveal()`` and encoding return it.
public struct SecureText: Hashable, Sendable {
    private let text: String

    /// Wraps a text.
    public init(_ text: String) {
        self.text = text
    }

    /// Whether the user typed nothing.
    public var isEmpty: Bool { text.isEmpty }

    /// The text as typed.
    public func reveal() -> String { text }
}

extension SecureText: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "<redacted>" }
    public var debugDescription: String { "<redacted>" }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension SecureText: Codable {
    public init(from decoder: any Decoder) throws {
        text = try decoder.singleValueContainer().decode(String.self)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
