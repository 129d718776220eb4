package import FoundationEssentials

extension SharedCredentialSet {
    /// Decodes a file in the format of `shared-credentials.json`.
    package static func sets(in content: Data) throws(QuirksError) -> [SharedCredentialSet] {
        try QuirksReader(file: .sharedCredentials).sharedCredentialSets(content)
    }
}

/// Decodes one file of quirks, and checks all limits.
struct QuirksReader {
    let file: QuirksFile

    func sharedCredentialSets(_ content: Data) throws(QuirksError) -> [SharedCredentialSet] {
        let written = try decode([WrittenSet].self, content)
        try checkCount(written.reduce(0) { $0 + 1 + $1.memberCount })
        var sets: [SharedCredentialSet] = []
        for (index, set) in written.enumerated() {
            switch (set.shared, set.from, set.to) {
            case (let shared?, nil, nil) where !shared.isEmpty:
                let members = try sites(shared)
                sets.append(SharedCredentialSet(direction: .mutual, from: members, to: members))
            case (nil, let from?, let to?) where !from.isEmpty && !to.isEmpty:
                let direction = SharedCredentialSet.Direction.oneWay(
                    fromIsObsolete: set.fromDomainsAreObsoleted ?? false)
                sets.append(SharedCredentialSet(direction: direction, from: try sites(from), to: try sites(to)))
            default:
                throw .unclearSet(file: file, index: index)
            }
        }
        return sets
    }

    func hosts(_ content: Data) throws(QuirksError) -> [String] {
        let written = try decode([String].self, content)
        try checkCount(written.count)
        var hosts: [String] = []
        for entry in written { hosts.append(try name(entry).text) }
        return hosts
    }

    func addresses(_ content: Data) throws(QuirksError) -> [String: PageURL] {
        let written = try decode([String: String].self, content)
        try checkCount(written.count)
        var addresses: [String: PageURL] = [:]
        for (entry, text) in written {
            let name = try name(entry)
            let address: PageURL
            do {
                address = try PageURL(text)
            } catch {
                throw .badAddress(file: file, entry: shown(entry), reason: error)
            }
            guard address.scheme == .https else { throw .insecureAddress(file: file, entry: shown(entry)) }
            addresses[name.text] = address
        }
        return addresses
    }

    func rules(_ content: Data) throws(QuirksError) -> [String: String] {
        let written = try decode([String: WrittenRules].self, content)
        try checkCount(written.count)
        var rules: [String: String] = [:]
        for (entry, rule) in written {
            let count = rule.passwordRules.utf8.count
            guard count <= QuirksFile.maximumRuleLength else {
                throw .ruleTooLong(file: file, entry: shown(entry), count: count)
            }
            rules[try name(entry).text] = rule.passwordRules
        }
        return rules
    }

    private func sites(_ entries: [String]) throws(QuirksError) -> [Host] {
        var hosts: [Host] = []
        for entry in entries { hosts.append(try site(entry)) }
        return hosts
    }

    /// Parses a host with a registrable domain; a public suffix in a set would join unrelated sites.
    private func site(_ entry: String) throws(QuirksError) -> Host {
        let host = try name(entry)
        guard !host.standsForItself else { throw .notASite(file: file, entry: shown(entry)) }
        return host
    }

    /// Parses a DNS name, also a public suffix such as `gov.br`, which has pages of its own.
    private func name(_ entry: String) throws(QuirksError) -> Host {
        let host: Host
        do {
            host = try Host(entry)
        } catch {
            throw .badHost(file: file, entry: shown(entry), reason: error)
        }
        guard host.kind == .domain else { throw .notASite(file: file, entry: shown(entry)) }
        return host
    }

    private func decode<Value: Decodable>(_ type: Value.Type, _ content: Data) throws(QuirksError) -> Value {
        guard content.count <= QuirksFile.maximumSize else { throw .tooLarge(file: file, count: content.count) }
        do {
            return try JSONDecoder().decode(type, from: content)
        } catch let error as DecodingError {
            throw .malformed(file: file, path: shown(error.path))
        } catch {
            throw .malformed(file: file, path: "")
        }
    }

    private func checkCount(_ count: Int) throws(QuirksError) {
        guard count <= QuirksFile.maximumEntries else { throw .tooManyEntries(file: file, count: count) }
    }

    /// An entry cut to the length of a name, for an error.
    private func shown(_ entry: String) -> String {
        String(entry.prefix(253))
    }
}

private struct WrittenSet: Decodable {
    let shared: [String]?
    let from: [String]?
    let to: [String]?
    let fromDomainsAreObsoleted: Bool?

    var memberCount: Int { (shared?.count ?? 0) + (from?.count ?? 0) + (to?.count ?? 0) }
}

private struct WrittenRules: Decodable {
    let passwordRules: String

    enum CodingKeys: String, CodingKey {
        case passwordRules = "password-rules"
    }
}

extension DecodingError {
    /// The path of the value in the file.
    fileprivate var path: String {
        let codingPath: [any CodingKey] =
            switch self {
            case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
                context.codingPath
            case .keyNotFound(let key, let context): context.codingPath + [key]
            @unknown default: []
            }
        return codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: "/")
    }
}
