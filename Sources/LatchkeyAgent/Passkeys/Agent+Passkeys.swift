import Foundation
import LatchkeyCore
import LatchkeyMatching
package import LatchkeySheet
package import LatchkeyWire

// The agent as WebAuthn's client. It validates a page's request before it calls a provider, and the provider's answer
// before it answers the page.
extension Agent {
    /// Creates a passkey (WebAuthn L3 §5.1.3).
    package func createPasskey(
        _ parameters: CreatePasskey.Parameters, for requester: Requester, on screen: (any SheetScreen)?
    ) async throws(RemoteError) -> CreatePasskey.Result {
        let frame = try PageFrame(parameters.url, ancestors: parameters.ancestorOrigins)
        let client = PasskeyClient(frame: frame, relatedOrigins: parameters.relatedOrigins)
        let creation = try client.creation(parameters.options, isConditional: parameters.isConditional == true)
        try frame.check(accepts: parameters.acceptsFrame)
        try await confirmPasskey(for: requester, in: frame, on: screen)
        if creation.isConditional { return try await upgrade(creation, by: client, for: requester) }
        let provider = try await directory.provider(parameters.provider, that: \.providesPasskeys, what: "passkeys")
        return try await register(creation, by: client, at: provider) { () async throws(RemoteError) in
            do throws(RemoteError) {
                return try await ask(
                    provider, .preparePasskeyRegistration(creation.request), for: requester, on: screen, in: frame)
            } catch  where error.reason == .invalidStateError {
                try await confirmExcluded(creation, by: provider, for: requester, in: frame, on: screen)
                throw error
            }
        }
    }

    /// Requests a passkey from a provider, validates the answer and suggests the passkey.
    private func register(
        _ creation: PasskeyClient.Creation, by client: PasskeyClient, at provider: ProviderIdentifier,
        _ request: () async throws(RemoteError) -> ProviderAnswer
    ) async throws(RemoteError) -> CreatePasskey.Result {
        let lockGeneration = keychain.lockGeneration(of: provider)
        guard case .passkeyRegistration(let registration) = try await request() else { throw .unexpectedAnswer }
        let credential = try note(of: provider) { () throws(RemoteError) in
            try client.response(registration, to: creation)
        }
        await suggest(registration, to: creation, of: provider, since: lockGeneration)
        return CreatePasskey.Result(provider: provider, credential: credential)
    }

    /// Creates a passkey without a question, for the account whose password the same origin has just received.
    ///
    /// A fill permits one passkey; a failed attempt does not consume it.
    private func upgrade(
        _ creation: PasskeyClient.Creation, by client: PasskeyClient, for requester: Requester
    ) async throws(RemoteError) -> CreatePasskey.Result {
        // Fills in private windows are not recorded. In a cross-origin frame the embedding page controls what the user sees.
        guard !requester.isPrivate, !client.isCrossOrigin,
            let fill = recentFills.take(
                of: creation.request.identity.user, on: client.frame.page.origin, at: dependencies.clock.now())
        else { throw RemoteError(.nothingFound, "no password of this account was filled here recently") }
        do throws(RemoteError) {
            let provider = try await directory.provider(
                fill.provider, that: \.supportsConditionalPasskeyRegistration, what: "upgrading to passkeys")
            return try await register(creation, by: client, at: provider) { () async throws(RemoteError) in
                try await ask(
                    provider, .registerPasskeyWithoutUserInteraction(creation.request), for: requester, on: nil,
                    in: client.frame)
            }
        } catch {
            recentFills.add(fill, at: dependencies.clock.now())
            throw error
        }
    }

    /// Stores the identity of a new passkey before the page is answered, since the page can request it at once.
    ///
    /// The identity that the provider saves after its answer replaces this one.
    private func suggest(
        _ registration: PasskeyRegistration, to creation: PasskeyClient.Creation, of provider: ProviderIdentifier,
        since lockGeneration: Int
    ) async {
        // A client that has disconnected does not pass the passkey to the page.
        guard !Task.isCancelled else { return }
        var identity = creation.request.identity
        identity.credentialID = Array(registration.credentialID)
        do throws(IdentityStoreError) {
            try await store.addPlaceholder(identity, of: provider) { [keychain] in
                keychain.lockGeneration(of: provider) == lockGeneration
            }
        } catch {
            dependencies.note("\(provider): a new passkey is suggested only after the provider has saved it: \(error)")
        }
    }

