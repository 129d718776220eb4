extension PageURL {
    /// The rule that forbids an update of a stored service by this page; none where it may.
    ///
    /// Stricter than a suggestion, since nobody looks twice: the same host only, never another subdomain's, the same
    /// port where one is stored, and no page that came over plain `http` changes what was stored for `https`.
    package func refusalOfUpdate(to service: StoredService) -> Refusal? {
        switch service.meaning {
        case .app: return .app
        case .unreadable(let error): return .unreadable(error)
        case .place(let place):
            let stored = place.hostAndPort
            guard place.host == host else { return .hostOnly(stored: stored) }
            guard place.portFitsStrictly(self) else { return .otherPort(stored: stored) }
            guard isSecure || !place.needsSecurePage else { return .insecureUpdate(stored: stored) }
            return nil
        }
    }

    /// Those of several stored services that an update at this page may name, in their order.
    package func updatable(among services: [StoredService]) -> [StoredService] {
        services.filter { refusalOfUpdate(to: $0) == nil }
    }
}
