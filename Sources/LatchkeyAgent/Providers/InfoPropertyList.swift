import Foundation

/// The strings, booleans and dictionaries of a bundle's `Info.plist`.
///
/// Real files have misplaced keys, unexpanded build variables, and booleans written as strings. Values of unexpected types
/// are ignored.
struct InfoPropertyList: Sendable {
    private let values: [String: any Sendable]

    /// Parses XML or binary; `nil` for other bytes, or beyond ``PropertyListLimits``.
    init?(_ bytes: [UInt8]) {
        guard PropertyListLimits.allow(bytes),
            let list = try? unsafe PropertyListSerialization.propertyList(from: Data(bytes), format: nil),
            let values = Self.value(list, depth: 0) as? [String: any Sendable]
        else { return nil }
        self.values = values
    }

    private init(values: [String: any Sendable]) {
        self.values = values
    }

    /// A string that is not empty, has no control characters, and is not too long for a screen or a path.
    func text(_ key: String) -> String? {
        guard let text = values[key] as? String, !text.isEmpty, text.utf8.count <= 1024 else { return nil }
        guard !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else { return nil }
        return text
    }

    /// A string to show; `nil` for an unexpanded build variable.
    func title(_ key: String) -> String? {
        text(key).flatMap { $0.contains("$(") || $0.contains("${") ? nil : $0 }
    }

    /// A boolean, also one written as a number or a word.
    func truth(_ key: String) -> Bool? {
        switch values[key] {
        case let truth as Bool: truth
        case let word as String:
            switch word.lowercased() {
            case "yes", "true", "1": true
            case "no", "false", "0": false
            default: nil
            }
        default: nil
        }
    }

    func texts(_ key: String) -> [String] {
        (values[key] as? [any Sendable] ?? []).compactMap { $0 as? String }
    }

    func dictionary(_ key: String) -> InfoPropertyList? {
        (values[key] as? [String: any Sendable]).map { InfoPropertyList(values: $0) }
    }

    private static func value(_ value: Any, depth: Int) -> (any Sendable)? {
        guard depth < PropertyListLimits.maximumDepth else { return nil }
        switch value {
        case let text as String: return text
        case let dictionary as [String: Any]: return dictionary.compactMapValues { self.value($0, depth: depth + 1) }
        case let array as [Any]: return array.compactMap { self.value($0, depth: depth + 1) }
        case let truth as Bool: return truth
        default: return nil
        }
    }
}
