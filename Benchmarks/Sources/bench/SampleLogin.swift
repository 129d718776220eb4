/// A login of the generated export files.
struct SampleLogin {
    let index: Int

    var title: String { "Site \(index)" }
    var address: String { "https://site\(index).example\(index % 97).com/login" }
    var user: String { "user\(index)@example.com" }
    var password: String { "p4ss-\(index)-word!" }
    /// Every eighth login has a note, with characters that every format must escape.
    var note: String { index % 8 == 0 ? "Says \"no\", and more\non line \(index)." : "" }
    /// The one-time-code secret in Base32; every fourth login has one.
    var seed: String { index % 4 == 0 ? Self.seed(index) : "" }
    var codeAddress: String { seed.isEmpty ? "" : Self.codeAddress(index) }
    /// Seconds since 1970.
    var created: Int { 1_600_000_000 + index }

    static func codeAddress(_ index: Int) -> String {
        "otpauth://totp/Site%20\(index):user\(index)?secret=\(seed(index))&issuer=Site%20\(index)"
            + "&algorithm=SHA1&digits=6&period=30"
    }

    private static func seed(_ index: Int) -> String {
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
        return "JBSWY3DPEHPK3PXP" + String((0..<8).map { letters[index >> ($0 * 4) & 31] })
    }
}

/// The date of all sample logins in ISO 8601.
let sampleDate = "2024-03-01T00:00:00.000Z"
