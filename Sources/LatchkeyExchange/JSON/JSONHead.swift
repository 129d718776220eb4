import LatchkeyCore

/// The member names and scalars at the start of a JSON file, from which a format is recognized.
///
/// The start can end anywhere, so an incomplete value is not an error.
struct JSONHead {
    /// The largest number of names that lead to a member; formats differ within them.
    private static let trailLimit = 4
    private static let nameLimit = 512

    /// The scalars by the names that lead to them, joined by dots; `null` for arrays and objects.
    ///
    /// Array elements have no name.
    private var names: [String: JSONValue] = [:]

    /// `nil` if the file does not begin with an object.
    init?(_ head: ArraySlice<UInt8>) {
        self.init(head, isArray: false)
    }

    /// `nil` if the file does not begin with an array.
    init?(ofArray head: ArraySlice<UInt8>) {
        self.init(head, isArray: true)
    }

    private init?(_ head: ArraySlice<UInt8>, isArray: Bool) {
        var scanner = JSONScanner(Array(head), rules: JSONReader.rules)
        guard scanner.nextContainer() == (isArray ? .array : .object), let document = scanner.readTruncatedValue()
        else {
            return nil
        }
        collect(document.root, under: [])
    }

    private mutating func collect(_ value: JSONElement, under trail: [String]) {
        for element in value.elements { collect(element, under: trail) }
        guard trail.count < Self.trailLimit else { return }
        for (name, member) in value.members {
            guard names.count < Self.nameLimit else { return }
            let trail = trail + [name]
            names[trail.joined(separator: ".")] = JSONValue(scalar: member) ?? .null
            collect(member, under: trail)
        }
    }

    func has(_ names: String...) -> Bool {
        names.allSatisfy { self.names[$0] != nil }
    }

    func hasAny(_ names: String...) -> Bool {
        names.contains { self.names[$0] != nil }
    }

    /// The scalar with this name; `nil` if the start does not have all of it.
    subscript(name: String) -> JSONValue? { names[name] }
}
