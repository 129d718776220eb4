import Foundation
import LatchkeyCore
import LatchkeyMatching
package import LatchkeySheet
package import LatchkeyWire

// The agent as WebAuthn's client: what a page may ask for is checked before a provider hears of it, and what a provider
// answers before the page does.
extension Agent {
    /// Makes a passkey (WebAuthn L3 §5.1.3).
    package func createPasskey(
        _ parameters: CreatePasskey.Parameters, for requester: Requester, on screen: (any SheetScreen)?
    ) async throws(RemoteError) -> CreatePasskey.Result {
        let frame = try PageFrame(parameters.url, ancestors: parameters.ancestorOrigins)
        let client = PasskeyClient(frame: frame, relatedOrigins: parameters.relatedOrigins)
        let creation = try client.creation(parameters.options, isConditional: parameters.isConditional == true)
        try frame.check(accepts: parameters.acceptsFrame)
        let provider: ProviderIdentifier
        let answer: ProviderAnswer
        let lockGeneration: Int
        if creation.isConditional {
            provider = try await upgrading(creation, for: requester)
            lockGeneration = keychain.lockGeneration(of: provider)
            answer = try await ask(
                provider, .registerPasskeyWithoutUserInteraction(creation.request), for: requester, on: nil, in: frame)
        } else {
            provider = try await directory.provider(parameters.provider, that: \.providesPasskeys, what: "passkeys")
            lockGeneration = keychain.lockGeneration(of: provider)
            do throws(RemoteError) {
                answer = try await ask(
                    provider, .preparePasskeyRegistration(creation.request), for: requester, on: screen, in: frame)
            } catch  where error.reason == .invalidStateError {
                try await tellOfExcluded(by: provider, for: requester, in: frame, on: screen)
                throw error
            }
        }
        guard case .passkeyRegistration(let registration) = answer else { throw .unexpectedAnswer }
        let credential = try note(of: provider) { () throws(RemoteError) in
            try client.response(registration, to: creation)
        }
        await suggest(registration, to: creation, of: provider, since: lockGeneration)
        return CreatePasskey.Result(provider: provider, credential: credential)
    }

    /// Stores the identity of a new passkey before the page is answered, since the page may ask for it at once.
    ///
    /// The provider saves its own identity after its answer, which takes the place of this one.
    private func suggest(
        _ registration: PasskeyRegistration, to creation: PasskeyClient.Creation, of provider: ProviderIdentifier,
        since lockGeneration: Int
    ) async {
        // The page does not receive the passkey when the client has gone.
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

    /// Who may upgrade an account in silence: whoever has just filled its password, where that provider does so at all.
    private func upgrading(
        _ creation: PasskeyClient.Creation, for requester: Requester
    ) async throws(RemoteError) -> ProviderIdentifier {
        let filler = recentFills.provider(
            of: creation.request.identity.user, for: creation.ceremony.relyingParty, at: dependencies.clock.now())
        // A private window has filled on request, and leaves nothing behind.
        guard let filler, !requester.isPrivate else {
            throw RemoteError(.nothingFound, "no password of this account was filled here recently")
        }
        return try await directory.provider(
            filler, that: \.supportsConditionalPasskeyRegistration, what: "upgrading to passkeys")
    }

    /// Has the person see that there is a passkey already, so that no page finds that out by itself (§6.3.2, step 3).
    ///
    /// - Throws: ``RemoteError/Reason/userCanceled`` where nobody has seen it: the page learns nothing then.
    private func tellOfExcluded(
        by provider: ProviderIdentifier, for requester: Requester, in frame: PageFrame, on screen: (any SheetScreen)?
    ) async throws(RemoteError) {
        let refusal = RemoteError(.userCanceled, "declined by the user")
        guard let screen else { throw refusal }
        let understood: ElementIdentifier = "understood"
        let sheet = Sheet(
            title: "There is a passkey already",
            elements: [
                Sheet.Element(
                    "what",
                    .text(Sheet.Text("This account of \(frame.page.host.displayText) has one, and needs no second."))),
                Sheet.Element(understood, .button(Sheet.Button(title: "OK"))),
            ],
            defaultButton: understood)
        let answer = await answer(to: sheet, in: directory.frame(of: provider, for: requester, in: frame), on: screen)
        guard answer == .pressed(understood) else { throw refusal }
    }

    /// Signs in with the passkey that was picked, or with what the person chooses from the provider's list
    /// (WebAuthn L3 §5.1.4).
    package func getPasskey(
        _ parameters: GetPasskey.Parameters, for requester: Requester, on screen: (any SheetScreen)?
    ) async throws(RemoteError) -> GetPasskey.Result {
        let frame = try PageFrame(parameters.url, ancestors: parameters.ancestorOrigins)
        let client = PasskeyClient(frame: frame, relatedOrigins: parameters.relatedOrigins)
        let assertion = try client.assertion(parameters.options)
        try frame.check(accepts: parameters.acceptsFrame)
        let provider: ProviderIdentifier
        let answer: ProviderAnswer
        var picked: Match?
        if let suggestion = parameters.suggestion {
            // Found again, not trusted, as every pick.
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

    /// Writes down why a provider's answer went no further; whose fault it is can be seen nowhere else.
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

    /// Remembers a password that was filled into a page, for a while.
    func noteFill(
        _ answer: ProviderAnswer, by provider: ProviderIdentifier, of picked: String? = nil, in frame: PageFrame,
        for requester: Requester
    ) {
        guard case .password(let user, _, _) = answer, !requester.isPrivate else { return }
        let users = Set([user, picked].compactMap(\.self)).subtracting([""])
        recentFills.add(users, by: provider, on: frame.page.host, at: dependencies.clock.now())
    }

    /// Lists what the store knows of a provider's passkeys.
    package func listPasskeys(_ parameters: ListPasskeys.Parameters) async throws(RemoteError) -> ListPasskeys.Result {
        do throws(IdentityStoreError) {
            let page = try await store.identities(
                of: parameters.provider, kinds: [.passkey], after: parameters.after)
            return ListPasskeys.Result(
                passkeys: page.identities.map { identity in
                    KnownPasskey(
                        relyingParty: identity.serviceIdentifier.identifier, user: identity.user,
                        credentialID: Data(identity.credentialID ?? []), userHandle: Data(identity.userHandle ?? []))
                }, next: page.next)
        } catch {
            throw RemoteError(error)
        }
    }
}
