public import LatchkeyCore

/// The names of the custom fields that have the values of a payment card.
public enum CardField: String, CaseIterable, Hashable, Sendable {
    case holder = "Cardholder"
    case number = "Card number"
    /// Year and month as in ISO 8601, such as `2030-12`; a text that is neither stays as it was.
    case expiry = "Expiry date"
    case securityCode = "Security code"
    case pin = "PIN"
    /// The card network, such as Visa.
    case brand = "Brand"
    case bank = "Bank"

    /// The name of the custom field.
    public var name: String { rawValue }

    /// Whether the value is hidden until the user reveals it.
    public var isConcealed: Bool { [.number, .securityCode, .pin].contains(self) }
}

extension Login {
    /// A value of a payment card; `nil` if the entry lacks it, or is not a card.
    public func value(of field: CardField) -> Secret? {
        guard kind == .card else { return nil }
        return fields.first { $0.name == field.name }?.value
    }
}
