/// A provider's own explanation of a failure: the reason and recovery suggestion of its `NSError`.
///
/// The texts are untrusted. Each is one line of at most ``maximumLength`` bytes without control characters. A caller
/// that shows one must name the provider.
public struct ProviderExplanation: Hashable, Sendable {
    /// In bytes of UTF-8; a longer text is cut.
    public static let maximumLength = 512

    public let reason: String
    public let suggestion: String?

    /// - Returns: `nil` without a reason, or if it has only blank characters.
    public init?(reason: String?, suggestion: String? = nil) {
        guard let reason = reason.flatMap(Self.line) else { return nil }
        self.reason = reason
        self.suggestion = suggestion.flatMap(Self.line)
    }

    /// One line without control characters and without characters that change the writing direction.
    private static func line(_ text: String) -> String? {
        var line = ""
        var length = 0
        for scalar in text.unicodeScalars {
            let kept: Unicode.Scalar =
                switch scalar.properties.generalCategory {
                case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: " "
                default: scalar
                }
            length += UTF8.width(kept)
            if length > maximumLength { break }
            line.unicodeScalars.append(kept)
        }
        return line.allSatisfy(\.isWhitespace) ? nil : line
    }
}

extension ProviderExplanation: Codable {
    private enum CodingKeys: String, CodingKey { case reason, suggestion }

    /// Cuts and cleans the texts of another process.
    ///
    /// - Throws: The decoder's error, or `DecodingError` for a reason with only blank characters.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        let reason = try members.decode(String.self, forKey: .reason)
        guard
            let explanation = ProviderExplanation(
                reason: reason, suggestion: try members.decodeIfPresent(String.self, forKey: .suggestion))
        else {
            throw DecodingError.dataCorruptedError(
                forKey: .reason, in: members, debugDescription: "the reason is empty")
        }
        self = explanation
    }
}
