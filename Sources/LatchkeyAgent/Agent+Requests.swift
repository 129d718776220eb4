import LatchkeyMatching
package import LatchkeySheet
package import LatchkeyWire

// What programs ask for, from the suggestion under the field to the filled credential.
extension Agent {
    package func suggest(_ parameters: Suggest.Parameters) async throws(RemoteError) -> Suggest.Result {
        try finder().suggest(parameters)
    }

    /// Fills what was picked: without an interface where the provider can, with its sheet where it must.
    package func fill(
        _ parameters: Fill.Parameters, for asker: Asker, on screen: (any SheetScreen)?
    ) async throws(RemoteError) -> FilledCredential {
        let page = try SuggestionFinder.page(parameters.url)
        // Found again, not trusted: what was suggested a minute ago may have gone, or never been for this page.
        let found = try finder().find(on: page, kinds: [])
        guard let picked = found.first(where: { $0.suggestion.id == parameters.suggestion }) else {
            throw RemoteError(
                .nothingFound, "the picked login is no longer suggested for \(page.host)",
                hint: "run \"latchkey suggest '\(page.text.replacing("'", with: "%27"))'\" to see what is")
        }
        if let warning = picked.suggestion.warning, !parameters.acceptsWarning {
            throw RemoteError(.insecureOrigin, warning, hint: "use the site's https address")
        }
        let others = found.filter { $0.suggestion.provider == picked.suggestion.provider }.map(\.identity.user)
        let answer = try await ask(
            picked.suggestion.provider, .provideWithoutUserInteraction(picked.identity), for: asker, on: screen,
            page: page, picked: picked, otherAccounts: Set(others).subtracting([picked.identity.user]))
        return try FilledCredential(answer, from: picked.suggestion.provider)
    }

    /// Opens a provider's own list.
    package func openList(
        _ parameters: OpenList.Parameters, for asker: Asker, on screen: (any SheetScreen)?
    ) async throws(RemoteError) -> FilledCredential {
        var page: PageURL?
        if let url = parameters.url { page = try SuggestionFinder.page(url) }
        let services = SuggestionFinder.serviceIdentifiers(of: page)
        let provider: ProviderIdentifier
        let request: ProviderRequest
        switch parameters.kind {
        case .code:
            provider = try await directory.provider(
                parameters.provider, that: \.providesOneTimeCodes, what: "one-time codes")
            request = .prepareOneTimeCodeList(services)
        case .password, .passkey:
            provider = try await directory.provider(parameters.provider, that: \.providesPasswords, what: "passwords")
            request = .prepareCredentialList(services)
        }
        let answer = try await ask(provider, request, for: asker, on: screen, page: page)
        return try FilledCredential(answer, from: provider)
    }

    package func insertText(
        _ parameters: InsertText.Parameters, for asker: Asker, on screen: (any SheetScreen)?
    ) async throws(RemoteError) -> FilledCredential {
        let provider = try await directory.provider(
            parameters.provider, that: \.providesTextToInsert, what: "text to insert")
        let answer = try await ask(provider, .prepareTextToInsert, for: asker, on: screen)
        return try FilledCredential(answer, from: provider)
    }

    package func save(
        _ parameters: SavePassword.Parameters, for asker: Asker, on screen: (any SheetScreen)?
    ) async throws(RemoteError) -> Empty {
        let provider = try await directory.provider(
            parameters.provider, that: \.supportsSavePasswordCredentials, what: "saving passwords")
        let page = try? SuggestionFinder.page(parameters.request.serviceIdentifier.identifier)
        _ = try await ask(provider, .saveWithoutUserInteraction(parameters.request), for: asker, on: screen, page: page)
        return Empty()
    }

    package func generate(
        _ parameters: GeneratePasswords.Parameters, for asker: Asker, on screen: (any SheetScreen)?
    ) async throws(RemoteError) -> GeneratePasswords.Result {
        let withInterface = parameters.withInterface
        let provider = try await directory.provider(
            parameters.provider,
            that: {
                withInterface
                    ? $0.supportsGeneratePasswordCredentialsWithUI : $0.supportsGeneratePasswordCredentials
            }, what: "generating passwords")
        var wish = parameters.request
        let page = try? SuggestionFinder.page(wish.serviceIdentifier.identifier)
        // A client that knows better, such as a browser with newer data, is believed.
        if let page, wish.passwordRulesFromQuirks == nil {
            wish.passwordRulesFromQuirks = quirks.passwordRules(for: page.host)
        }
        let request: ProviderRequest =
            withInterface ? .prepareToGenerate(wish) : .generateWithoutUserInteraction(wish)
        let answer = try await ask(provider, request, for: asker, on: screen, page: page)
        guard case .generatedPasswords(let passwords) = answer else { throw .unexpectedAnswer }
        return GeneratePasswords.Result(provider: provider, passwords: passwords)
    }

