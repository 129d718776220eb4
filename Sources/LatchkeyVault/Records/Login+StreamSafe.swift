import LatchkeyCore
import LatchkeySheet

extension Login {
    /// Whether every text of it can be compared, and sent in a message, without harm.
    ///
    /// A tower of marks on one letter takes minutes to compare, so no message carries one. What is checked is what people
    /// and programs can put in; bytes that are no UTF-8 are no text.
    package var isStreamSafe: Bool {
        let texts =
            [title, user] + sites.map(\.text) + fields.map(\.name) + [authenticationType].compactMap(\.self)
            + passkeys.flatMap { [$0.description.relyingPartyIdentifier, $0.description.userName] }
        let secrets = [password, notes, oneTimeCode, oauthRefreshToken].compactMap(\.self) + fields.map(\.value)
        return texts.allSatisfy(StreamSafeText.allows) && secrets.allSatisfy(\.isStreamSafe)
    }
}

extension InboxProposal {
    var isStreamSafe: Bool {
        var login = Login(title: title, user: user, password: password, sites: sites)
        login.oauthRefreshToken = oauthRefreshToken
        login.authenticationType = authenticationType
        return login.isStreamSafe
    }
}

extension Secret {
    /// Nearly every secret is ASCII, which is told without a copy.
    fileprivate var isStreamSafe: Bool {
        let isASCII = unsafe withBytes { bytes in unsafe bytes.allSatisfy { $0 < 0x80 } }
        return isASCII || StreamSafeText.allows(reveal())
    }
}
