extension Sheet {
    public struct Message: Codable, Hashable, Sendable {
        public enum Level: String, Codable, CaseIterable, Sendable {
            case info, warning, error
        }

        public var level: Level
        public var text: String

        public init(_ level: Level, _ text: String) {
            self.level = level
            self.text = text
        }
    }

    public struct Text: Codable, Hashable, Sendable {
        public enum Style: String, Codable, CaseIterable, Sendable {
            case body
            /// Smaller or dimmer than the body.
            case note
            /// Every character has one width and is told apart: a password, a recovery code.
            case monospaced
        }

        public var text: String
        public var style: Style

        public init(_ text: String, style: Style = .body) {
            self.text = text
            self.style = style
        }
    }

    /// Work that goes on.
    ///
    /// The request's deadline stands still while ``counter`` moves.
    public struct Progress: Codable, Hashable, Sendable {
        public var label: String
        /// The part that is done, between 0 and 1; `nil` where nobody knows.
        public let fraction: Double?
        /// Any number that grows while the work goes on.
        public var counter: UInt32

        /// Makes a progress; a fraction outside 0 and 1 becomes the nearer of them, and what is no number `nil`.
        public init(label: String, fraction: Double? = nil, counter: UInt32 = 0) {
            self.label = label
            self.fraction = fraction.flatMap { $0.isNaN ? nil : min(max($0, 0), 1) }
            self.counter = counter
        }
    }

    /// A one-time code and how long it is good for.
    public struct Code: Codable, Hashable, Sendable {
        public var label: String
        public var code: String
        /// Seconds from one code to the next; `nil` for a code that counts and does not age.
        public let period: Int?
        /// Seconds that were left when the sheet was made; the screen counts down from there.
        public let timeLeft: Double?

        /// Makes a code; times outside of zero and a day become the nearer of them.
        public init(label: String, code: String, period: Int? = nil, timeLeft: Double? = nil) {
            self.label = label
            self.code = code
            self.period = period.map { min(max($0, 1), SheetLimits.period) }
            self.timeLeft = timeLeft.flatMap { $0.isNaN ? nil : min(max($0, 0), Double(SheetLimits.period)) }
        }
    }

    /// How hard a password is to guess.
    public struct Strength: Codable, Hashable, Sendable {
        /// 0 for one that is guessed at once, to 4.
        public let score: Int
        /// The score in words, such as "Fair: about a day".
        public var label: String

        /// Makes a strength; a score outside 0 and 4 becomes the nearer of them.
        public init(score: Int, label: String) {
            self.score = min(max(score, 0), 4)
            self.label = label
        }
    }
}
