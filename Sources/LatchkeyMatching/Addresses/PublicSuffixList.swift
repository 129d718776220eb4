import CPSL

/// The public suffix list of libpsl: the system's newest, or the one built into the library.
package enum PublicSuffixList {
    /// Returns the registrable domain of a canonical name.
    ///
    /// `nil` for a public suffix. Without a list it returns `nil` for every name, so that no two hosts share a site.
    static func registrableDomain(of name: String) -> String? {
        guard let list = unsafe list else { return nil }
        return unsafe name.withCString { start in
            // The result points into the name.
            guard let domain = unsafe psl_registrable_domain(list, start) else { return nil }
            return unsafe String(cString: domain)
        }
    }

    /// Whether a rule of the list names it; an unknown top-level name such as `intranet` is not a public suffix.
    static func isListedSuffix(_ name: String) -> Bool {
        guard let list = unsafe list else { return true }
        return unsafe psl_is_public_suffix2(list, name, PSL_TYPE_ANY | PSL_TYPE_NO_STAR_RULE) != 0
    }

    // Safe to share: libpsl only reads a list after loading it, and this one is never freed.
    private nonisolated(unsafe) static let list: OpaquePointer? = unsafe psl_latest(nil) ?? psl_builtin()
}
