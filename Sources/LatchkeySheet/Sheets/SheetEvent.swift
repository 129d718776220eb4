/// What the person did to a sheet.
public struct SheetEvent: Hashable, Sendable {
    public enum Action: Hashable, Sendable {
        /// A button that submits was pressed, or Enter in a field; the values of all fields, in the sheet's order.
        case submitted([SubmittedValue])
        /// A text field that reports its changes has a new value.
        case textChanged(String)
        /// The search field has a new value.
        case searched(String)
        case rowChosen(ItemIdentifier)
        case accessoryPressed(ItemIdentifier)
        /// A button that does not submit was pressed.
        case pressed
        case toggled(Bool)
        case picked(ItemIdentifier)
        /// The screen wants these rows of the list.
        case scrolled(offset: Int, count: Int)
        /// The person wants out. The event names no element.
        case cancelled
    }

    /// The element that it happened to; `nil` for the sheet itself.
    public var element: ElementIdentifier?
    public var action: Action

    public init(_ element: ElementIdentifier? = nil, _ action: Action) {
        self.element = element
        self.action = action
    }
}

/// What a field held when its sheet was submitted.
public struct SubmittedValue: Hashable, Sendable {
    public enum Value: Hashable, Sendable {
        case text(String)
        case secure(SecureText)
        case toggle(Bool)
        case choice(ItemIdentifier?)
    }

    public var element: ElementIdentifier
    public var value: Value

    public init(_ element: ElementIdentifier, _ value: Value) {
        self.element = element
        self.value = value
    }
}

extension [SubmittedValue] {
    /// The text that a text field or search field held.
    public func text(_ element: ElementIdentifier) -> String? {
        for case (element, .text(let text)) in lazy.map({ ($0.element, $0.value) }) { return text }
        return nil
    }

    /// What a secure field held.
    public func secureText(_ element: ElementIdentifier) -> SecureText? {
        for case (element, .secure(let text)) in lazy.map({ ($0.element, $0.value) }) { return text }
        return nil
    }

    public func toggle(_ element: ElementIdentifier) -> Bool? {
        for case (element, .toggle(let isOn)) in lazy.map({ ($0.element, $0.value) }) { return isOn }
        return nil
    }

    public func choice(_ element: ElementIdentifier) -> ItemIdentifier? {
        for case (element, .choice(let choice)) in lazy.map({ ($0.element, $0.value) }) { return choice }
        return nil
    }
}

/// What was typed into a secure field, on its one way from the screen to the provider.
///
/// It is not described: it leaves through ``reveal()`` only, and through encoding for the wire.
public struct SecureText: Hashable, Sendable {
    private let text: String

    public init(_ text: String) {
        self.text = text
    }

    public var isEmpty: Bool { text.isEmpty }

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
