import LatchkeyTerminal
import LatchkeyCore
import LatchkeyVault

/// What `add` and `edit` write over a login: first the options as they were given, then the secrets, too.
struct LoginChange {
    /// A field of the person's own.
    struct Field {
        enum Source {
            /// An argument, which is no secret.
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

    /// Refuses to put what came as an argument where a secret belongs.
    func check(against login: Login) throws {
        for field in fields {
            guard case .value(let value) = field.source, !value.isEmpty else { continue }
            if login.fields.contains(where: { $0.name == field.name && $0.isConcealed }) {
                throw Sentences.fieldIsConcealed(field.name)
            }
        }
    }

    /// Gets the secrets from descriptors and from the person, and gives what writes all of the change.
    ///
    /// - Parameters:
    ///   - question: What to ask for the password with; nothing where none is wanted.
    ///   - code: The one-time code; nothing where it stays as it is.
    func collected(passwordQuestion question: String?, code: CodeChange?) async throws -> (inout Login) -> Void {
        let password: Secret? =
            if let descriptor = options.passwordFd {
                try Prompt.secret(fromDescriptor: descriptor)
            } else if let question {
                try await Prompt.newSecret(question).orThrow(Sentences.passwordMissing)
            } else {
                nil
            }
        let note: Secret? =
            if let descriptor = options.noteFd {
                try Prompt.secret(fromDescriptor: descriptor)
            } else if options.note {
                try await Prompt.newSecret("Note: ").orThrow(Sentences.noteMissing)
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
            for value in values { login.set(value) }
        }
    }

    private func value(of field: Field) async throws -> Secret {
        switch field.source {
        case .value(let text): Secret(text)
        case .descriptor(let number): try Prompt.secret(fromDescriptor: number)
        case .prompt:
            try await Prompt.newSecret("\(field.name): ").orThrow(Sentences.fieldMissing(field.name))
        }
    }

    /// Writes what is no secret and needs nobody to be asked.
    func writeOptions(to login: inout Login) {
        if let title = options.title { login.title = title }
        if let user = options.user { login.user = user }
        if !sites.isEmpty { login.sites = sites }
        if let isFavorite = options.isFavorite { login.isFavorite = isFavorite }
        if let asksEveryTime = options.asksEveryTime { login.asksEveryTime = asksEveryTime }
    }
}

extension Login {
    /// Sets a field of the person's own, adds it, or removes it for an empty value.
    fileprivate mutating func set(_ field: CustomField) {
        let index = fields.firstIndex { $0.name == field.name }
        if field.value.isEmpty {
            if let index { fields.remove(at: index) }
        } else if let index {
            fields[index] = field
        } else {
            fields.append(field)
        }
    }
}
