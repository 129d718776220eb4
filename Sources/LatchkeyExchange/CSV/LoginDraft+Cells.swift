import LatchkeyCore
import LatchkeyVault

/// Reads cells that contain more than one value.
extension LoginDraft {
    private static let userNames: Set = ["user name", "username", "login", "user", "user id"]
    private static let passwordNames: Set = ["password", "passwd"]
    /// In bytes; every known name is shorter.
    private static let longestName = 64

    /// Adds the addresses in a JSON array; a cell with another content becomes one address.
    mutating func takeAddressArray(_ cell: ArraySlice<UInt8>) {
        guard let list = Self.json(cell), case .array(let elements) = list, elements.allSatisfy({ $0.string != nil })
        else {
            addresses.append(String(decoding: cell, as: UTF8.self))
            return
        }
        addresses += elements.compactMap(\.string)
    }

    /// Adds the fields in a JSON array of objects with `label`, `type` and `value`; another content becomes one field.
    mutating func takeFieldArray(_ cell: ArraySlice<UInt8>) {
        guard let list = Self.json(cell), case .array(let elements) = list, elements.allSatisfy(Self.isField) else {
            return addField("Custom fields", Secret(copying: cell), isConcealed: true)
        }
        for field in elements {
            guard let value = field["value"]?.scalarText else { continue }
            let label = field["label"]?.string ?? ""
            addField(
                label.isEmpty ? "Field" : label, Secret(copying: value), isConcealed: field["type"]?.string != "text")
        }
    }

    /// Whether the element has no other members than those of a field, and a scalar value.
    private static func isField(_ element: JSONValue) -> Bool {
        let isKnown = element.members.allSatisfy { ["label", "type", "value"].contains($0.key) }
        let value = element["value"] ?? .null
        return isKnown && !element.members.isEmpty && value.elements.isEmpty && value.members.isEmpty
    }

    /// Adds the user, the password and fields from lines of `name:value`.
    ///
    /// A line without a colon continues the previous value.
    mutating func takeValueLines(_ cell: ArraySlice<UInt8>) {
        var values: [(name: String, value: [UInt8])] = []
        for line in cell.split(whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }) {
            if let colon = line.prefix(Self.longestName).firstIndex(of: UInt8(ascii: ":")) {
                values.append((String(decoding: line[..<colon], as: UTF8.self), Array(line[(colon + 1)...])))
            } else if values.isEmpty {
                values.append(("Field", Array(line)))
            } else {
                values[values.count - 1].value += [UInt8(ascii: "\n")] + line
            }
        }
        for (name, value) in values where !value.isEmpty { takeValue(value, named: name) }
    }

    private mutating func takeValue(_ value: [UInt8], named name: String) {
        let key = name.lowercased()
        if Self.userNames.contains(key), user.isEmpty {
            user = String(decoding: value, as: UTF8.self)
        } else if Self.passwordNames.contains(key), password == nil {
            password = Secret(copying: value)
        } else if key == "secrettype" {
            if !value.elementsEqual("Web Account".utf8) { addField("Type", Secret(copying: value), isConcealed: false) }
        } else {
            addField(name.isEmpty ? "Field" : name, Secret(copying: value), isConcealed: true)
        }
    }

    /// The JSON in a cell; `nil` if it is not JSON, so that the caller keeps the cell as it is.
    private static func json(_ cell: ArraySlice<UInt8>) -> JSONValue? {
        do { return try JSONReader.value(of: Array(cell)) } catch { return nil }
    }
}
