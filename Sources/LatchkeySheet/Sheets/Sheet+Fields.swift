extension Sheet {
    /// A field with a line of visible text.
    public struct TextField: Codable, Hashable, Sendable {
        /// The kind of text, for the screen's keyboard and autocompletion.
        public enum Purpose: String, Codable, CaseIterable, Sendable {
            /// Any text.
            case plain
            /// A user name.
            case userName
            /// A URL.
            case url
            /// An email address.
            case email
            /// Digits only.
            case number
            /// A one-time code.
            case oneTimeCode
        }

        /// The text next to the field.
        public var label: String
        /// The text in the empty field; `nil` for none.
        public var placeholder: String?
        /// The present text, at most ``SheetLimits/value`` bytes.
        public var value: String
        /// The kind of text that the user types.
        public var purpose: Purpose

        /// Whether each change causes ``SheetEvent/Action/textChanged(_:)``; otherwise the value is only sent on
        /// submit.
        public var reportsChanges: Bool

        /// Makes a text field.
        public init(
            label: String, placeholder: String? = nil, value: String = "", purpose: Purpose = .plain,
            reportsChanges: Bool = false
        ) {
            self.label = label
            self.placeholder = placeholder
            self.value = value
            self.purpose = purpose
            self.reportsChanges = reportsChanges
        }
    }

    /// A field for a secret.
    ///
    /// The sheet does not contain its value. The screen sends the value once, on submit, and then removes it.
    public struct SecureField: Codable, Hashable, Sendable {
        /// The text next to the field.
        public var label: String
        /// The text in the empty field; `nil` for none.
        public var placeholder: String?

        /// Makes an empty secure field.
        public init(label: String, placeholder: String? = nil) {
            self.label = label
            self.placeholder = placeholder
        }
    }

    /// A field in which each change causes ``SheetEvent/Action/searched(_:)``.
    public struct SearchField: Codable, Hashable, Sendable {
        /// The text in the empty field; `nil` for none.
        public var placeholder: String?
        /// The present text, at most ``SheetLimits/value`` bytes.
        public var value: String

        /// Makes a search field.
        public init(placeholder: String? = nil, value: String = "") {
            self.placeholder = placeholder
            self.value = value
        }
    }

    /// A switch that is on or off; a change causes ``SheetEvent/Action/toggled(_:)``.
    public struct Toggle: Codable, Hashable, Sendable {
        /// The text next to the switch.
        public var label: String
        /// The present state.
        public var isOn: Bool

        /// Makes a switch.
        public init(label: String, isOn: Bool) {
            self.label = label
            self.isOn = isOn
        }
    }

    /// A choice of one of several options; a change causes ``SheetEvent/Action/picked(_:)``.
    public struct Picker: Codable, Hashable, Sendable {
        /// An option of a picker.
        public struct Option: Codable, Hashable, Sendable {
            /// The name in events, unique in the picker.
            public var identifier: ItemIdentifier
            /// The text that the user sees.
            public var title: String

            /// Makes an option.
            public init(_ identifier: ItemIdentifier, title: String) {
                self.identifier = identifier
                self.title = title
            }
        }

        /// The text next to the picker.
        public var label: String
        /// The options, at most ``SheetLimits/options``.
        public var options: [Option]
        /// The chosen option; `nil` if none is chosen yet.
        public var selection: ItemIdentifier?

        /// Makes a picker.
        public init(label: String, options: [Option], selection: ItemIdentifier? = nil) {
            self.label = label
            self.options = options
            self.selection = selection
        }
    }

    /// A button, which submits the fields or is only pressed.
    public struct Button: Codable, Hashable, Sendable {
        /// The meaning of a button, for its appearance and keys.
        public enum Role: String, Codable, CaseIterable, Sendable {
            /// A button without special meaning.
            case normal
            /// The expected choice; Enter presses it unless the sheet names another default button.
            case `default`
            /// Deletes something permanently.
            case destructive
            /// Leaves without an effect; the screen may show it as its own cancel button.
            case cancel
        }

        /// The button's text.
        public var title: String
        /// The button's meaning.
        public var role: Role

        /// Whether pressing it sends the fields' values, as ``SheetEvent/Action/submitted(_:)``.
        ///
        /// Otherwise the event is ``SheetEvent/Action/pressed``.
        public var submits: Bool
        /// Whether the user can press it.
        public var isEnabled: Bool

        /// Makes a button.
        ///
        /// - Parameter submits: Whether it submits the fields; `nil` if only a button with the default role does.
        public init(title: String, role: Role = .normal, submits: Bool? = nil, isEnabled: Bool = true) {
            self.title = title
            self.role = role
            self.submits = submits ?? (role == .default)
            self.isEnabled = isEnabled
        }
    }
}
