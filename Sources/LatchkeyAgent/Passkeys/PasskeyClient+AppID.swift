import LatchkeyMatching
import LatchkeyWire

// The extensions for credentials of before WebAuthn (WebAuthn L3 §10.1.1 and §10.1.2), of which there are none here.
extension PasskeyClient {
    /// Holds what a page calls its application against the page, as browsers do.
    ///
    /// FIDO AppID and Facets §3.1.2, but that nothing is fetched: what is of the page's own site is its own, and so is the
    /// one list that browsers know by heart. An origin stands for every address of it.
    ///
    /// - Throws: ``RemoteError/Reason/securityError``.
    func check(appID: String?) throws(RemoteError) {
        // Step 2: an empty one stands for the page itself.
        guard let appID, !appID.isEmpty else { return }
        // Step 3. What is written in another way than a browser writes it is the browser's to judge.
        guard appID.hasPrefix("https://"), let url = try? PageURL(appID) else {
            throw .security("an application's identifier is the address of an encrypted page")
        }
        if url.isOfSameSite(as: frame.page) { return }
        guard Self.knownAppIDs.contains(url.text), frame.page.host.registrableDomain?.text == "google.com" else {
            throw .security("\(url.host.text) does not belong to this page's site")
        }
    }

    /// Where Google keeps the lists for its accounts.
    private static let knownAppIDs: Set<String> = [
        "https://www.gstatic.com/securitykey/origins.json",
        "https://www.gstatic.com/securitykey/a/google.com/origins.json",
    ]
}
