import LatchkeyTerminal
import LatchkeyCore
import LatchkeyVault

/// The change that `add` and `edit` make to a login: values of options, and secrets that are read separately.
struct LoginChange {
    /// A custom field.
    struct Field {
        enum Source {
            /// From an argument, which is not secret.
            case value(String)
            case descriptor(Int32)
            case prompt
        }

        let name: String
        let source: Source

        var descriptor: Int32? { if case .descriptor(let number) = source { number } else { nil } }
        var isConcealed: Bool { if case .value = source { false } else { true } }
    }

    let options: LoginOptions
    let sites: [Site]
    let fields: [Field]

    /// Rejects an argument as the value of a concealed field.
    func check(against login: Login) throws {
        for field in fields {
            guard case .value(let value) = field.source, !value.isEmpty else { continue }
            if login.fields.contains(where: { $0.name == field.name && $0.isConcealed }) {
                throw Messages.fieldIsConcealed(field.name)
            }
        }
    }

    /// Reads the secrets from descriptors and from the user, and returns a closure that applies the whole change.
    ///
    /// - Parameters:
    ///   - question: The prompt for the password; `nil` if none is asked for.
    ///   - code: The change of the one-time code; `nil` if it stays the same.
    func collected(passwordQuestion question: String?, code: CodeChange?) async throws -> (inout Login) -> Void {
        let password: Secret? =
            if let descriptor = options.passwordFd {
                try Prompt.secret(fromDescriptor: descriptor)
            } else if let question {
                try await Prompt.newSecret(question, repeating: "Repeat password: ").orThrow(Messages.passwordMissing)
            } else {
                nil
            }
        let note: Secret? =
            if let descriptor = options.noteFd {
                try Prompt.secret(fromDescriptor: descriptor)
            } else if options.note {
                try await Prompt.text("Note").orThrow(Messages.noteMissing)
            } else {
                nil
            }
        var values: [CustomField] = []
        for field in fields {
            let value = try await value(of: field)
            values.append(CustomField(name: field.name, value: value, isConcealed: field.isConcealed))
        }
        return { [values] login in
            writeOptions(to: &login)
            if let password { login.password = password.isEmpty ? nil : password }
            if let code { login.oneTimeCode = code.stored }
            if let note { login.notes = note.isEmpty ? nil : note }
            var names: Set<String> = []
            for name in values.map(\.name) where names.insert(name).inserted {
                login.setFields(name, to: values.filter { $0.name == name })
            }
        }
    }

    private func value(of field: Field) async throws -> Secret {
        switch field.source {
        case .value(let text): Secret(text)
        case .descriptor(let number): try Prompt.secret(fromDescriptor: number)
        case .prompt:
            try await Prompt.newSecret("\(field.name): ", repeating: "Repeat \(field.name): ")
                .orThrow(Messages.fieldMissing(field.name))
        }
    }

    /// Writes the values of options, which are not secret.
    func writeOptions(to login: inout Login) {
        if let title = options.title { login.title = title }
        if let user = options.user { login.user = user }
        if !sites.isEmpty { login.sites = sites }
        if let isFavorite = options.isFavorite { login.isFavorite = isFavorite }
        if let asksEveryTime = options.asksEveryTime { login.asksEveryTime = asksEveryTime }
    }
}

extension Login {
    /// Replaces the custom fields of a name in their order, and appends further values; an empty value alone removes
    /// them.
    fileprivate mutating func setFields(_ name: String, to values: [CustomField]) {
        let values = values.filter { !$0.value.isEmpty }
        if values.isEmpty { return fields.removeAll { $0.name == name } }
        let indices = fields.indices.filter { fields[$0].name == name }
        for (index, value) in zip(indices, values) { fields[index] = value }
        fields += values.dropFirst(indices.count)
    }
}
