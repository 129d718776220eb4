package import LatchkeyCore

extension PageURL {
    /// The rule that forbids this page to update the login of a service; `nil` if it may.
    ///
    /// The rules are stricter than for suggestions, since an update overwrites a stored password: the same host, the
    /// same port if one is stored, a page that the address's rule allows, and no page over plain `http` for a service
    /// of `https`.
    package func refusalOfUpdate(to service: ServiceIdentifier) -> Refusal? {
        let place: ServicePlace
        do {
            place = try ServicePlace(service)
        } catch {
            return Refusal(error)
        }
        let stored = place.hostAndPort
        guard place.host == host else { return .hostOnly(stored: stored) }
        guard place.portFitsStrictly(self) else { return .otherPort(stored: stored) }
        guard isSecure || !place.needsSecurePage else { return .insecureUpdate(stored: stored) }
        if let rule = place.rule, !place.ruleAllows(self) { return .outsideRule(rule, stored: place.address) }
        return nil
    }
}
