import FoundationEssentials
import LatchkeyMatching

enum QuirksProperties {
    private static let hosts = ["www.example.com", "example.co.uk"].compactMap { try? Host($0) }

    /// The quirks of an accepted file are safe to use.
    ///
    /// The first byte selects the file.
    static func check(_ bytes: [UInt8]) {
        guard let choice = bytes.first else { return }
        let file = QuirksFile.allCases[Int(choice) % QuirksFile.allCases.count]
        let content = Data(bytes.dropFirst())
        var quirks = Quirks()
        guard (try? quirks.add(file, content)) != nil else { return }
        for host in hosts {
            precondition(
                quirks.changePasswordAddress(for: host).map { $0.scheme == .https } ?? true,
                "the address for changing a password is not https")
            precondition(
                (quirks.passwordRules(for: host)?.utf8.count ?? 0) <= QuirksFile.maximumRuleLength,
                "password rules exceed the length limit")
        }
        guard file == .sharedCredentials else { return }
        let sets = (try? SharedCredentialSet.sets(in: content)) ?? []
        for host in sets.flatMap({ Array($0.from) + Array($0.to) }) {
            precondition(!host.standsForItself, "a set of shared credentials contains a public suffix")
        }
    }
}