    /// Asks the user to confirm that a passkey exists, before the page learns it (§6.3.2, step 3).
    ///
    /// - Throws: ``RemoteError/Reason/userCanceled`` if the user does not confirm: the page does not learn it then.
    private func confirmExcluded(
        _ creation: PasskeyClient.Creation, by provider: ProviderIdentifier, for requester: Requester,
        in frame: PageFrame, on screen: (any SheetScreen)?
    ) async throws(RemoteError) {
        let refusal = RemoteError(.userCanceled, "declined by the user")
        guard let screen else { throw refusal }
        let understood: ElementIdentifier = "understood"
        let user = DisplayText.accountName(creation.request.identity.user)
        // On its own line, so that a user name chosen by the site cannot look like Latchkey's text.
        let account = user.isEmpty ? [] : [Sheet.Element("account", .text(Sheet.Text("Account: \(user)")))]
        let sheet = Sheet(
            title: "There is a passkey already",
            elements: [Sheet.Element("site", .text(Sheet.Text("Site: \(frame.page.host.displayText)")))] + account + [
                Sheet.Element("what", .text(Sheet.Text("The account has a passkey. Sign in with it.", style: .note))),
                Sheet.Element(understood, .button(Sheet.Button(title: "OK"))),
            ],
            defaultButton: understood)
        let answer = await answer(to: sheet, in: directory.frame(of: provider, for: requester, in: frame), on: screen)
        guard answer == .pressed(understood) else { throw refusal }
    }

    /// Signs in with the picked passkey, or with the user's choice from the provider's list (WebAuthn L3 §5.1.4).
    package func getPasskey(
        _ parameters: GetPasskey.Parameters, for requester: Requester, on screen: (any SheetScreen)?
    ) async throws(RemoteError) -> GetPasskey.Result {
        let frame = try PageFrame(parameters.url, ancestors: parameters.ancestorOrigins)
        let client = PasskeyClient(frame: frame, relatedOrigins: parameters.relatedOrigins)
        let assertion = try client.assertion(parameters.options)
        try frame.check(accepts: parameters.acceptsFrame)
        try await confirmPasskey(for: requester, in: frame, on: screen)
        let provider: ProviderIdentifier
        let answer: ProviderAnswer
        var picked: Match?
        if let suggestion = parameters.suggestion {
            // The client's suggestion may be old, or have been made for another page.
            let match = try finder().matches(in: frame, kinds: [.passkey], passkeys: .request(assertion.question))
                .first { $0.stored.isNamed(by: suggestion) }
            guard let match else {
                throw RemoteError(.nothingFound, "the picked passkey is no longer there for \(frame.page.host)")
            }
            (picked, provider) = (match, match.provider)
            answer = try await ask(
                provider, .assertPasskeyWithoutUserInteraction(assertion.request(for: match.identity)), for: requester,
                on: screen, in: frame, picked: match)
        } else {
            provider = try await directory.provider(parameters.provider, that: \.providesPasskeys, what: "passkeys")
            let services = frame.page.serviceIdentifiers
            answer = try await ask(
                provider, .prepareCredentialListWithPasskeys(services, assertion.parameters), for: requester,
                on: screen,
                in: frame)
        }
        guard case .passkeyAssertion(let signed) = answer else {
            noteFill(answer, by: provider, in: frame, for: requester)
            return GetPasskey.Result(provider: provider, password: try FilledCredential(answer, from: provider))
        }
        let credential = try note(of: provider) { () throws(RemoteError) in
            try client.response(signed, to: assertion, picked: picked?.identity)
        }
        return GetPasskey.Result(provider: provider, credential: credential)
    }

    /// Logs why a provider's answer was rejected, which the page's error does not say.
    private nonisolated func note<Value>(
        of provider: ProviderIdentifier, _ body: () throws(RemoteError) -> Value
    ) throws(RemoteError) -> Value {
        do throws(RemoteError) {
            return try body()
        } catch {
            dependencies.note("\(provider): \(error.message)")
            throw error
        }
    }

    /// Records a password that was filled into a page.
    func noteFill(
        _ answer: ProviderAnswer, by provider: ProviderIdentifier, of picked: String? = nil, in frame: PageFrame,
        for requester: Requester
    ) {
        guard case .password(let user, _, _) = answer, !requester.isPrivate else { return }
        let users = Set([user, picked].compactMap(\.self)).subtracting([""])
        let now = dependencies.clock.now()
        recentFills.add(
            RecentFills.Fill(provider: provider, users: users, origin: frame.page.origin, time: now), at: now)
    }

    /// Lists the passkeys of a provider from the identity store.
    package func listPasskeys(_ parameters: ListPasskeys.Parameters) async throws(RemoteError) -> ListPasskeys.Result {
        do throws(IdentityStoreError) {
            let page = try await store.identities(
                of: parameters.provider, kinds: [.passkey], after: parameters.after)
            return ListPasskeys.Result(
                passkeys: page.identities.filter { !$0.isHidden }.map { identity in
                    KnownPasskey(
                        relyingParty: identity.serviceIdentifier.identifier, user: identity.user,
                        credentialID: Data(identity.credentialID ?? []), userHandle: Data(identity.userHandle ?? []))
                }, next: page.next)
        } catch {
            throw RemoteError(error)
        }
    }
}