    package func configure(
        _ provider: ProviderIdentifier, for asker: Asker, on screen: (any SheetScreen)?
    ) async throws(RemoteError) -> Empty {
        let provider = try await directory.provider(provider, that: \.showsConfigurationUI, what: "settings of its own")
        _ = try await ask(provider, .prepareConfiguration, for: asker, on: screen)
        return Empty()
    }

    /// Tells every provider that wants to know; what comes of it is nobody's business.
    package func report(_ report: CredentialReport, for asker: Asker) async throws(RemoteError) -> Empty {
        for provider in await directory.enabled() where provider.capabilities.supportsCredentialUpdate {
            do throws(RemoteError) {
                _ = try await ask(provider.id, .report(report), for: asker, on: nil)
            } catch {
                surroundings.note("\(provider.id) did not take a report: \(error.reason.rawValue)")
            }
        }
        return Empty()
    }

    package func startAhead(_ provider: ProviderIdentifier) async -> Empty {
        // What keeps a provider from starting is said when it is asked.
        // (It is written into no log: nobody has asked for anything yet.)
        if let launch = try? await directory.launch(of: provider) { await starter.startAhead(launch) }
        return Empty()
    }

    /// Asks each provider whose store was lost to fill it, one after the other.
    func refillStores() async {
        let agent = Asker(
            client: ClientDescription(program: "latchkeyd", showsSheets: false), processIdentifier: 0)
        while let provider = await refills.next() {
            do throws(RemoteError) {
                _ = try await ask(provider, .refillIdentityStore, for: agent, on: nil)
            } catch {
                surroundings.note("\(provider) did not refill its identities: \(error.reason.rawValue)")
            }
        }
    }

    func finder() -> SuggestionFinder {
        SuggestionFinder(store: store, quirks: quirks, providers: directory.finderProviders)
    }

    /// Carries out one request of one provider and writes it into the log.
    func ask(
        _ provider: ProviderIdentifier, _ request: ProviderRequest, for asker: Asker, on screen: (any SheetScreen)?,
        page: PageURL? = nil, picked: SuggestionFinder.Found? = nil, otherAccounts: Set<String> = [],
        git: GitContext? = nil
    ) async throws(RemoteError) -> ProviderAnswer {
        let launch = try await directory.launch(of: provider)
        let (number, era) = (nextRequest(), keychain.era(of: provider))
        let services = ProviderServices(
            store: store, keychain: keychain, era: era,
            // Not waited for: of two that lock at once, each would wait for the other's end.
            locked: { [locks] in locks.continuation.yield(($0, number)) }
        ) { [directory] () throws(RemoteError) in
            // A process that outlives its provider's turning off puts nothing into the wiped keychain.
            guard directory.isEnabled(provider) else {
                throw RemoteError(.providerDisabled, "\(provider) was turned off")
            }
            return provider
        }
        var methods = MethodTable()
        services.install(in: &methods)
        var order = RequestRunner.Order(
            launch: launch, request: request,
            context: RequestContext(
                program: asker.client.program, topLevelOrigin: page?.origin, frameOrigin: page?.origin,
                isSecure: page?.isSecure ?? false, grade: picked?.suggestion.grade, language: asker.client.language,
                git: git),
            screen: screen, frame: directory.frame(of: provider, for: asker, page: page), services: methods,
            servicesEnded: { await services.end() })
        order.otherAccounts = otherAccounts
        (order.number, order.era) = (number, era)
        let outcome: Result<ProviderAnswer, RemoteError>
        do throws(RemoteError) {
            outcome = .success(try await perform(order, about: git == nil ? picked?.stored : nil))
        } catch {
            outcome = .failure(error)
        }
        log.append(LogEntry(request, of: provider, for: asker, page: page, outcome, at: surroundings.date()))
        return try outcome.get()
    }
}

extension FilledCredential {
    fileprivate init(_ answer: ProviderAnswer, from provider: ProviderIdentifier) throws(RemoteError) {
        switch answer {
        case .password(let user, let password, _):
            self.init(provider: provider, value: .password(user: user, password: password))
        case .oneTimeCode(let code, let expiresIn):
            // A code that has expired, or never does, is none that could be filled.
            let isTime = expiresIn.map { (0...3600).contains($0) } ?? false
            self.init(provider: provider, value: .code(code, expiresIn: isTime ? expiresIn : nil))
        case .text(let text): self.init(provider: provider, value: .text(text))
        default: throw .unexpectedAnswer
        }
    }
}

extension RemoteError {
    /// Unreachable: the request's state machine lets no other kind of answer through.
    fileprivate static let unexpectedAnswer = RemoteError(
        .internalError, "the answer is of another kind than was asked")
}

extension PageURL {
    /// Scheme, host and port (RFC 6454 §6.1).
    fileprivate var origin: String { "\(scheme.rawValue)://\(hostAndPort)" }
}
