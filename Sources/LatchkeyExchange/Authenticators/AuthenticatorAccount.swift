import Foundation
import LatchkeyCore
import LatchkeyPasswords
import LatchkeyVault

/// One account in the export of an authenticator app, with its parameters as they are written.
///
/// A login is made from it without a site. Invalid parameters are kept in a field with a notice.
struct AuthenticatorAccount {
    private static let plainCharacters = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~@")

    /// `totp`, `hotp` or `steam`, in any case.
    var type = "totp"
    /// The key in Base32.
    var secret: [UInt8]
    /// The service that issued the secret.
    var issuer = ""
    /// The account name at the service.
    var name = ""
    var algorithm: JSONValue?
    var digits: JSONValue?
    var period: JSONValue?
    var counter: JSONValue?

    /// The account as an `otpauth` URI.
    private var address: Secret {
        var label = Self.encode(name)
        if !issuer.isEmpty { label = "\(Self.encode(issuer)):\(label)" }
        var query = "secret=\(Self.encode(String(decoding: secret, as: UTF8.self)))"
        if !issuer.isEmpty { query += "&issuer=\(Self.encode(issuer))" }
        let parameters = [("algorithm", algorithm), ("digits", digits), ("period", period), ("counter", counter)]
        for (name, value) in parameters {
            guard let text = value?.scalarText else { continue }
            query += "&\(name)=\(Self.encode(String(decoding: text, as: UTF8.self)))"
        }
        return Secret("otpauth://\(Self.encode(type.lowercased()))/\(label)?\(query)")
    }

    /// The login with this code; other values of the entry are added by the format.
    var draft: LoginDraft {
        var draft = LoginDraft()
        draft.title = [issuer, name].first { !$0.isEmpty } ?? LoginDraft.FieldName.code
        draft.user = name
        if !secret.isEmpty { draft.code = address }
        return draft
    }

    private static func encode(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: plainCharacters) ?? ""
    }
}

extension LoginDraft {
    /// Makes a login of an `otpauth` or `steam` URI; parameters that are not part of the code become fields.
    ///
    /// - Parameter name: The account name beside the URI; `nil` if the URI has it.
    init(codeAddress address: Secret, name: String? = nil) {
        self.init()
        code = address
        user = name ?? ""
        do {
            let parsed = try CodeAddress(address)
            title = parsed.code.issuer ?? ""
            if user.isEmpty { user = parsed.code.account }
            code = parsed.code.address
            for (name, value) in parsed.otherParameters { addField(name, Secret(value), isConcealed: true) }
        } catch {
            // ``row(line:requiring:)`` keeps the URI as a field.
        }
        if title.isEmpty { title = user.isEmpty ? FieldName.code : user }
    }
}

/// A URI of a one-time code, as authenticator apps write it.
struct CodeAddress {
    let code: OneTimeCodeSecret
    /// The parameters that are not part of the key URI format, decoded.
    let otherParameters: [(name: String, value: String)]

    private static let knownNames: Set = ["secret", "issuer", "algorithm", "digits", "period", "counter", "encoder"]

    /// - Throws: `OneTimeCodeError`.
    init(_ address: Secret) throws {
        let code = try OneTimeCodeSecret(parsing: address)
        let parts = address.reveal().split(separator: "?", maxSplits: 1)
        let label = Self.decode(parts.first?.split(separator: "/").last ?? "")
        // Some apps write the issuer's spaces as plus signs, and as `%20` in the label.
        let spaced = code.issuer?.replacing("+", with: " ")
        if let spaced, spaced != code.issuer, label.hasPrefix("\(spaced):") {
            self.code = try OneTimeCodeSecret(
                key: code.key, algorithm: code.algorithm, movingFactor: code.movingFactor, format: code.format,
                issuer: spaced, account: code.account)
        } else {
            self.code = code
        }
        otherParameters = (parts.count > 1 ? parts[1] : "").split(separator: "&").compactMap { pair in
            let pair = pair.split(separator: "=", maxSplits: 1)
            guard pair.count == 2, !Self.knownNames.contains(pair[0].lowercased()) else { return nil }
            return (String(pair[0]), Self.decode(pair[1].replacing("+", with: " ")))
        }
    }

    private static func decode(_ text: some StringProtocol) -> String { text.removingPercentEncoding ?? String(text) }
}
