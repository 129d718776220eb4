extension SheetEvent: Codable {
    private enum CodingKeys: String, CodingKey {
        case element, kind, values, text, row, isOn, option, offset, count
    }

    /// - Throws: ``SheetError``, or an error of the decoder.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        element = try container.decodeIfPresent(ElementIdentifier.self, forKey: .element)
        let kind = try container.decode(String.self, forKey: .kind)
        switch kind {
        case "submitted": action = try .submitted(container.decode([SubmittedValue].self, forKey: .values))
        case "textChanged": action = try .textChanged(container.decode(String.self, forKey: .text))
        case "searched": action = try .searched(container.decode(String.self, forKey: .text))
        case "rowChosen": action = try .rowChosen(container.decode(ItemIdentifier.self, forKey: .row))
        case "accessoryPressed": action = try .accessoryPressed(container.decode(ItemIdentifier.self, forKey: .row))
        case "pressed": action = .pressed
        case "toggled": action = try .toggled(container.decode(Bool.self, forKey: .isOn))
        case "picked": action = try .picked(container.decode(ItemIdentifier.self, forKey: .option))
        case "scrolled":
            action = try .scrolled(
                offset: container.decode(Int.self, forKey: .offset), count: container.decode(Int.self, forKey: .count))
        case "cancelled": action = .cancelled
        default: throw SheetError.unknownKind(SheetLimits.cut(kind, to: 64))
        }
        try validate()
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(element, forKey: .element)
        try container.encode(kind, forKey: .kind)
        switch action {
        case .submitted(let values): try container.encode(values, forKey: .values)
        case .textChanged(let text), .searched(let text): try container.encode(text, forKey: .text)
        case .rowChosen(let row), .accessoryPressed(let row): try container.encode(row, forKey: .row)
        case .pressed, .cancelled: break
        case .toggled(let isOn): try container.encode(isOn, forKey: .isOn)
        case .picked(let option): try container.encode(option, forKey: .option)
        case .scrolled(let offset, let count):
            try container.encode(offset, forKey: .offset)
            try container.encode(count, forKey: .count)
        }
    }

    private var kind: String {
        switch action {
        case .submitted: "submitted"
        case .textChanged: "textChanged"
        case .searched: "searched"
        case .rowChosen: "rowChosen"
        case .accessoryPressed: "accessoryPressed"
        case .pressed: "pressed"
        case .toggled: "toggled"
        case .picked: "picked"
        case .scrolled: "scrolled"
        case .cancelled: "cancelled"
        }
    }

    /// Validates the event against ``SheetLimits``.
    ///
    /// - Throws: ``SheetError``, for the first problem found.
    public func validate() throws(SheetError) {
        switch action {
        case .submitted(let values):
            try SheetLimits.check(count: values.count, SheetLimits.elements, "values")
            for value in values { try value.validate() }
        case .textChanged(let text), .searched(let text): try SheetLimits.check(text, SheetLimits.value, "text")
        case .scrolled(let offset, let count):
            guard (0...SheetLimits.rowCount).contains(offset) else { throw .outOfRange("offset") }
            guard (0...SheetLimits.windowRows).contains(count) else { throw .outOfRange("count") }
        case .rowChosen, .accessoryPressed, .pressed, .toggled, .picked, .cancelled: break
        }
    }
}

extension SubmittedValue: Codable {
    private enum CodingKeys: String, CodingKey {
        case element, kind, text, isOn, option
    }

    /// - Throws: ``SheetError``, or an error of the decoder.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        element = try container.decode(ElementIdentifier.self, forKey: .element)
        let kind = try container.decode(String.self, forKey: .kind)
        switch kind {
        case "text": value = try .text(container.decode(String.self, forKey: .text))
        case "secure": value = try .secure(container.decode(SecureText.self, forKey: .text))
        case "toggle": value = try .toggle(container.decode(Bool.self, forKey: .isOn))
        case "choice": value = try .choice(container.decodeIfPresent(ItemIdentifier.self, forKey: .option))
        default: throw SheetError.unknownKind(SheetLimits.cut(kind, to: 64))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(element, forKey: .element)
        switch value {
        case .text(let text):
            try container.encode("text", forKey: .kind)
            try container.encode(text, forKey: .text)
        case .secure(let text):
            try container.encode("secure", forKey: .kind)
            try container.encode(text, forKey: .text)
        case .toggle(let isOn):
            try container.encode("toggle", forKey: .kind)
            try container.encode(isOn, forKey: .isOn)
        case .choice(let option):
            try container.encode("choice", forKey: .kind)
            try container.encodeIfPresent(option, forKey: .option)
        }
    }

    func validate() throws(SheetError) {
        switch value {
        case .text(let text): try SheetLimits.check(text, SheetLimits.value, "text")
        case .secure(let text): try SheetLimits.check(text.reveal(), SheetLimits.value, "text")
        case .toggle, .choice: break
        }
    }
}
