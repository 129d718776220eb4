extension Sheet {
    /// A field for a line of text that anybody may read.
    public struct TextField: Codable, Hashable, Sendable {
        /// What is typed there, for the screen's keyboard and autocompletion.
        public enum Purpose: String, Codable, CaseIterable, Sendable {
            case plain, userName, url, email, number, oneTimeCode
        }

        public var label: String
        public var placeholder: String?
        public var value: String
        public var purpose: Purpose
        /// Each change comes back as ``SheetEvent/Action/textChanged(_:)``; otherwise the value comes on submit.
        public var reportsChanges: Bool

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
    /// It has no value: what is typed travels once, on submit, and the screen then forgets it.
    public struct SecureField: Codable, Hashable, Sendable {
        public var label: String
        public var placeholder: String?

        public init(label: String, placeholder: String? = nil) {
            self.label = label
            self.placeholder = placeholder
        }
    }

    /// A field whose every change comes back as ``SheetEvent/Action/searched(_:)``.
    public struct SearchField: Codable, Hashable, Sendable {
        public var placeholder: String?
        public var value: String

        public init(placeholder: String? = nil, value: String = "") {
            self.placeholder = placeholder
            self.value = value
        }
    }

    public struct Toggle: Codable, Hashable, Sendable {
        public var label: String
        public var isOn: Bool

        public init(label: String, isOn: Bool) {
            self.label = label
            self.isOn = isOn
        }
    }

    /// One choice out of a few.
    public struct Picker: Codable, Hashable, Sendable {
        public struct Option: Codable, Hashable, Sendable {
            public var identifier: ItemIdentifier
            public var title: String

            public init(_ identifier: ItemIdentifier, title: String) {
                self.identifier = identifier
                self.title = title
            }
        }

        public var label: String
        public var options: [Option]
        public var selection: ItemIdentifier?

        public init(label: String, options: [Option], selection: ItemIdentifier? = nil) {
            self.label = label
            self.options = options
            self.selection = selection
        }
    }

    public struct Button: Codable, Hashable, Sendable {
        public enum Role: String, Codable, CaseIterable, Sendable {
            case normal
            /// The one that most people want; Enter presses it where the sheet names no other.
            case `default`
            /// It removes something for good.
            case destructive
            /// It leaves without doing anything; the screen may show it as its own way out.
            case cancel
        }

        public var title: String
        public var role: Role
        /// Pressing it sends the fields' values along, as ``SheetEvent/Action/submitted(_:)``.
        public var submits: Bool
        public var isEnabled: Bool

        /// Makes a button; one of the default role submits where nothing else is said.
        public init(title: String, role: Role = .normal, submits: Bool? = nil, isEnabled: Bool = true) {
            self.title = title
            self.role = role
            self.submits = submits ?? (role == .default)
            self.isEnabled = isEnabled
        }
    }
}
