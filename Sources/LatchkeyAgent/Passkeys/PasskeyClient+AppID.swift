import LatchkeyMatching
import LatchkeyWire

// U2F `appid` extensions (WebAuthn L3 §10.1.1 and §10.1.2). Providers have no U2F credentials.
extension PasskeyClient {
    /// Validates the page's AppID against its origin, as browsers do.
    ///
    /// This is FIDO AppID and Facets §3.1.2 without a fetch: an AppID of the page's site is valid, and so is the list of
    /// Google that browsers have built in.
    ///
    /// - Throws: ``RemoteError/Reason/securityError``.
    func check(appID: String?) throws(RemoteError) {
        // Step 2: an empty one means the page itself.
        guard let appID, !appID.isEmpty else { return }
        // Step 3.
        guard appID.hasPrefix("https://"), let url = try? PageURL(appID) else {
            throw .security("an application's identifier is the address of an encrypted page")
        }
        if url.isOfSameSite(as: frame.page) { return }
        guard Self.knownAppIDs.contains(url.text), frame.page.host.registrableDomain?.text == "google.com" else {
            throw .security("\(url.host.text) does not belong to this page's site")
        }
    }

    /// The lists for Google's accounts.
    private static let knownAppIDs: Set<String> = [
        "https://www.gstatic.com/securitykey/origins.json",
        "https://www.gstatic.com/securitykey/a/google.com/origins.json",
    ]
}
