// An element is encoded as one flat object: `id`, `kind`, and the members of its kind.

extension Sheet.Element: Codable {
    private enum CodingKeys: String, CodingKey {
        case id, kind
    }

    /// - Throws: ``SheetError``, or an error of the decoder.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        identifier = try container.decode(ElementIdentifier.self, forKey: .id)
        content = try Sheet.Content(kind: container.decode(String.self, forKey: .kind), from: decoder)
        try validate()
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(identifier, forKey: .id)
        try container.encode(content.kind, forKey: .kind)
        try content.encodeMembers(to: encoder)
    }

    func validate() throws(SheetError) {
        try content.validate()
    }
}

extension Sheet.Content {
    private enum CodingKeys: String, CodingKey {
        case title
    }

    /// The type's name in the protocol, such as `textField`.
    public var kind: String {
        switch self {
        case .message: "message"
        case .header: "header"
        case .text: "text"
        case .textField: "textField"
        case .secureField: "secureField"
        case .searchField: "searchField"
        case .list: "list"
        case .toggle: "toggle"
        case .picker: "picker"
        case .button: "button"
        case .progress: "progress"
        case .code: "code"
        case .strength: "strength"
        }
    }

    init(kind: String, from decoder: any Decoder) throws {
        switch kind {
        case "message": self = try .message(Sheet.Message(from: decoder))
        case "header":
            self = try .header(decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .title))
        case "text": self = try .text(Sheet.Text(from: decoder))
        case "textField": self = try .textField(Sheet.TextField(from: decoder))
        case "secureField": self = try .secureField(Sheet.SecureField(from: decoder))
        case "searchField": self = try .searchField(Sheet.SearchField(from: decoder))
        case "list": self = try .list(Sheet.List(from: decoder))
        case "toggle": self = try .toggle(Sheet.Toggle(from: decoder))
        case "picker": self = try .picker(Sheet.Picker(from: decoder))
        case "button": self = try .button(Sheet.Button(from: decoder))
        case "progress": self = try .progress(Sheet.Progress(from: decoder))
        case "code": self = try .code(Sheet.Code(from: decoder))
        case "strength": self = try .strength(Sheet.Strength(from: decoder))
        default: throw SheetError.unknownKind(SheetLimits.cut(kind, to: 64))
        }
    }

    func encodeMembers(to encoder: any Encoder) throws {
        switch self {
        case .message(let value): try value.encode(to: encoder)
        case .header(let title):
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(title, forKey: .title)
        case .text(let value): try value.encode(to: encoder)
        case .textField(let value): try value.encode(to: encoder)
        case .secureField(let value): try value.encode(to: encoder)
        case .searchField(let value): try value.encode(to: encoder)
        case .list(let value): try value.encode(to: encoder)
        case .toggle(let value): try value.encode(to: encoder)
        case .picker(let value): try value.encode(to: encoder)
        case .button(let value): try value.encode(to: encoder)
        case .progress(let value): try value.encode(to: encoder)
        case .code(let value): try value.encode(to: encoder)
        case .strength(let value): try value.encode(to: encoder)
        }
    }
}
