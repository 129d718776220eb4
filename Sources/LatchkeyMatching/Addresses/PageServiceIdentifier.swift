/// One way to name the service of a page, as Apple's API hands it to a provider.
package struct PageServiceIdentifier: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case url
        case domain
    }

    package let kind: Kind
    package let text: String

    package init(kind: Kind, text: String) {
        self.kind = kind
        self.text = text
    }
}

extension PageURL {
    /// The page's address, then its host and each parent down to the registrable domain, most specific first.
    ///
    /// A host that stands for itself is named once, with its port where that is not the scheme's own.
    package var serviceIdentifiers: [PageServiceIdentifier] {
        let names = host.standsForItself ? [hostAndPort] : host.namesDownToSite
        return [PageServiceIdentifier(kind: .url, text: text)]
            + names.map { PageServiceIdentifier(kind: .domain, text: $0) }
    }

    /// The service identifiers of a request; none where there is no page, which shows everything.
    package static func serviceIdentifiers(of page: PageURL?) -> [PageServiceIdentifier] {
        page?.serviceIdentifiers ?? []
    }
}
