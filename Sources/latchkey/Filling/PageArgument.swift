/// The argument of `fill` and `list`: the address of a page, or words to search for.
enum PageArgument {
    /// Whether the argument can only be an address: it has a scheme, a path, a port or a domain.
    ///
    /// A text with an "@" and without a scheme is a user name.
    static func isAddress(_ text: String) -> Bool {
        if text.contains("@"), !text.contains("://") { return false }
        return text.contains { "/:.".contains($0) }
    }
}
