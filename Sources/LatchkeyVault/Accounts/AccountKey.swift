import Foundation
import LatchkeyCore

/// A key for finding logins without opening all overviews; see Docs/decisions/0074-account-index.md.
package enum AccountKey: Hashable, Sendable {
    /// Every login with a passkey of this relying party, compared byte by byte.
    case relyingParty(String)
    /// Every login of a user name, or of a canonically equivalent one, with a site at a host or a subdomain of it.
    ///
    /// An empty user name means the logins without one. The host is in its canonical form. The caller decides which hosts
    /// belong together, because that changes with the public suffix list.
    case user(String, host: String)
}

/// A text that the index stores as a keyed hash.
struct AccountWord: Hashable {
    let bytes: [UInt8]

    private enum Kind: UInt8 {
        case relyingParty = 1
        case userAtHost = 2
        case userElsewhere = 3
    }

    /// The words of a login: its relying parties, and its user name at each of its sites.
    static func words(of overview: Overview) -> Set<AccountWord> {
        var words = Set(overview.passkeys.map { relyingParty($0.relyingPartyIdentifier) })
        let user = normalized(overview.user)
        for site in overview.sites {
            if let names = HostNames(site.host) {
                for name in names.suffixes { words.insert(self.user(user, at: name)) }
            } else {
                words.insert(userElsewhere(user))
            }
        }
        return words
    }

    /// The words that find every login of a key.
    static func words(for key: AccountKey) -> [AccountWord] {
        switch key {
        case .relyingParty(let name): [relyingParty(name)]
        case .user(let name, let host): words(for: normalized(name), at: host)
        }
    }

    private static func words(for user: String, at host: String) -> [AccountWord] {
        [userElsewhere(user)] + (HostNames(host).map { [self.user(user, at: $0.longestSuffix)] } ?? [])
    }

    /// The user name in Normalization Form C (UAX #15), which ASCII text already has.
    private static func normalized(_ name: String) -> String {
        name.utf8.allSatisfy { $0 < 0x80 } ? name : name.precomposedStringWithCanonicalMapping
    }

    private static func relyingParty(_ name: String) -> AccountWord {
        AccountWord(bytes: [Kind.relyingParty.rawValue] + name.utf8)
    }

    /// - Parameter name: The normalized user name.
    private static func user(_ name: String, at host: ArraySlice<UInt8>) -> AccountWord {
        var output = ByteWriter([Kind.userAtHost.rawValue])
        output.write(UInt32(truncatingIfNeeded: name.utf8.count))
        output.write(name.utf8)
        output.write(host)
        return AccountWord(bytes: output.bytes)
    }

    /// - Parameter name: The normalized user name.
    private static func userElsewhere(_ name: String) -> AccountWord {
        AccountWord(bytes: [Kind.userElsewhere.rawValue] + name.utf8)
    }
}

/// The suffixes of a host that have two to four labels.
///
/// A host of one label is its own only suffix.
///
/// This does not depend on the public suffix list: a site has at least two labels, and a host of more than four labels is
/// found by its last four.
private struct HostNames {
    private static let labelLimit = 4

    /// Shortest first.
    let suffixes: [ArraySlice<UInt8>]

    var longestSuffix: ArraySlice<UInt8> { suffixes[suffixes.count - 1] }

    /// `nil` for a host with other characters than ASCII letters, digits, hyphens, underscores and dots.
    ///
    /// Such a host can have several spellings, for example an international name that is not in its `xn--` form, or an
    /// IPv6 address.
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
