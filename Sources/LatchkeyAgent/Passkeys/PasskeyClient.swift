import Crypto
import Foundation
import LatchkeyCore
import LatchkeyMatching
import LatchkeyWebAuthn
import LatchkeyWire

/// The client's part of a ceremony: validates the page's options, makes the client data, validates the answer.
///
/// The steps are numbered as in WebAuthn L3 §5.1.3 and §5.1.4. The browser extension handles abort signals, permissions
/// policy and concurrent requests.
struct PasskeyClient: Sendable {
    let frame: PageFrame
    /// The relying party's file of related origins; `nil` if it was not fetched.
    let relatedOrigins: Data?

    /// A ceremony with valid options.
    struct Ceremony: Sendable {
        let relyingParty: RelyingPartyIdentifier
        let isRelatedOrigin: Bool
        /// The bytes that are hashed, and returned to the page.
        let clientDataJSON: Data

        var clientDataHash: Data { Data(SHA256.hash(data: clientDataJSON)) }
    }

    func ceremony(
        _ type: ClientData.Ceremony, relyingParty id: String?, challenge: String
    ) throws(RemoteError) -> Ceremony {
        guard frame.isSecure else { throw .insecure }
        guard let challenge = Base64URL.decode(challenge).map({ Data($0) }) else {
            throw .type("the challenge is no base64url")
        }
        let (relyingParty, isRelated) = try relyingParty(id)
        let data = ClientData(
            type: type, challenge: Array(challenge), origin: frame.page.origin, isCrossOrigin: isCrossOrigin,
            topOrigin: isCrossOrigin ? frame.topLevel.text : nil)
        return Ceremony(
            relyingParty: relyingParty, isRelatedOrigin: isRelated, clientDataJSON: Data(data.json().utf8))
    }

    /// Validates a page's report: the rules are those for its requests (§5.1.10).
    func check(_ report: CredentialReport) throws(RemoteError) {
        switch report {
        case .publicKeyCredentialUpdate(let id, _, _, _), .unknownPublicKeyCredential(let id, _),
            .allAcceptedPublicKeyCredentials(let id, _, _):
            guard frame.isSecure else { throw .insecure }
            _ = try relyingParty(id)
        case .unusedPasswordCredential(let domain, _):
            let host = frame.page.host
            guard domain == host.text || host.registrableDomain?.text == domain else {
                throw .security("\(domain) does not belong to this page's site")
            }
        }
    }

    /// Whether a document around the frame is of another origin (§5.1.3, step 2: `sameOriginWithAncestors`).
    var isCrossOrigin: Bool {
        (frame.ancestors ?? []).contains { $0.text != frame.page.origin }
    }

    /// §5.1.3, steps 7 to 9; §5.1.4, steps 6 to 8.
    private func relyingParty(
        _ id: String?
    ) throws(RemoteError) -> (RelyingPartyIdentifier, isRelated: Bool) {
        let host = frame.page.host
        // HTML §7.1.1.2 finds no suffix of such a host, and the client data would name another origin.
        guard !frame.hasDottedOrigin else { throw .security("the page's host has a trailing dot") }
        let party: RelyingPartyIdentifier
        do {
            party = try RelyingPartyIdentifier(id ?? host.text)
        } catch {
            throw .security("\(id ?? host.text) cannot be a relying party")
        }
        if party.covers(host) { return (party, false) }
        // A name without a dot is a host of the local network, from which no page may have a file fetched.
        guard party.text.contains(".") else { throw .security("\(party.text) does not belong to this page's site") }
        guard let relatedOrigins else {
            throw RemoteError(
                .relatedOriginsNeeded, "\(party.text) does not belong to this page's site",
                details: ["url": "https://\(party.text)/.well-known/webauthn"])
        }
        guard let list = try? RelatedOrigins(relatedOrigins), list.contains(frame.page) else {
            throw .security("\(party.text) does not name \(host.text) as its own")
        }
        return (party, true)
    }
}

extension RemoteError {
    /// A `TypeError` in the page: the options are malformed.
    static func type(_ message: String) -> RemoteError { RemoteError(.typeError, message) }
    static let insecure = security("passkeys require a secure page")
    /// A `SecurityError` in the page.
    static func security(_ message: String) -> RemoteError { RemoteError(.securityError, message) }
    /// The provider's answer is invalid and must not reach the page.
    static func unsound(_ message: String) -> RemoteError {
        RemoteError(.providerFailed, "the provider's passkey was rejected: \(message)")
    }
}

// U2F `appid` extensions (WebAuthn L3 §10.1.1 and §10.1.2). Providers have no U2F credentials.
extension PasskeyClient {
    /// Validates the page's AppID against its origin, as browsers do.
    ///
    /// Follows FIDO AppID and Facets §3.1.2, but fetches no list of facets. An AppID on the page's site is valid. Pages
    /// of google.com can also use the two AppIDs that browsers have built in.
    ///
    /// - Throws: ``RemoteError/Reason/securityError``.
    func check(appID: String?) throws(RemoteError) {
        // Step 2: an empty AppID means the page's origin.
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

    /// The AppIDs of Google accounts, which are not on google.com.
    private static let knownAppIDs: Set<String> = [
        "https://www.gstatic.com/securitykey/origins.json",
        "https://www.gstatic.com/securitykey/a/google.com/origins.json",
    ]
}
