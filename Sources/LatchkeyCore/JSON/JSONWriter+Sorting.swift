extension JSONWriter {
    /// Writes a value with the members of every object sorted by name.
    package mutating func write(sorting value: JSONElement) {
        switch value.kind {
        case .object:
            beginObject()
            for member in value.members.sorted(by: { $0.name < $1.name }) {
                key(member.name)
                write(sorting: member.value)
            }
            endObject()
        case .array:
            beginArray()
            for element in value.elements { write(sorting: element) }
            endArray()
        case .string: write(value.string ?? "")
        case .number: write(digits: value.number ?? "0")
        case .bool: write(value.bool ?? false)
        case .null: writeNull()
        }
    }
}
