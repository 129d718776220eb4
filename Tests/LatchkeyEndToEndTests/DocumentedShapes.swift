import Foundation

/// The shapes that the tables of Docs/json.md describe.
struct DocumentedShapes {
    struct Member {
        let type: String
        let isOptional: Bool
    }

    /// The members by the section's heading: a command, or an object's name.
    let sections: [String: [String: Member]]

    init() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let page = try String(contentsOf: root.appending(path: "Docs/json.md"), encoding: .utf8)
        var sections: [String: [String: Member]] = [:]
        var heading = ""
        for line in page.split(separator: "\n") {
            if line.hasPrefix("### ") {
                heading = String(line.dropFirst(4)).replacing("`", with: "")
                sections[heading] = [:]
            } else if line.hasPrefix("| `") {
                let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
                let isOptional = cells[1].hasSuffix(", optional")
                sections[heading]?[cells[0].replacing("`", with: "")] = Member(
                    type: isOptional ? String(cells[1].dropLast(10)) : cells[1], isOptional: isOptional)
            }
        }
        // The page describes it in words.
        sections["latchkey-vault show"] = sections["Login"]
        self.sections = sections
    }

    /// The differences between a document and a section; empty if it has the documented shape.
    func problems(of document: String, in section: String) throws -> [String] {
        guard case .object(let object) = try JSONDecoder().decode(Value.self, from: Data(document.utf8)) else {
            return ["not an object: \(document)"]
        }
        return problems(of: object, in: section, at: "")
    }

    private func problems(of object: [String: Value], in section: String, at place: String) -> [String] {
        guard let members = sections[section] else { return ["\(section) is not described"] }
        var problems = object.keys.filter { members[$0] == nil }.map { "\(place)\($0) is not described" }
        for (name, member) in members {
            guard let value = object[name] else {
                if !member.isOptional { problems.append("\(place)\(name) is missing") }
                continue
            }
            problems += self.problems(of: value, as: member.type[...], at: place + name)
        }
        return problems
    }

    private func problems(of value: Value, as type: Substring, at place: String) -> [String] {
        switch (value, type) {
        case (.string, "string"), (.boolean, "boolean"), (.integer, "integer"): return []
        case (.string(let text), "date"):
            let isDate = text.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/) != nil
            return isDate ? [] : ["\(place) is no date: \(text)"]
        case (.array(let values), _) where type.hasPrefix("array of "):
            return values.flatMap { problems(of: $0, as: type.dropFirst(9), at: place + "[]") }
        case (.object(let values), _) where type.hasPrefix("map of "):
            return values.values.flatMap { problems(of: $0, as: type.dropFirst(7), at: place + "{}") }
        case (.object(let object), _): return problems(of: object, in: String(type), at: place + ".")
        default: return ["\(place) is no \(type): \(value)"]
        }
    }

    /// A JSON value; `null` and fractions cannot be decoded, since no output has them.
    private enum Value: Decodable {
        case string(String)
        case boolean(Bool)
        case integer(Int)
        case array([Value])
        case object([String: Value])

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let text = try? container.decode(String.self) {
                self = .string(text)
            } else if let flag = try? container.decode(Bool.self) {
                self = .boolean(flag)
            } else if let number = try? container.decode(Int.self) {
                self = .integer(number)
            } else if let values = try? container.decode([Value].self) {
                self = .array(values)
            } else {
                self = .object(try container.decode([String: Value].self))
            }
        }
    }
}
