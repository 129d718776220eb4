import LatchkeyCore
import LatchkeyMatching
import Testing

@Suite struct `An update at a page` {
    @Test(arguments: [
        ("support.mozilla.org", "https://support.mozilla.org/login"),
        ("https://support.mozilla.org/x", "https://support.mozilla.org/login"),
        ("http://support.mozilla.org/", "https://support.mozilla.org/"),
        ("http://support.mozilla.org/", "http://support.mozilla.org/"),
        ("http://localhost:8080", "http://localhost:8080/"),
        ("10.0.0.1", "https://10.0.0.1/"),
    ])
    func `a page may update a login of its own host`(stored: String, page: String) throws {
        let service = ServiceIdentifier(type: .url, identifier: stored)
        #expect(try PageURL(page).refusalOfUpdate(to: service) == nil)
        for neighbour in try ["other.", "www."].map({ "https://\($0)\(try PageURL(page).host.text)" }) {
            let service = ServiceIdentifier(type: .url, identifier: neighbour)
            #expect(try PageURL(page).refusalOfUpdate(to: service) != nil)
        }
        #expect(try PageURL(page).refusalOfUpdate(to: ServiceIdentifier(type: .app, identifier: stored)) == .app)
    }

    @Test(arguments: [
        ("forums.mozilla.org", "https://support.mozilla.org/", Refusal.hostOnly(stored: "forums.mozilla.org")),
        ("mozilla.org", "https://support.mozilla.org/", .hostOnly(stored: "mozilla.org")),
        ("support.mozilla.org", "https://mozilla.org/", .hostOnly(stored: "support.mozilla.org")),
        ("google.com", "https://youtube.com/", .hostOnly(stored: "google.com")),
        ("https://mozilla.org:8443", "https://mozilla.org/", .otherPort(stored: "mozilla.org:8443")),
        ("https://mozilla.org", "https://mozilla.org:8443/", .otherPort(stored: "mozilla.org")),
        ("10.0.0.1", "https://10.0.0.1:81/", .otherPort(stored: "10.0.0.1")),
        ("https://mozilla.org", "http://mozilla.org/", .insecureUpdate(stored: "mozilla.org")),
        ("mozilla.org", "http://mozilla.org/", .insecureUpdate(stored: "mozilla.org")),
        ("x y", "https://mozilla.org/", .unreadable(.space)),
    ])
    func `a page must not update another subdomain's login`(stored: String, page: String, refusal: Refusal) throws {
        let service = ServiceIdentifier(type: .url, identifier: stored)
        #expect(try PageURL(page).refusalOfUpdate(to: service) == refusal)
    }

    @Test func `a page must not update an app's login`() throws {
        let service = ServiceIdentifier(type: .app, identifier: "mozilla.org")
        #expect(try PageURL("https://mozilla.org/").refusalOfUpdate(to: service) == .app)
    }
}
