import LatchkeyCore
import Foundation
import LatchkeyCommandLine
import LatchkeyMatching
import LatchkeyVault
import LatchkeyWebAuthn

/// A passkey as it is printed, without its keys.
struct PasskeyOutput: Encodable {
    /// The argument of `remove --passkey` and `edit --offer-passkey`.
    var number: Int
    var relyingParty: String
    var user: String
    /// `nil` if it is unknown or equals the user name.
    var displayName: String?
    /// Base64url.
    var credentialID: String
    /// `nil` if it is not known.
    var created: String?
    /// `nil` if the passkey was never used.
    var lastUsed: String?
    /// Whether the passkey is kept but not offered: the site does not accept it, or another one replaced it.
    var isHidden: Bool

    /// The passkeys of a login, in order; `nil` if there are none.
    static func all(of overview: Overview) -> [PasskeyOutput]? {
        guard !overview.passkeys.isEmpty else { return nil }
        return overview.passkeys.enumerated().map { place, passkey in
            PasskeyOutput(
                number: place + 1, relyingParty: passkey.relyingPartyIdentifier, user: passkey.userName,
                displayName: passkey.displayName,
                credentialID: String(decoding: Base64URL.encode(passkey.credentialID), as: UTF8.self),
                created: passkey.created.map { JSONDate.text($0) },
                lastUsed: passkey.lastUsed.map { JSONDate.text($0) },
                isHidden: overview.hiddenPasskeys.contains(passkey.credentialID))
        }
    }

    /// Relying party, user, dates and state on one line.
    var line: String {
        let parts = [
            Host.displayText(of: relyingParty), user, displayName ?? "", created.map { "since \($0)" } ?? "",
            lastUsed.map { "used \($0)" } ?? "", isHidden ? "not offered" : "",
        ]
        return parts.filter { !$0.isEmpty }.joined(separator: ", ")
    }
}

extension Overview {
    /// The remark about passkeys in a list; `nil` if there are none.
    var passkeyMark: String? {
        if passkeys.isEmpty { return nil }
        if offeredPasskeys.isEmpty { return "(passkey not offered)" }
        return offeredPasskeys.count == 1 ? "(passkey)" : "(\(offeredPasskeys.count) passkeys)"
    }
}
