import LatchkeyCore

extension Verdict {
    /// The decision as `latchkey suggest --explain` prints it: lower case, without a full stop.
    package func sentence(on page: PageURL) -> String {
        switch self {
        case .taken(let acceptance): "offered: " + acceptance.sentence(on: page)
        case .refused(let refusal): "not offered: " + refusal.sentence(on: page)
        }
    }
}

extension Acceptance {
    package func sentence(on page: PageURL) -> String {
        let place = from ?? page.host.text
        let reason =
            switch grade {
            case .exact: "it belongs to \(page.hostAndPort) itself"
            case .site: "\(place) and \(page.hostAndPort) belong to the same site, \(page.host.site)"
            case .affiliated: "\(place) and \(page.host) share their accounts"
            }
        return switch warning {
        case nil: reason
        case .insecurePage: reason + "; with a warning, because the page is not secure (http)"
        case .insecureAncestor(let host):
            reason + "; with a warning, because the page of \(host) around it is not secure (http)"
        }
    }
}

extension Refusal {
    package func sentence(on page: PageURL) -> String {
        switch self {
        case .kindNotAskedFor: "the field does not take this kind of credential"
        case .app: "it was stored for an app, not for a site"
        case .unreadable(let error): "its service cannot be read: " + error.sentence
        case .otherSite(let stored):
            "\(stored) does not belong to the site \(page.host.site), and no shared-credential set joins them"
        case .otherHost(let stored):
            "\(stored) is not \(page.host), and one of them has no subdomains or parents that match"
        case .otherPort(let stored): "\(stored) has another port than \(page.hostAndPort)"
        case .hostOnly(let stored): "\(stored) is not exactly \(page.hostAndPort), and only exact hosts are wanted"
        case .codeOfAffiliatedSite(let stored):
            "a code of \(stored) is never given to another site, not even one with the same accounts"
        case .outsideRule(.host, let stored): "it is only for the host and port of \(stored)"
        case .outsideRule(.start, let stored): "it is only for addresses that start with \(stored)"
        case .outsideRule(.exact, let stored): "it is only for the address \(stored)"
        case .excluded: "the login is excluded from \(page.hostAndPort)"
        case .insecureUpdate(let stored):
            "the page is not secure (http) and must not change what was stored for \(stored)"
        case .passkeyOnInsecurePage: "a page that is not secure (http) cannot take a passkey"
        case .passkeyWithoutCredentialID: "the passkey has no credential identifier"
        case .passkeyOfInvalidRelyingParty(let error): "its relying-party identifier \(error.sentence)"
        case .passkeyOfOtherRelyingParty(let stored): "the passkey is for the relying party \(stored)"
        case .relyingPartyNotOfPage(let asked): "the page requests the relying party \(asked), which is not its own"
        case .passkeyNotInAllowList: "the passkey is not among those that the page allows"
        case .passkeyHidden: "the passkey is hidden, and the page does not name it"
        }
    }
}

extension RelyingPartyIdentifierError {
    package var sentence: String {
        switch self {
        case .host(let error): "is not a host: \(error.sentence)"
        case .address: "is an address"
        case .notCanonical: "is not in its canonical form"
        case .publicSuffix: "is a public suffix"
        }
    }
}

extension PageURLError {
    /// The problem with an address, as a clause.
    package var sentence: String {
        switch self {
        case .empty: "it is empty"
        case .tooLong(let count): "it has \(count) bytes; the limit is \(PageURL.maximumLength)"
        case .controlCharacter(let byte): "it holds the control character 0x\(String(byte, radix: 16, uppercase: true))"
        case .space: "it holds a space"
        case .backslash: "it holds a backslash"
        case .unsupportedScheme(let scheme): "\(scheme): is not http or https"
        case .missingSlashes: "two slashes are missing after the scheme"
        case .userinfo: "it holds a user name before the host"
        case .host(let error): error.sentence
        case .badPort: "its port is not a number from 1 to 65535"
        }
    }
}

extension HostError {
    /// The problem with a host, as a clause.
    package var sentence: String {
        switch self {
        case .empty: "it has no host"
        case .tooLong(let count): "its host has \(count) bytes; a name has 253 at most"
        case .emptyLabel: "its host has two dots in a row, or begins with one"
        case .labelTooLong: "a part of its host has more than 63 bytes"
        case .forbiddenByte(let byte): "its host holds the byte 0x\(String(byte, radix: 16, uppercase: true))"
        case .badPercent: "its host holds a bad percent escape"
        case .notInternational: "its host holds letters that no name may have"
        case .oddIPv4: "its host ends in a number and is not four decimal numbers"
        case .badIPv6: "its host is not an IPv6 address"
        }
    }
}
