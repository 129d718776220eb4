import LatchkeyCore

/// One step of a path into a JSON document.
package enum JSONStep {
    /// The member with this name.
    case key(String)
    /// Each element of an array, or each member of an object.
    case each
}

/// One value at the end of a path.
package struct JSONItem: Sendable {
    /// The item's number in the document, from one.
    package let number: Int
    /// The position in the container of each ``JSONStep/each``, from zero.
    package let places: [Int]
    package let value: Result<JSONValue, RefusalReason>
}

/// Reads the items of an export one at a time, so that only one of them is in memory as a tree.
package enum JSONReader {
    /// The largest item in bytes; a login in the vault is smaller.
    package static let itemByteLimit = 8 * 1024 * 1024

    /// No format has longer names, and comparing long texts of combining marks takes quadratic time.
    static let rules = JSONScanner.Rules(maximumDepth: 64, maximumNameLength: 1024, isStrict: false)

    /// Reads a document and calls the body with each value at the end of a path.
    ///
    /// An item that is too long or whose text is not UTF-8 is refused; the items after it are read.
    ///
    /// - Throws: ``ExchangeError/notJSON(offset:)``, ``ExchangeError/nestedTooDeeply(limit:)``, or an error of the body.
    package static func forEach(
        at path: [JSONStep], in bytes: [UInt8], _ body: (JSONItem) throws -> Void
    ) throws {
        var walk = JSONWalk()
        var scanner = JSONScanner(bytes, rules: rules)
        do {
            try walk.read(path[...], from: &scanner, body)
            try scanner.finish()
        } catch let error as JSONError {
            throw ExchangeError(error)
        }
    }

    /// The first names of the members of a document that is an object, in order and without repetitions.
    ///
    /// - Throws: ``ExchangeError/notJSON(offset:)``, ``ExchangeError/nestedTooDeeply(limit:)``.
    static func memberNames(of bytes: [UInt8], limit: Int) throws -> [String] {
        var scanner = JSONScanner(bytes, rules: rules)
        var names: [String] = []
        var known: Set<String> = []
        do {
            guard scanner.nextContainer() == .object else { return [] }
            try scanner.forEachMember { scanner, name in
                if names.count < limit, known.insert(name).inserted { names.append(name) }
                try scanner.skipValue()
            }
        } catch let error as JSONError {
            throw ExchangeError(error)
        }
        return names
    }

    /// Reads a whole document as one value; for documents of known shape and size.
    ///
    /// - Throws: ``ExchangeError/notJSON(offset:)``, ``ExchangeError/nestedTooDeeply(limit:)``.
    package static func value(of bytes: [UInt8]) throws -> JSONValue {
        do {
            return try JSONValue(JSONDocument(bytes, rules: rules).root)
        } catch let error as JSONError {
            throw ExchangeError(error)
        } catch is RefusalReason {
            throw ExchangeError.notJSON(offset: 0)
        }
    }
}

/// The walk along a path.
private struct JSONWalk {
    private var itemCount = 0
    /// The position in each container of a ``JSONStep/each`` that is being read.
    private var places: [Int] = []

    mutating func read(
        _ path: ArraySlice<JSONStep>, from scanner: inout JSONScanner, _ body: (JSONItem) throws -> Void
    ) throws {
        guard let step = path.first else { return try readItem(from: &scanner, body) }
        let rest = path.dropFirst()
        switch (step, scanner.nextContainer()) {
        case (.key(let name), .object):
            try scanner.forEachMember { scanner, key in
                if key == name { try read(rest, from: &scanner, body) } else { try scanner.skipValue() }
            }
        case (.each, .object):
            places.append(0)
            try scanner.forEachMember { scanner, _ in
                try read(rest, from: &scanner, body)
                places[places.count - 1] += 1
            }
            places.removeLast()
        case (.each, .array):
            places.append(0)
            try scanner.forEachElement { scanner in
                try read(rest, from: &scanner, body)
                places[places.count - 1] += 1
            }
            places.removeLast()
        case (.key, .array), (_, nil): try scanner.skipValue()
        }
    }

    private mutating func readItem(from scanner: inout JSONScanner, _ body: (JSONItem) throws -> Void) throws {
        let document = try scanner.readValue(maximumLength: JSONReader.itemByteLimit)
        itemCount += 1
        let value: Result<JSONValue, RefusalReason>
        if let document {
            do throws(RefusalReason) {
                value = .success(try JSONValue(document.root))
            } catch {
                value = .failure(error)
            }
        } else {
            value = .failure(.tooLong)
        }
        try body(JSONItem(number: itemCount, places: places, value: value))
    }
}

extension ExchangeError {
    fileprivate init(_ error: JSONError) {
        switch error {
        case .notJSON(let offset), .duplicateKey(let offset), .notStreamSafe(let offset):
            self = .notJSON(offset: offset)
        case .notUTF8: self = .notJSON(offset: 0)
        case .nestedTooDeeply(let limit): self = .nestedTooDeeply(limit: limit)
        }
    }
}
