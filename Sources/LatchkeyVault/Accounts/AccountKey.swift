import Foundation
import LatchkeyCore

/// By what logins are found without opening the whole list; see Docs/decisions/0074-account-index.md.
package enum AccountKey: Hashable, Sendable {
    /// Every login with a passkey of a relying party, byte for byte.
    case relyingParty(String)
    /// Every login of a user name, or of a canonically equivalent one, with a site at a host or below it.
    ///
    /// An empty user name asks for the logins without one. The host is in its canonical form. The caller decides which
    /// hosts belong together: that changes with the list of public suffixes, and the index does not.
    case user(String, host: String)
}

/// What the index has a place for: a text that is hashed under a key of the vault's.
struct AccountWord: Hashable {
    let bytes: [UInt8]

    private enum Kind: UInt8 {
        case relyingParty = 1
        case userAtHost = 2
        case userElsewhere = 3
    }

    /// The words that lead to a login: its relying parties, and its user name at each of its sites.
    static func words(of overview: Overview) -> Set<AccountWord> {
        var words = Set(overview.passkeys.map { relyingParty($0.relyingPartyIdentifier) })
        for site in overview.sites {
            if let names = HostNames(site.host) {
                for name in names.suffixes { words.insert(user(overview.user, at: name)) }
            } else {
                words.insert(userElsewhere(overview.user))
            }
        }
        return words
    }

    /// The words under which everything lies that a key asks for.
    static func words(for key: AccountKey) -> [AccountWord] {
        switch key {
        case .relyingParty(let name): [relyingParty(name)]
        case .user(let name, let host):
            [userElsewhere(name)] + (HostNames(host).map { [user(name, at: $0.longestSuffix)] } ?? [])
        }
    }

    private static func relyingParty(_ name: String) -> AccountWord {
        AccountWord(bytes: [Kind.relyingParty.rawValue] + name.utf8)
    }

    private static func user(_ name: String, at host: ArraySlice<UInt8>) -> AccountWord {
        let name = name.precomposedStringWithCanonicalMapping
        var bytes = [Kind.userAtHost.rawValue]
        bytes.appendBigEndian(UInt32(truncatingIfNeeded: name.utf8.count))
        return AccountWord(bytes: bytes + name.utf8 + host)
    }

    private static func userElsewhere(_ name: String) -> AccountWord {
        AccountWord(bytes: [Kind.userElsewhere.rawValue] + name.precomposedStringWithCanonicalMapping.utf8)
    }
}

/// The names that a host ends in, of two to four labels; one of a single label is its only one.
///
/// No suffix list is asked: whatever is registered under it, a site has two labels at least, and what has more than four
/// is found under its last four.
private struct HostNames {
    private static let labelLimit = 4

    /// The shortest first.
    let suffixes: [ArraySlice<UInt8>]

    var longestSuffix: ArraySlice<UInt8> { suffixes[suffixes.count - 1] }

    /// Nothing for a host that can be written otherwise than in letters, digits, hyphens and underscores: such as an
    /// international name that is not in its `xn--` form, or an IPv6 address.
    init?(_ host: String) {
        let bytes = Array(host.utf8)
        guard !bytes.isEmpty, bytes.allSatisfy(Self.isOrdinary) else { return nil }
        let labels = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard !labels.contains(where: \.isEmpty) else { return nil }
        let counts = labels.count == 1 ? 1...1 : 2...min(labels.count, Self.labelLimit)
        suffixes = counts.map { bytes[labels[labels.count - $0].startIndex...] }
    }

    private static func isOrdinary(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
            UInt8(ascii: "_"), UInt8(ascii: "."):
            true
        default: false
        }
    }
}
