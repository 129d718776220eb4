/// Why a provider failed, in its own words: the failure reason and recovery suggestion of its `NSError`.
///
/// The text is untrusted. Each text is one line of at most ``maximumLength`` bytes without control characters. A caller
/// that shows it must name the provider.
public struct ProviderExplanation: Hashable, Sendable {
    /// In bytes of UTF-8; what is longer is cut.
    public static let maximumLength = 512

    public let reason: String
    public let suggestion: String?

    /// - Returns: `nil` where there is no reason, or nothing of it can be seen.
    public init?(reason: String?, suggestion: String? = nil) {
        guard let reason = reason.flatMap(Self.line) else { return nil }
        self.reason = reason
        self.suggestion = suggestion.flatMap(Self.line)
    }

    /// One line without characters that a terminal acts on or that turn the writing's direction.
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

    /// Cuts and cleans what another process says.
    ///
    /// - Throws: What the decoder throws; also where there is nothing to be seen.
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
