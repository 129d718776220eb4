extension Sheet {
    /// A sentence above the form, such as the reason of a failure.
    public struct Message: Codable, Hashable, Sendable {
        /// The importance of a message.
        public enum Level: String, Codable, CaseIterable, Sendable {
            /// Neutral information.
            case info
            /// A risk that the user should know.
            case warning
            /// A failure, such as a wrong passphrase.
            case error
        }

        /// How the screen marks the message.
        public var level: Level
        /// The sentence, at most ``SheetLimits/text`` bytes.
        public var text: String

        /// Makes a message of a level.
        public init(_ level: Level, _ text: String) {
            self.level = level
            self.text = text
        }
    }

    /// A paragraph, or a value to read or copy.
    public struct Text: Codable, Hashable, Sendable {
        /// The appearance of a text.
        public enum Style: String, Codable, CaseIterable, Sendable {
            /// The normal text of the screen.
            case body
            /// Smaller or dimmer than the body.
            case note
            /// All characters have the same width and are easy to distinguish, as a password or a recovery code needs.
            case monospaced
        }

        /// The text, at most ``SheetLimits/text`` bytes; it may have several lines.
        public var text: String
        /// The appearance.
        public var style: Style

        /// Makes a text, by default of the body's style.
        public init(_ text: String, style: Style = .body) {
            self.text = text
            self.style = style
        }
    }

    /// The progress of work that takes a while.
    ///
    /// Each change of ``counter`` restarts the request's time limit.
    public struct Progress: Codable, Hashable, Sendable {
        /// The name of the work, at most ``SheetLimits/title`` bytes.
        public var label: String
        /// The completed part, 0–1; `nil` if it is unknown.
        public let fraction: Double?
        /// Any number that increases while the work continues.
        public var counter: UInt32

        /// Makes a progress; a fraction is limited to 0–1, and NaN becomes `nil`.
        public init(label: String, fraction: Double? = nil, counter: UInt32 = 0) {
            self.label = label
            self.fraction = fraction.flatMap { $0.isNaN ? nil : min(max($0, 0), 1) }
            self.counter = counter
        }
    }

    /// A one-time code and its remaining validity.
    public struct Code: Codable, Hashable, Sendable {
        /// The account or site of the code, at most ``SheetLimits/title`` bytes.
        public var label: String
        /// The code's digits, at most ``SheetLimits/title`` bytes.
        public var code: String
        /// Seconds between two codes, 1–86400 (RFC 6238); `nil` for a counter-based code (RFC 4226).
        public let period: Int?

        /// Seconds of validity left when the sheet was made, 0–86400; the screen counts down from there.
        ///
        /// `nil` for a counter-based code.
        public let timeLeft: Double?

        /// Makes a code; the times are limited to their ranges, and NaN becomes `nil`.
        public init(label: String, code: String, period: Int? = nil, timeLeft: Double? = nil) {
            self.label = label
            self.code = code
            self.period = period.map { min(max($0, 1), SheetLimits.period) }
            self.timeLeft = timeLeft.flatMap { $0.isNaN ? nil : min(max($0, 0), Double(SheetLimits.period)) }
        }
    }

    /// The estimated strength of a password.
    public struct Strength: Codable, Hashable, Sendable {
        /// From 0, guessed immediately, to 4, very hard to guess.
        public let score: Int
        /// The strength in words, such as "Fair: about a day".
        public var label: String

        /// Makes a strength; the score is limited to 0–4.
        public init(score: Int, label: String) {
            self.score = min(max(score, 0), 4)
            self.label = label
        }
    }
}
