public import LatchkeyCore

extension OneTimeCodeSecret {
    /// The one spelling of this value as an `otpauth` address; reading it gives an equal value.
    ///
    /// Every parameter is written out, for readers with other defaults. Steam's codes carry `encoder=steam`.
    public var address: Secret {
        var text = Array("otpauth://".utf8)
        if case .time = movingFactor { text += "totp/".utf8 } else { text += "hotp/".utf8 }
        if let issuer { text += AddressText.encode(issuer) }
        // Without an issuer a colon in front keeps one in the account from being taken for the end of an issuer.
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
