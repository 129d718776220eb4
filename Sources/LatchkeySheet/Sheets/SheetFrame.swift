public import FoundationEssentials

/// The part of a sheet that the agent draws, so that a sheet cannot pass for another provider's or the agent's own.
public struct SheetFrame: Hashable, Sendable {
    /// The page or program that requests a credential.
    public enum Requester: Hashable, Sendable {
        /// A page, by its host or origin according to the browser.
        case site(String)
        /// A program on this computer, such as `git` or `latchkey`.
        case program(String)
    }

    /// The name of the provider's containing application, at most ``SheetLimits/title`` bytes.
    public var providerName: String
    /// The provider's icon as PNG, at most ``SheetLimits/icon`` bytes; `nil` if it has none.
    public var icon: Data?
    /// The page or program that requests a credential.
    public var requester: Requester
    /// The site around a requesting frame: the one in the address bar, or one between; `nil` if it is not in a frame.
    public var embeddingSite: String?

    /// The color that the user chose for the vault; `nil` for none.
    ///
    /// A page that imitates a sheet does not know it.
    public var color: SheetColor?

    /// The word that the user chose for the vault; `nil` for none.
    ///
    /// A page that imitates a sheet does not know it.
    public var word: String?

    /// Makes a frame; nothing is validated until ``validate()``.
    public init(
        providerName: String, icon: Data? = nil, requester: Requester, embeddingSite: String? = nil,
        color: SheetColor? = nil, word: String? = nil
    ) {
        self.providerName = providerName
        self.icon = icon
        self.requester = requester
        self.embeddingSite = embeddingSite
        self.color = color
        self.word = word
    }

    /// Validates the frame against ``SheetLimits``.
    ///
    /// - Throws: ``SheetError``, for the first problem found.
    public func validate() throws(SheetError) {
        try SheetLimits.check(providerName, SheetLimits.title, "providerName")
        try SheetLimits.check(word, SheetLimits.title, "word")
        try SheetLimits.check(embeddingSite, SheetLimits.text, "embeddingSite")
        try SheetLimits.check(count: icon?.count ?? 0, SheetLimits.icon, "icon")
        switch requester {
        case .site(let name), .program(let name): try SheetLimits.check(name, SheetLimits.text, "requester")
        }
    }
}

extension SheetFrame {
    /// The requester in words, with misleading characters escaped: `for login.example.com in shop.example`.
    package var requesterText: String { requesterText { $0 } }

    /// The requester in words, with each name shortened by a function.
    package func requesterText(cutting cut: (String) -> String) -> String {
        switch requester {
        case .program(let program): "for the program " + cut(DisplayText.escaping(program))
        case .site(let site):
            "for " + cut(DisplayText.escaping(site))
                + (embeddingSite.map { " in " + cut(DisplayText.escaping($0)) } ?? "")
        }
    }
}

extension SheetFrame: Codable {
    private enum CodingKeys: String, CodingKey {
        case providerName, icon, requester, embeddingSite, color, word
    }

    /// - Throws: ``SheetError``, or an error of the decoder.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        providerName = try container.decode(String.self, forKey: .providerName)
        icon = try container.decodeIfPresent(Data.self, forKey: .icon)
        requester = try container.decode(Requester.self, forKey: .requester)
        embeddingSite = try container.decodeIfPresent(String.self, forKey: .embeddingSite)
        color = try container.decodeIfPresent(SheetColor.self, forKey: .color)
        word = try container.decodeIfPresent(String.self, forKey: .word)
        try validate()
    }
}

extension SheetFrame.Requester: Codable {
    private enum CodingKeys: String, CodingKey {
        case kind, name
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let name = try container.decode(String.self, forKey: .name)
        let kind = try container.decode(String.self, forKey: .kind)
        switch kind {
        case "site": self = .site(name)
        case "program": self = .program(name)
        default: throw SheetError.unknownKind(SheetLimits.cut(kind, to: 64))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .site(let name):
            try container.encode("site", forKey: .kind)
            try container.encode(name, forKey: .name)
        case .program(let name):
            try container.encode("program", forKey: .kind)
            try container.encode(name, forKey: .name)
        }
    }
}

/// An sRGB color, written `#rrggbb`.
public struct SheetColor: Hashable, Sendable {
    /// Red, 0–255.
    public let red: UInt8
    /// Green, 0–255.
    public let green: UInt8
    /// Blue, 0–255.
    public let blue: UInt8

    /// Makes a color from its components.
    public init(red: UInt8, green: UInt8, blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// Parses a color.
    ///
    /// - Throws: ``SheetError/invalidColor`` if the text is not `#` and six hexadecimal digits.
    public init(_ text: String) throws(SheetError) {
        let digits = text.utf8.dropFirst().compactMap { Character(UnicodeScalar($0)).hexDigitValue }
        guard text.utf8.first == UInt8(ascii: "#"), text.utf8.count == 7, digits.count == 6 else { throw .invalidColor }
        self.init(
            red: UInt8(digits[0] << 4 | digits[1]), green: UInt8(digits[2] << 4 | digits[3]),
            blue: UInt8(digits[4] << 4 | digits[5]))
    }
}

extension SheetColor: Codable, CustomStringConvertible {
    public var description: String {
        "#" + [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    public init(from decoder: any Decoder) throws {
        try self.init(decoder.singleValueContainer().decode(String.self))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
