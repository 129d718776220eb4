/// The part of a name that one owner registered: the public suffix and one more label.
///
/// The suffix list's private section counts too, so `alice.github.io` and `bob.github.io` are two sites.
package struct RegistrableDomain: Hashable, Sendable {
    package let text: String

    /// Finds the registrable domain of a canonical name; `nil` for a public suffix.
    init?(ofName name: String) {
        guard let text = PublicSuffixList.registrableDomain(of: name) else { return nil }
        self.text = text
    }
}

extension RegistrableDomain: CustomStringConvertible {
    package var description: String { text }
}
