/// The interface that a provider shows to the user: a title, and elements from top to bottom.
///
/// A provider's view controller owns a sheet and replaces it when something changes. Only the difference is sent to the
/// screen: a window of the browser's extension, a terminal or `pinentry`.
public struct Sheet: Hashable, Sendable {
    /// The title above the elements, at most ``SheetLimits/title`` bytes.
    public var title: String
    /// The elements from top to bottom; each one has a different identifier.
    public var elements: [Element]

    /// The title of the button that cancels.
    ///
    /// If it is `nil` and there is no button of the role `cancel`, the runtime adds one. Every sheet can be cancelled.
    public var cancelTitle: String?
    /// The button that Enter presses; `nil` for the button with the default role.
    public var defaultButton: ElementIdentifier?

    /// The element that gets the focus when the sheet opens, and when this property changes.
    ///
    /// `nil` for the first element that can have it.
    public var focus: ElementIdentifier?

    /// Makes a sheet; nothing is validated until ``validate()``.
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

    /// The content of the element with an identifier; `nil` if there is none.
    ///
    /// Setting a content replaces the element's, or appends a new element. Setting `nil` removes the element.
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
    /// An element of a sheet; its events have its identifier.
    public struct Element: Hashable, Sendable {
        /// The name in events, unique in the sheet.
        public let identifier: ElementIdentifier
        /// The type of the element and its data.
        public var content: Content

        /// Makes an element with this content.
        public init(_ identifier: ElementIdentifier, _ content: Content) {
            self.identifier = identifier
            self.content = content
        }
    }

    /// The types of element.
    public enum Content: Hashable, Sendable {
        /// Information, a warning or an error that the user should read first.
        case message(Message)
        /// The title of the elements below it.
        case header(String)
        /// A paragraph, or a value to read or copy.
        case text(Text)
        /// A field with a line of visible text.
        case textField(TextField)
        /// A field for a secret; its value is never shown, and is sent only once, on submit.
        case secureField(SecureField)
        /// A field whose changes are reported immediately, to filter a list.
        case searchField(SearchField)
        /// A list of rows to choose from, of any length.
        case list(List)
        /// A switch that is on or off.
        case toggle(Toggle)
        /// A choice of one of several options.
        case picker(Picker)
        /// A button, which submits the fields or is only pressed.
        case button(Button)
        /// The progress of work that takes a while.
        case progress(Progress)
        /// A one-time code with its remaining time.
        case code(Code)
        /// The estimated strength of a password.
        case strength(Strength)
    }
}

extension Sheet {
    /// Validates the sheet against ``SheetLimits``, and its identifiers for duplicates.
    ///
    /// - Throws: ``SheetError``, for the first problem found.
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

    /// Shortens texts, rows and elements to what ``validate()`` accepts; the first of several equal identifiers
    /// remains.
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

    /// - Throws: ``SheetError``, or an error of the decoder.
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
