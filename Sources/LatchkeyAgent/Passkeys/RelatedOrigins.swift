package import Foundation
import LatchkeyCore
package import LatchkeyMatching

/// A relying party's list of related origins: `https://RP ID/.well-known/webauthn` (WebAuthn L3 §5.11).
///
/// The client fetches the file, without credentials and without a referrer: the agent has no network access.
package struct RelatedOrigins: Sendable {
    /// In bytes; a larger file is rejected.
    static let byteLimit = 256 * 1024
    /// The number of different site names, without their suffixes, that count (§5.11.1, step 2).
    static let labelLimit = 5

    private let origins: [String]

    /// - Throws: ``RelatedOriginsError``
    package init(_ bytes: Data) throws(RelatedOriginsError) {
        guard bytes.count <= Self.byteLimit else { throw .tooLong }
        // Browsers skip the byte order mark, too (Encoding Standard §6, "UTF-8 decode").
        let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Data(bytes.dropFirst(3)) : bytes
        // As a message is, before any decoder sees it: the page that asks has chosen whose file it is.
        guard let file = try? JSONDocument(Array(text)).root.decode(File.self) else { throw .malformed }
        origins = file.origins
    }

    /// Whether the origin of a caller is on the list (§5.11.1, "related origins validation procedure").
    package func contains(_ caller: PageURL) -> Bool {
        var labels: Set<String> = []
        for text in origins {
            // The path of a URL is ignored.
            guard text.lowercased().hasPrefix("https:"), let page = try? PageURL(text), page.scheme == .https,
                let label = page.host.registrableDomain?.label
            else { continue }
            if labels.count >= Self.labelLimit, !labels.contains(label) { continue }
            if page.origin == caller.origin { return true }
            labels.insert(label)
        }
        return false
    }

    private struct File: Decodable {
        let origins: [String]
    }
}

package enum RelatedOriginsError: Error, Hashable, Sendable {
    case tooLong
    case malformed
}

extension RegistrableDomain {
    /// The label before the suffix, such as `example` in `example.co.uk`.
    fileprivate var label: String { String(text.prefix { $0 != "." }) }
}
