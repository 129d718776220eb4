import LatchkeyCore
import Foundation
import LatchkeyMatching
import LatchkeyVault
import LatchkeyWebAuthn

/// A passkey as the program prints it; its keys never are.
struct PasskeyOutput: Encodable {
    /// As `remove --passkey` and `edit --offer-passkey` take it.
    var number: Int
    var relyingParty: String
    var user: String
    /// In Base64 for addresses, as relying parties have it.
    var credentialID: String
    /// Missing where it is not known.
    var created: String?
    /// Kept and not offered: the site does not accept it, or another has taken its place.
    var isHidden: Bool

    /// The passkeys of a login, in their order; nothing where there are none.
    static func all(of overview: Overview) -> [PasskeyOutput]? {
        guard !overview.passkeys.isEmpty else { return nil }
        return overview.passkeys.enumerated().map { place, passkey in
            PasskeyOutput(
                number: place + 1, relyingParty: passkey.relyingPartyIdentifier, user: passkey.userName,
                credentialID: String(decoding: Base64URL.encode(passkey.credentialID), as: UTF8.self),
                created: passkey.created.map(LoginOutput.text),
                isHidden: overview.hiddenPasskeys.contains(passkey.credentialID))
        }
    }

    /// What it is for, for a person.
    var line: String {
        let parts = [
            Host.displayText(of: relyingParty), user, created.map { "since \($0)" } ?? "",
            isHidden ? "not offered" : "",
        ]
        return parts.filter { !$0.isEmpty }.joined(separator: ", ")
    }
}

extension Overview {
    /// What a list says of its passkeys, behind its sites.
    var passkeyMark: String? {
        if passkeys.isEmpty { return nil }
        if offeredPasskeys.isEmpty { return "(passkey not offered)" }
        return offeredPasskeys.count == 1 ? "(passkey)" : "(\(offeredPasskeys.count) passkeys)"
    }
}
