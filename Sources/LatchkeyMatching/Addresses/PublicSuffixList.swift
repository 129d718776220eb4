import CPSL

/// The public suffix list as libpsl has it: the system's newest, else the one built into the library.
package enum PublicSuffixList {
    /// Asks for the registrable domain of a canonical name.
    ///
    /// Answers nil for a public suffix, and for everything when there is no list: without one, every host stands for
    /// itself.
    static func registrableDomain(of name: String) -> String? {
        guard let list = unsafe list else { return nil }
        return unsafe name.withCString { start in
            // The answer points into the name that was asked about.
            guard let domain = unsafe psl_registrable_domain(list, start) else { return nil }
            return unsafe String(cString: domain)
        }
    }

    /// Whether a rule of the list names it a public suffix; an unknown top-level name such as `intranet` is none.
    static func isListedSuffix(_ name: String) -> Bool {
        guard let list = unsafe list else { return true }
        return unsafe psl_is_public_suffix2(list, name, PSL_TYPE_ANY | PSL_TYPE_NO_STAR_RULE) != 0
    }

    // Safe to share: libpsl only reads a list once it is made, and this one is never freed.
    private nonisolated(unsafe) static let list: OpaquePointer? = unsafe psl_latest(nil) ?? psl_builtin()
}
