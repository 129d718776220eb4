public import LatchkeyCore

extension OneTimeCodeSecret {
    /// The longest text that is read; a QR code holds less.
    public static let longestText = 8192

    /// Reads what people and programs hand over: `otpauth://…`, `steam://SECRET`, or a bare secret in Base32.
    ///
    /// A bare secret is one for six digits, thirty seconds and SHA-1, as is every parameter that an address leaves out.
    /// Unknown parameters are left out, letters count in either case, and Base32 may be as sloppy as people copy it.
    /// Google's key URI format, with `encoder=steam` as KeePassXC writes it.
    ///
    /// - Throws: ``OneTimeCodeError``; ``OneTimeCodeError/severalAccounts`` for `otpauth-migration://`.
    public init(parsing text: Secret) throws(OneTimeCodeError) {
        guard text.count <= Self.longestText else { throw .tooLong(limit: Self.longestText) }
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

    /// Reads the same from a string that was not secret enough for its owner.
    public init(parsing text: String) throws(OneTimeCodeError) {
        try self.init(parsing: Secret(text))
    }

    /// Reads what follows `otpauth://`.
    private init(address: AddressText) throws(OneTimeCodeError) {
        let (path, query) = address.splitAtQuery()
        let (type, label) = path.split(at: UInt8(ascii: "/"))
        let parameters = try Parameters(query)
        let isSteam = try parameters.saysSteam || type.equals("steam")
        guard isSteam || type.equals("totp") || type.equals("hotp") else { throw .unknownType }
        guard let written = parameters[.secret] else { throw .missingSecret }
        // Form encoders write a blank as a plus, which Base32 has not.
        guard let key = Base32.decode(written.map { $0 == UInt8(ascii: "+") ? 0x20 : $0 }) else {
            throw .secretNotBase32
        }
        let (prefix, account) = AddressText.labelParts(of: label ?? AddressText([]))
        let factor: MovingFactor =
            type.equals("hotp")
            ? .counter(try parameters.number(.counter) ?? 0)
            : .time(period: try parameters.smallNumber(.period) ?? Self.ordinaryPeriod)
        try self.init(
            key: key, algorithm: try parameters.algorithm() ?? .sha1, movingFactor: factor,
            format: isSteam ? .steam : .decimal(digits: try parameters.smallNumber(.digits) ?? 6),
            issuer: parameters[.issuer].map { String(decoding: $0, as: UTF8.self) } ?? prefix, account: account)
    }
}

/// The parameters of an address that mean something to us, without those that are empty.
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

    /// Whether the code is spelled as Steam's; any other encoder is nothing that we know.
    var saysSteam: Bool {
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

    /// The hash; `SHA1`, `sha-256` and `HmacSHA512` are all in use.
    func algorithm() throws(OneTimeCodeError) -> OneTimeCodeSecret.Algorithm? {
        guard let written = values[.algorithm] else { return nil }
        let letters = String(decoding: written, as: UTF8.self).uppercased().filter { $0 != "-" && $0 != "_" }
        let name = letters.hasPrefix("HMAC") ? String(letters.dropFirst(4)) : letters
        guard let algorithm = OneTimeCodeSecret.Algorithm(rawValue: name) else { throw .unusableParameter(.algorithm) }
        return algorithm
    }
}
