/// Sites that take each other's credentials, from our own list and from files that the person installed.
///
/// A member that is a registrable domain stands for its whole site, one below it for its own host and the hosts under
/// it.
package struct SharedCredentialSet: Hashable, Sendable {
    package enum Direction: Hashable, Sendable {
        /// Each member takes the others' credentials.
        case mutual
        /// `to` takes the credentials of `from` and never the other way round.
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

/// Answers which sites' credentials may be offered on another one.
///
/// An answer costs a look-up for each label of the page's host, whatever the number of sets.
package struct SharedCredentialSets: Sendable {
    private var givers: [Givers] = []
    /// For each member that takes: which of the givers it takes from.
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

    /// The members whose credentials may be offered on a host; its own site may be among them.
    package func givers(on host: Host) -> [Givers] {
        guard !host.standsForItself, !giversOfTaker.isEmpty else { return [] }
        return host.namesDownToSite.flatMap { giversOfTaker[$0] ?? [] }.map { givers[$0] }
    }

    /// The members of one set whose credentials are offered together.
    package struct Givers: Hashable, Sendable {
        package let names: Set<String>
        /// Their registrable domains.
        let sites: Set<String>

        /// Leaves out what stands for itself: it would let a whole suffix in.
        ///
        /// A file that has one is refused before this.
        init(_ hosts: [Host]) {
            let hosts = hosts.filter { !$0.standsForItself }
            names = Set(hosts.map(\.text))
            sites = Set(hosts.compactMap { $0.registrableDomain?.text })
        }

        /// Whether one of the members is the host or a name above it in its site.
        func covers(_ host: Host) -> Bool {
            guard let site = host.registrableDomain, sites.contains(site.text) else { return false }
            return names.contains(host.text) || host.namesDownToSite.contains(where: names.contains)
        }
    }
}
