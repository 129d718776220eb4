package import FoundationEssentials

/// What is known of single sites: who shares accounts with whom, what a new password must have, where it is changed.
///
/// Begins with our own small list; files that the person installed are added to it.
package struct Quirks: Sendable {
    package private(set) var sharedCredentials = SharedCredentialSets(SharedCredentialSets.builtIn)
    private var changePasswordAddresses: [String: PageURL] = [:]
    private var passwordRules: [String: String] = [:]
    private var sitesThatAppendCodes: Set<String> = []

    package init() {}

    /// Takes the content of one file in, wholly or not at all.
    ///
    /// Members that the format may gain later are ignored.
    ///
    /// - Throws: ``QuirksError``, which names the file and what is wrong in it.
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

    /// The page on which the password of a host is changed; the most specific entry of its site.
    package func changePasswordAddress(for host: Host) -> PageURL? {
        host.namesDownToSite.lazy.compactMap { changePasswordAddresses[$0] }.first
    }

    /// What a new password must have there, in Apple's notation; the most specific entry of its site.
    package func passwordRules(for host: Host) -> String? {
        host.namesDownToSite.lazy.compactMap { passwordRules[$0] }.first
    }

    /// Whether the site wants the code directly after the password, in the same field.
    package func appendsCodeToPassword(at host: Host) -> Bool {
        host.namesDownToSite.contains(where: sitesThatAppendCodes.contains)
    }
}
