public import LatchkeyCore

extension OneTimeCodeSecret {
    /// Limit in bytes; a QR code contains less.
    public static let maximumTextLength = 8192

    /// Parses `otpauth://…`, `steam://SECRET` or a bare secret in Base32.
    ///
    /// Implements Google's key URI format, with `encoder=steam` as KeePassXC writes it. The defaults are six digits,
    /// thirty seconds and SHA-1. Unknown parameters are ignored, and so is case. ``Base32`` accepts what users copy.
    ///
    /// - Throws: ``OneTimeCodeError``; ``OneTimeCodeError/severalAccounts`` for `otpauth-migration://`.
    public init(parsing text: Secret) throws(OneTimeCodeError) {
        guard text.count <= Self.maximumTextLength else { throw .tooLong(limit: Self.maximumTextLength) }
        let text = AddressText(text)
        if let rest = text.rest(after: "otpauth://") {
            try self.init(address: rest)
        } else if let rest = text.rest(after: "steam://") {
            guard let key = Base32.decode(rest.bytes(trimming: UInt8(ascii: "/"))) else { throw .secretNotBase32 }
            try self.init(key: key, format: .steam)
        } else if text.rest(after: "otpauth-migration:") != nil {
            throw .severalAccounts
        } else {
            guard let key = Base32.decode(text.bytes) else { throw .notACode }
            try self.init(key: key)
        }
    }

    /// Parses a string.
    public init(parsing text: String) throws(OneTimeCodeError) {
        try self.init(parsing: Secret(text))
    }

    /// Parses the part after `otpauth://`.
    private init(address: AddressText) throws(OneTimeCodeError) {
        let (path, query) = address.splitAtQuery()
        let (type, label) = path.split(at: UInt8(ascii: "/"))
        let parameters = try Parameters(query)
        let isSteam = try parameters.hasSteamEncoder || type.equals("steam")
        guard isSteam || type.equals("totp") || type.equals("hotp") else { throw .unknownType }
        guard let written = parameters[.secret] else { throw .missingSecret }
        // Form encoders write a space as a plus.
        guard let key = Base32.decode(written.map { $0 == UInt8(ascii: "+") ? 0x20 : $0 }) else {
            throw .secretNotBase32
        }
        let (prefix, account) = AddressText.labelParts(of: label ?? AddressText([]))
        let factor: MovingFactor =
            type.equals("hotp")
            ? .counter(try parameters.number(.counter) ?? 0)
            : .time(period: try parameters.smallNumber(.period) ?? Self.defaultPeriod)
        try self.init(
            key: key, algorithm: try parameters.algorithm() ?? .sha1, movingFactor: factor,
            format: isSteam ? .steam : .decimal(digits: try parameters.smallNumber(.digits) ?? 6),
            issuer: parameters[.issuer].map { String(decoding: $0, as: UTF8.self) } ?? prefix, account: account)
    }

    /// The canonical `otpauth` URI; parsing it returns an equal value.
    ///
    /// It contains every parameter, for parsers with other defaults. Steam's codes have `encoder=steam`.
    public var address: Secret {
        var text = Array("otpauth://".utf8)
        if case .time = movingFactor { text += "totp/".utf8 } else { text += "hotp/".utf8 }
        if let issuer { text += AddressText.encode(issuer) }
        // Without an issuer, a leading colon prevents a parser from taking a part of the account for the issuer.
        if issuer != nil || account.utf8.contains(UInt8(ascii: ":")) { text.append(UInt8(ascii: ":")) }
        text += AddressText.encode(account)
        text += "?secret=".utf8
        text += Base32.encode(key)
        if let issuer {
            text += "&issuer=".utf8
            text += AddressText.encode(issuer)
        }
        text += "&algorithm=\(algorithm.rawValue)".utf8
        switch format {
        case .decimal(let digits): text += "&digits=\(digits)".utf8
        case .steam: text += "&digits=5".utf8
        }
        switch movingFactor {
        case .time(let period): text += "&period=\(period)".utf8
        case .counter(let counter): text += "&counter=\(counter)".utf8
        }
        if format == .steam { text += "&encoder=steam".utf8 }
        return Secret(copying: text)
    }
}

/// The known, nonempty parameters of a URI.
private struct Parameters {
    private var values: [OneTimeCodeError.Parameter: [UInt8]] = [:]

    init(_ query: AddressText) throws(OneTimeCodeError) {
        var rest: AddressText? = query
        while let current = rest {
            let (pair, others) = current.split(at: UInt8(ascii: "&"))
            rest = others
            let (name, value) = pair.split(at: UInt8(ascii: "="))
            guard let parameter = OneTimeCodeError.Parameter.allCases.first(where: { name.equals($0.rawValue) }),
                let value = value?.decoded, !value.isEmpty
            else { continue }
            guard values.updateValue(value, forKey: parameter) == nil else { throw .repeatedParameter(parameter) }
        }
    }

    subscript(parameter: OneTimeCodeError.Parameter) -> [UInt8]? { values[parameter] }

    /// Whether `encoder` is `steam`; throws for any other encoder.
    var hasSteamEncoder: Bool {
        get throws(OneTimeCodeError) {
            guard let encoder = values[.encoder] else { return false }
            guard AddressText(encoder).equals("steam") else { throw .unusableParameter(.encoder) }
            return true
        }
    }

    func number(_ parameter: OneTimeCodeError.Parameter) throws(OneTimeCodeError) -> UInt64? {
        guard let digits = values[parameter] else { return nil }
        var number: UInt64 = 0
        for digit in digits {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { throw .unusableParameter(parameter) }
            let (tens, isTooLarge) = number.multipliedReportingOverflow(by: 10)
            let (sum, isStillTooLarge) = tens.addingReportingOverflow(UInt64(digit - UInt8(ascii: "0")))
            guard !isTooLarge, !isStillTooLarge else { throw .unusableParameter(parameter) }
            number = sum
        }
        return number
    }

    func smallNumber(_ parameter: OneTimeCodeError.Parameter) throws(OneTimeCodeError) -> Int? {
        guard let number = try number(parameter) else { return nil }
        guard let small = Int(exactly: number) else { throw .unusableParameter(parameter) }
        return small
    }

    /// The hash function; services write `SHA1`, `sha-256` and `HmacSHA512`.
    func algorithm() throws(OneTimeCodeError) -> OneTimeCodeSecret.Algorithm? {
        guard let written = values[.algorithm] else { return nil }
        let letters = String(decoding: written, as: UTF8.self).uppercased().filter { $0 != "-" && $0 != "_" }
        let name = letters.hasPrefix("HMAC") ? String(letters.dropFirst(4)) : letters
        guard let algorithm = OneTimeCodeSecret.Algorithm(rawValue: name) else { throw .unusableParameter(.algorithm) }
        return algorithm
    }
}
