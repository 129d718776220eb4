public import Foundation

/// What the agent puts around a provider's sheet, so that no sheet can pass for another provider's or for ours.
public struct SheetFrame: Hashable, Sendable {
    /// Who asked.
    public enum Requester: Hashable, Sendable {
        /// A page, by its host or origin as the browser vouches for it.
        case site(String)
        /// A program on this computer, such as `git` or `latchkey`.
        case program(String)
    }

    /// The name of the provider's containing application.
    public var providerName: String
    /// The provider's icon as PNG.
    public var icon: Data?
    public var requester: Requester
    /// The site around the requester, where that is a frame: the one in the address bar, or one between.
    public var embeddingSite: String?
    /// The colour and word that the person chose for the vault; a page that imitates the sheet knows neither.
    public var color: SheetColor?
    public var word: String?

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

    /// Checks the frame against ``SheetLimits``.
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
    /// Who asks, for people, with what could mislead escaped: `for login.example.com in shop.example`.
    package var asker: String { asker { $0 } }

    /// Who asks, with each name cut to what there is room for.
    package func asker(cutting cut: (String) -> String) -> String {
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

    /// - Throws: ``SheetError`` besides what the decoder throws.
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

/// A colour, written `#rrggbb`.
public struct SheetColor: Hashable, Sendable {
    public let red: UInt8
    public let green: UInt8
    public let blue: UInt8

    public init(red: UInt8, green: UInt8, blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// - Throws: ``SheetError/invalidColor`` for anything but `#` and six hexadecimal digits.
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
