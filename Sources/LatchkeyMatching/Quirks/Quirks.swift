package import FoundationEssentials

/// Facts about single sites: shared logins, password rules, and where passwords are changed.
///
/// It starts with a built-in list; the user's files are added to it.
package struct Quirks: Sendable {
    package private(set) var sharedCredentials = SharedCredentialSets(SharedCredentialSets.builtIn)
    private var changePasswordAddresses: [String: PageURL] = [:]
    private var passwordRules: [String: String] = [:]
    private var sitesThatAppendCodes: Set<String> = []

    package init() {}

    /// Adds the content of one file as a whole, or throws and adds nothing.
    ///
    /// Unknown members are ignored.
    ///
    /// - Throws: ``QuirksError``, which names the file and the problem.
    package mutating func add(_ file: QuirksFile, _ content: Data) throws(QuirksError) {
        let reader = QuirksReader(file: file)
        switch file {
        case .sharedCredentials:
            for set in try SharedCredentialSet.sets(in: content) { sharedCredentials.add(set) }
        case .appendsCode:
            sitesThatAppendCodes.formUnion(try reader.hosts(content))
        case .changePassword:
            changePasswordAddresses.merge(try reader.addresses(content)) { _, new in new }
        case .passwordRules:
            passwordRules.merge(try reader.rules(content)) { _, new in new }
        }
    }

    /// The page on which the password of a host is changed, from the most specific entry; `nil` without one.
    package func changePasswordAddress(for host: Host) -> PageURL? {
        host.namesDownToSite.lazy.compactMap { changePasswordAddresses[$0] }.first
    }

    /// The rules for new passwords in Apple's `passwordrules` grammar, from the most specific entry; `nil` without one.
    package func passwordRules(for host: Host) -> String? {
        host.namesDownToSite.lazy.compactMap { passwordRules[$0] }.first
    }

    /// Whether the site takes the code directly after the password, in the same field.
    package func appendsCodeToPassword(at host: Host) -> Bool {
        host.namesDownToSite.contains(where: sitesThatAppendCodes.contains)
    }
}
