extension SheetDifference: Codable {
    private enum CodingKeys: String, CodingKey {
        case changes
    }

    /// - Throws: ``SheetError``, or an error of the decoder.
    public init(from decoder: any Decoder) throws {
        changes = try decoder.container(keyedBy: CodingKeys.self).decode([Change].self, forKey: .changes)
        // One change for each element, and those of the sheet's own properties.
        try SheetLimits.check(count: changes.count, SheetLimits.elements + 8, "changes")
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(changes, forKey: .changes)
    }
}

extension SheetDifference.Change: Codable {
    private enum CodingKeys: String, CodingKey {
        case kind, sheet, title, identifier, element, list, order
    }

    /// - Throws: ``SheetError``, or an error of the decoder.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let kind = try container.decode(String.self, forKey: .kind)
        switch kind {
        case "sheet": self = try .sheet(container.decode(Sheet.self, forKey: .sheet))
        case "title":
            let title = try container.decode(String.self, forKey: .title)
            try SheetLimits.check(title, SheetLimits.title, "title")
            self = .title(title)
        case "cancelTitle":
            let title = try container.decodeIfPresent(String.self, forKey: .title)
            try SheetLimits.check(title, SheetLimits.title, "cancelTitle")
            self = .cancelTitle(title)
        case "defaultButton":
            self = try .defaultButton(container.decodeIfPresent(ElementIdentifier.self, forKey: .identifier))
        case "focus": self = try .focus(container.decodeIfPresent(ElementIdentifier.self, forKey: .identifier))
        case "element": self = try .element(container.decode(Sheet.Element.self, forKey: .element))
        case "window":
            self = try .window(
                container.decode(ElementIdentifier.self, forKey: .identifier),
                container.decode(ListDifference.self, forKey: .list))
        case "order": self = try .order(container.decode([ElementIdentifier].self, forKey: .order))
        default: throw SheetError.unknownKind(SheetLimits.cut(kind, to: 64))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(kind, forKey: .kind)
        switch self {
        case .sheet(let sheet): try container.encode(sheet, forKey: .sheet)
        case .title(let title): try container.encode(title, forKey: .title)
        case .cancelTitle(let title): try container.encodeIfPresent(title, forKey: .title)
        case .defaultButton(let identifier), .focus(let identifier):
            try container.encodeIfPresent(identifier, forKey: .identifier)
        case .element(let element): try container.encode(element, forKey: .element)
        case .window(let identifier, let list):
            try container.encode(identifier, forKey: .identifier)
            try container.encode(list, forKey: .list)
        case .order(let order): try container.encode(order, forKey: .order)
        }
    }

    private var kind: String {
        switch self {
        case .sheet: "sheet"
        case .title: "title"
        case .cancelTitle: "cancelTitle"
        case .defaultButton: "defaultButton"
        case .focus: "focus"
        case .element: "element"
        case .window: "window"
        case .order: "order"
        }
    }
}
