/// What the person sees of a provider, as a value: a title and elements from top to bottom.
///
/// A provider's view controller owns one and sets it anew when something changes; only the difference travels. The
/// screen that shows it is a window of the browser's extension, the terminal or `pinentry`.
public struct Sheet: Hashable, Sendable {
    public var title: String
    /// The elements in the order in which they are shown.
    ///
    /// Their identifiers differ.
    public var elements: [Element]
    /// The title of the way out.
    ///
    /// Where it is missing the runtime adds one, so that no sheet is without.
    public var cancelTitle: String?
    /// The button that Enter presses.
    public var defaultButton: ElementIdentifier?
    /// The element that has the focus when the sheet opens, and when this changes.
    public var focus: ElementIdentifier?

    public init(
        title: String, elements: [Element] = [], cancelTitle: String? = nil, defaultButton: ElementIdentifier? = nil,
        focus: ElementIdentifier? = nil
    ) {
        self.title = title
        self.elements = elements
        self.cancelTitle = cancelTitle
        self.defaultButton = defaultButton
        self.focus = focus
    }

    /// The element of an identifier, or `nil`.
    ///
    /// Setting replaces it, adds it at the end, or removes it.
    public subscript(_ identifier: ElementIdentifier) -> Content? {
        get {
            elements.first { $0.identifier == identifier }?.content
        }
        set {
            let index = elements.firstIndex { $0.identifier == identifier }
            switch (index, newValue) {
            case (let index?, let content?): elements[index].content = content
            case (let index?, nil): elements.remove(at: index)
            case (nil, let content?): elements.append(Element(identifier, content))
            case (nil, nil): break
            }
        }
    }
}

extension Sheet {
    /// One thing in a sheet: what it is, and the name under which events about it come back.
    public struct Element: Hashable, Sendable {
        public let identifier: ElementIdentifier
        public var content: Content

        public init(_ identifier: ElementIdentifier, _ content: Content) {
            self.identifier = identifier
            self.content = content
        }
    }

    /// What an element can be.
    public enum Content: Hashable, Sendable {
        /// Something that the person should know before going on.
        case message(Message)
        /// The title of the elements below it.
        case header(String)
        /// A paragraph, or a value to read or copy.
        case text(Text)
        case textField(TextField)
        /// A field whose value is never shown and travels once, from the screen to the provider, on submit.
        case secureField(SecureField)
        case searchField(SearchField)
        case list(List)
        case toggle(Toggle)
        case picker(Picker)
        case button(Button)
        case progress(Progress)
        case code(Code)
        case strength(Strength)
    }
}

extension Sheet {
    /// Checks the sheet against ``SheetLimits`` and its elements' identifiers for doubles.
    public func validate() throws(SheetError) {
        try SheetLimits.check(title, SheetLimits.title, "title")
        try SheetLimits.check(cancelTitle, SheetLimits.title, "cancelTitle")
        try SheetLimits.check(count: elements.count, SheetLimits.elements, "elements")
        var seen = Set<ElementIdentifier>()
        for element in elements {
            guard seen.insert(element.identifier).inserted else { throw .duplicateElement(element.identifier) }
            try element.validate()
        }
    }

    /// Cuts texts, rows and elements to what ``validate()`` accepts; of two elements of one name the first stays.
    package func cutToLimits() -> Sheet {
        var sheet = self
        sheet.title = SheetLimits.cut(title, to: SheetLimits.title)
        sheet.cancelTitle = cancelTitle.map { SheetLimits.cut($0, to: SheetLimits.title) }
        var seen = Set<ElementIdentifier>()
        sheet.elements = Array(
            elements.filter { seen.insert($0.identifier).inserted }.prefix(SheetLimits.elements)
        ).map { Element($0.identifier, $0.content.cutToLimits()) }
        return sheet
    }
}

extension Sheet: Codable {
    private enum CodingKeys: String, CodingKey {
        case title, elements, cancelTitle, defaultButton, focus
    }

    /// - Throws: ``SheetError`` besides what the decoder throws.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        title = try container.decode(String.self, forKey: .title)
        elements = try container.decode([Element].self, forKey: .elements)
        cancelTitle = try container.decodeIfPresent(String.self, forKey: .cancelTitle)
        defaultButton = try container.decodeIfPresent(ElementIdentifier.self, forKey: .defaultButton)
        focus = try container.decodeIfPresent(ElementIdentifier.self, forKey: .focus)
        try validate()
    }
}
