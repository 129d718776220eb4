/// What the beginning of a JSON file tells: which names there are, and which scalars near the top.
///
/// The beginning ends anywhere, so what does not go on is no mistake.
struct JSONHead {
    /// The longest trail that is kept; formats differ further up.
    private static let trailLimit = 4
    private static let nameLimit = 512

    /// Names joined by dots from the top; elements of an array have no name.
    private var names: [String: JSONValue] = [:]

    /// Nil for what does not begin with an object.
    init?(_ head: ArraySlice<UInt8>) {
        guard let first = head.first(where: { ![0x20, 0x0A, 0x0D, 0x09].contains($0) }), first == UInt8(ascii: "{")
        else { return nil }
        var found: [String: JSONValue] = [:]
        var reader = JSONReader(Array(head))
        reader.onScalar = { trail, value in
            guard trail.count <= Self.trailLimit, found.count < Self.nameLimit else { return }
            switch value {
            case .null, .array, .object: found[trail.joined(separator: "."), default: .null] = .null
            default: found[trail.joined(separator: ".")] = value
            }
        }
        _ = try? reader.value(depth: 0, building: true)
        names = found
    }

    func has(_ names: String...) -> Bool {
        names.allSatisfy { self.names[$0] != nil }
    }

    func hasAny(_ names: String...) -> Bool {
        names.contains { self.names[$0] != nil }
    }

    /// The scalar behind a name, where the beginning has all of it.
    subscript(name: String) -> JSONValue? { names[name] }
}
