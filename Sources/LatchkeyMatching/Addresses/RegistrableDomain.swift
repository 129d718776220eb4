/// The part of a name that one owner registered: the public suffix and one label more.
///
/// The suffix list's private section counts, so that `alice.github.io` and `bob.github.io` are two sites.
package struct RegistrableDomain: Hashable, Sendable {
    package let text: String

    /// Takes the registrable domain of a canonical name; none for a public suffix.
    init?(ofName name: String) {
        guard let text = PublicSuffixList.registrableDomain(of: name) else { return nil }
        self.text = text
    }
}

extension RegistrableDomain: CustomStringConvertible {
    package var description: String { text }
}
