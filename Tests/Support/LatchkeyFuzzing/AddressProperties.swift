import LatchkeyMatching

enum AddressProperties {
    /// The text of a parsed address parses as the same address.
    static func check(_ bytes: [UInt8]) {
        if let text = String(validating: bytes, as: UTF8.self), let page = try? PageURL(text) {
            precondition((try? PageURL(page.description)) == page, "an address changed when parsed again")
            precondition(
                page.description.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F },
                "an address contains a control or non-ASCII character")
        }
        if let host = try? Host(bytes: bytes[...]) {
            precondition((try? Host(host.description)) == host, "a host changed when parsed again")
            precondition(host.isWithin(host.description), "a host is not within itself")
            precondition(host.namesDownToSite.allSatisfy { host.isWithin($0) }, "a host is not within its parent")
        }
        if let text = String(validating: bytes, as: UTF8.self), let party = try? RelyingPartyIdentifier(text) {
            precondition(
                (try? RelyingPartyIdentifier(party.description)) == party,
                "a relying-party identifier changed when parsed again")
        }
    }
}
