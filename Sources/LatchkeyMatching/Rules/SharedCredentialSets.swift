/// Sites that accept each other's credentials, from the built-in list or the user's files.
///
/// A member that is a registrable domain means its whole site; another member means its host and its subdomains.
package struct SharedCredentialSet: Hashable, Sendable {
    package enum Direction: Hashable, Sendable {
        /// Each member accepts the others' credentials.
        case mutual
        /// `to` accepts the credentials of `from`, and not the other way round.
        case oneWay(fromIsObsolete: Bool)
    }

    package let direction: Direction
    package let from: [Host]
    /// The same as `from` in a mutual set.
    package let to: [Host]

    package init(direction: Direction, from: [Host], to: [Host]) {
        self.direction = direction
        self.from = from
        self.to = to
    }
}

/// Finds the sites whose credentials match on another site.
///
/// The cost is a look-up for each label of the page's host, whatever the number of sets.
package struct SharedCredentialSets: Sendable {
    private var givers: [Givers] = []
    /// The indices of a member's givers.
    private var giversOfTaker: [String: [Int]] = [:]

    package init(_ sets: [SharedCredentialSet] = []) {
        for set in sets { add(set) }
    }

    package var count: Int { givers.count }

    package mutating func add(_ set: SharedCredentialSet) {
        let index = givers.count
        givers.append(Givers(set.from))
        for taker in set.to where !taker.standsForItself {
            giversOfTaker[taker.text, default: []].append(index)
        }
    }

    /// The members whose credentials match on a host; its own site can be among them.
    package func givers(on host: Host) -> [Givers] {
        guard !host.standsForItself, !giversOfTaker.isEmpty else { return [] }
        return host.namesDownToSite.flatMap { giversOfTaker[$0] ?? [] }.map { givers[$0] }
    }

    /// The members of one set whose credentials match together.
    package struct Givers: Hashable, Sendable {
        package let names: Set<String>
        /// Their registrable domains.
        let sites: Set<String>

        /// Ignores hosts without a registrable domain, which would include a whole suffix.
        ///
        /// A file with such a host is rejected before this.
        init(_ hosts: [Host]) {
            let hosts = hosts.filter { !$0.standsForItself }
            names = Set(hosts.map(\.text))
            sites = Set(hosts.compactMap { $0.registrableDomain?.text })
        }

        /// Whether one of the members is the host or a parent of it in its site.
        func covers(_ host: Host) -> Bool {
            guard let site = host.registrableDomain, sites.contains(site.text) else { return false }
            return names.contains(host.text) || host.namesDownToSite.contains(where: names.contains)
        }
    }
}
