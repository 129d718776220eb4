import LatchkeyMatching
package import LatchkeySheet
package import LatchkeyWire

// The requests of clients, from suggestions to filled credentials.
extension Agent {
    package func suggest(_ parameters: Suggest.Parameters) async throws(RemoteError) -> Suggest.Result {
        var result = try finder().suggest(parameters)
        result.providers = directory.offers
        result.locked = try locked()
        result.unlocked = directory.offers.map(\.id).filter { keychain.holdsAnything(of: $0) }
        return result
    }

    package func search(_ parameters: SearchLogins.Parameters) async throws(RemoteError) -> SearchLogins.Result {
        try await finder().search(parameters)
    }

    /// The locked providers whose identities were kept in memory and are removed.
    ///
    /// A provider with keychain items is unlocked and will save its identities again.
    private func locked() throws(RemoteError) -> [LockedProvider]? {
        let forgotten: Set<ProviderIdentifier>
        do throws(IdentityStoreError) {
            forgotten = try store.forgotten()
        } catch {
            throw RemoteError(error)
        }
        guard !forgotten.isEmpty else { return nil }
        let locked = directory.offers.filter { forgotten.contains($0.id) && !keychain.holdsAnything(of: $0.id) }
        return locked.isEmpty ? nil : locked.map { LockedProvider(provider: $0.id, name: $0.name) }
    }

    /// Fills a picked suggestion, with the provider's interface only if the provider needs it.
    package func fill(
        _ parameters: Fill.Parameters, for requester: Requester, on screen: (any SheetScreen)?
    ) async throws(RemoteError) -> FilledCredential {
        let frame = try PageFrame(parameters.url, ancestors: parameters.ancestorOrigins)
        let (match, otherAccounts) = try pick(
            parameters.suggestion, in: frame, acceptsWarning: parameters.acceptsWarning,
            acceptsFrame: parameters.acceptsFrame)
        return try await fill(
            match, otherAccounts: otherAccounts, in: frame, for: requester, on: screen, purpose: parameters.purpose)
    }

    /// Looks up the match that a picked suggestion stands for, and checks that the user accepted its warning.
    ///
    /// - Returns: The match, and the user names of the other matches of its provider.
    func pick(
        _ suggestion: String, in frame: PageFrame, acceptsWarning: Bool, acceptsFrame: Bool?
    ) throws(RemoteError) -> (match: Match, otherAccounts: Set<String>) {
        try frame.check(accepts: acceptsFrame)
        let page = frame.page
        // The client's suggestion may be old, or have been made for another page.
        let matches = try finder().matches(in: frame, kinds: [.password, .code])
        guard let picked = matches.first(where: { $0.stored.id == suggestion }) else {
            throw RemoteError(
                .nothingFound, "the picked login is no longer suggested for \(page.host)",
                hint: "run \"latchkey suggest '\(page.text.replacing("'", with: "%27"))'\" to see what is")
        }
        if let warning = picked.acceptance.warning, !acceptsWarning {
            throw RemoteError(.insecureOrigin, warning.sentence(in: frame), hint: "use the site's https address")
        }
        let others = matches.filter { $0.provider == picked.provider }.map(\.identity.user)
        return (picked, Set(others).subtracting([picked.identity.user]))
    }

    func fill(
        _ match: Match, otherAccounts: Set<String>, in frame: PageFrame, for requester: Requester,
        on screen: (any SheetScreen)?, what: String? = nil,
        purpose: RequestPurpose? = nil
    ) async throws(RemoteError) -> FilledCredential {
        let answer = try await ask(
            match.provider, .provideWithoutUserInteraction(match.identity), for: requester, on: screen, in: frame,
            picked: match, otherAccounts: otherAccounts, what: what, purpose: purpose)
        if purpose ?? .fill == .fill {
            noteFill(answer, by: match.provider, of: match.identity.user, in: frame, for: requester)
        }
        return try FilledCredential(answer, from: match.provider)
    }

    /// Opens a provider's own list.
    package func openList(
        _ parameters: OpenList.Parameters, for requester: Requester, on screen: (any SheetScreen)?, what: String? = nil
    ) async throws(RemoteError) -> FilledCredential {
        let frame = try PageFrame.ifAny(parameters.url, ancestors: parameters.ancestorOrigins)
        try frame?.check(accepts: parameters.acceptsFrame)
        let services = frame?.page.serviceIdentifiers ?? []
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
        let answer = try await ask(
            provider, request, for: requester, on: screen, in: frame, what: what, purpose: parameters.purpose)
        if let frame, parameters.purpose ?? .fill == .fill { noteFill(answer, by: provider, in: frame, for: requester) }
        return try FilledCredential(answer, from: provider)
    }

    /// The domains of other sites whose logins match on the page.
    private func affiliatedDomains(of frame: PageFrame?) -> [String]? {
        guard let host = frame?.page.host else { return nil }
        let names = Set(quirks.sharedCredentials.givers(on: host).flatMap(\.names))
        return names.isEmpty ? nil : names.sorted()
    }

    package func insertText(
        _ parameters: InsertText.Parameters, for requester: Requester, on screen: (any SheetScreen)?
    ) async throws(RemoteError) -> FilledCredential {
        let frame = try PageFrame.ifAny(parameters.url, ancestors: parameters.ancestorOrigins)
        try frame?.check(accepts: parameters.acceptsFrame)
        let provider = try await directory.provider(
            parameters.provider, that: \.providesTextToInsert, what: "text to insert")
        let answer = try await ask(provider, .prepareTextToInsert, for: requester, on: screen, in: frame)
        return try FilledCredential(answer, from: provider)
    }

    package func save(
        _ parameters: SavePassword.Parameters, for requester: Requester, on screen: (any SheetScreen)?
    ) async throws(RemoteError) -> Empty {
        let frame = try PageFrame.ifAny(
            parameters.request.serviceIdentifier, ancestors: parameters.ancestorOrigins)
        try frame?.check(accepts: parameters.acceptsFrame)
        let previousUser = parameters.previousUser
        guard previousUser == nil || parameters.request.event == .userInitiated else {
            throw RemoteError(.invalidParameters, "previousUser needs the event userInitiated")
        }
        let provider = try await directory.provider(
            parameters.provider,
            that: { previousUser == nil ? $0.supportsSavePasswordCredentials : $0.supportsUserNameChanges },
            what: previousUser == nil ? "saving passwords" : "changing user names")
        let mayAsk = parameters.mayAsk ?? true
        do throws(RemoteError) {
            _ = try await ask(
                provider, .saveWithoutUserInteraction(parameters.request), for: requester, on: mayAsk ? screen : nil,
                in: frame, previousUser: previousUser)
        } catch  where error.reason == .locked && !mayAsk {
            throw RemoteError(
                .interactionRequired, "the provider has a question before it saves this",
                hint: "save it again, and let the provider ask")
        }
        return Empty()
    }

    package func generate(
        _ parameters: GeneratePasswords.Parameters, for requester: Requester, on screen: (any SheetScreen)?
    ) async throws(RemoteError) -> GeneratePasswords.Result {
        let frame = try PageFrame.ifAny(
            parameters.request.serviceIdentifier, ancestors: parameters.ancestorOrigins)
        try frame?.check(accepts: parameters.acceptsFrame)
        let withInterface = parameters.withInterface
        let provider = try await directory.provider(
            parameters.provider,
            that: {
                withInterface
                    ? $0.supportsGeneratePasswordCredentialsWithUI : $0.supportsGeneratePasswordCredentials
            }, what: "generating passwords")
        var wish = parameters.request
        // A client can have newer data.
        if let frame, wish.passwordRulesFromQuirks == nil {
            wish.passwordRulesFromQuirks = quirks.passwordRules(for: frame.page.host)
        }
        let request: ProviderRequest =
            withInterface ? .prepareToGenerate(wish) : .generateWithoutUserInteraction(wish)
        let answer = try await ask(provider, request, for: requester, on: screen, in: frame)
        guard case .generatedPasswords(let passwords) = answer else { throw .unexpectedAnswer }
        return GeneratePasswords.Result(provider: provider, passwords: passwords)
    }

    package func configure(
        _ provider: ProviderIdentifier, for requester: Requester, on screen: (any SheetScreen)?
    ) async throws(RemoteError) -> Empty {
        let provider = try await directory.provider(provider, that: \.showsConfigurationUI, what: "settings of its own")
        _ = try await ask(provider, .prepareConfiguration, for: requester, on: screen)
        return Empty()
    }

    /// Notifies every provider that supports credential updates; failures are logged only.
    ///
    /// - Throws: ``RemoteError/Reason/securityError`` for a relying party that the page cannot request.
    package func report(
        _ parameters: ReportCredential.Parameters, for requester: Requester
    ) async throws(RemoteError) -> Empty {
        let report = parameters.report
        if let url = parameters.url {
            let frame = try PageFrame(url, ancestors: parameters.ancestorOrigins)
            try PasskeyClient(frame: frame, relatedOrigins: parameters.relatedOrigins).check(report)
        }
        for provider in await directory.enabled() where provider.capabilities.supportsCredentialUpdate {
            do throws(RemoteError) {
                _ = try await ask(provider.id, .report(report), for: requester, on: nil)
            } catch {
                dependencies.note("\(provider.id) did not take a report: \(error.reason.rawValue)")
            }
        }
        return Empty()
    }

    package func startAhead(_ provider: ProviderIdentifier) async -> Empty {
        // A failure is not logged here: the request will report it.
        if let launch = try? await directory.launch(of: provider) { await starter.startAhead(launch) }
        return Empty()
    }

    /// Requests a refill from each provider whose identities were lost, one after the other.
    func refillStores() async {
        let agent = Requester(
            client: ClientDescription(program: "latchkeyd", showsSheets: false),
            caller: Caller(processIdentifier: 0, standing: .installed, executable: nil))
        while let provider = await refills.next() {
            do throws(RemoteError) {
                _ = try await ask(provider, .refillIdentityStore, for: agent, on: nil)
            } catch {
                dependencies.note("\(provider) did not refill its identities: \(error.reason.rawValue)")
            }
        }
    }

    func finder() -> SuggestionFinder {
        SuggestionFinder(store: store, quirks: quirks, providers: directory.finderProviders)
    }

    /// Runs one request of one provider and logs it.
    ///
    /// A request that can reveal a login's secret is slowed by ``FillPace``. A list counts as one login, because a
    /// program that draws its own sheets can pick from it without the user.
    ///
    /// - Parameter what: The word for the log; `nil` for the request's own.
    func ask(
        _ provider: ProviderIdentifier, _ request: ProviderRequest, for requester: Requester,
        on screen: (any SheetScreen)?,
        in frame: PageFrame? = nil, picked: Match? = nil, otherAccounts: Set<String> = [],
        git: GitContext? = nil, what: String? = nil, purpose: RequestPurpose? = nil, previousUser: String? = nil
    ) async throws(RemoteError) -> ProviderAnswer {
        let number = nextRequest()
        let paced =
            picked.map { PacedLogin(provider, $0.stored.login) }
            ?? (request.isList ? PacedLogin(provider, "list \(number)") : nil)
        if let paced { try await pace(paced, for: requester) }
        let launch: ProviderLaunch
        do throws(RemoteError) {
            launch = try await directory.launch(of: provider)
        } catch {
            if let paced { endPaced(paced, for: requester, hasRevealed: false) }
            throw error
        }
        let address = git.flatMap { GitAddress(protocol: $0.target.protocol, host: $0.target.host) }
        let lockGeneration = keychain.lockGeneration(of: provider)
        let owner: @Sendable () throws(RemoteError) -> ProviderIdentifier = { [directory] () throws(RemoteError) in
            // A process of a disabled provider must not store anything in the wiped keychain.
            guard directory.isEnabled(provider) else {
                throw RemoteError(.providerDisabled, "\(provider) was disabled")
            }
            return provider
        }
        let services = ProviderServices(
            store: store, keychain: keychain, lockGeneration: lockGeneration,
            // Not awaited: two processes that lock at the same time would wait for each other's end.
            locked: { [locks] in locks.continuation.yield(($0, number)) }, owner: owner)
        var methods = MethodTable()
        services.install(in: &methods)
        dependencies.anchors?.install(in: &methods, owner: owner)
        var context = RequestContext(requester, in: frame, grade: picked?.acceptance.grade, git: git)
        context.purpose = purpose
        context.previousUser = previousUser
        if request.isList { context.affiliatedDomains = affiliatedDomains(of: frame) }
        if case .saveWithoutUserInteraction = request, let host = frame?.page.host,
            quirks.appendsCodeToPassword(at: host)
        {
            context.appendsCodeToPassword = true
        }
        var order = RequestRunner.Order(
            launch: launch, request: request, context: context,
            screen: screen, frame: directory.frame(of: provider, for: requester, in: frame, at: address),
            services: methods,
            servicesEnded: { await services.end() })
        order.otherAccounts = otherAccounts
        (order.number, order.lockGeneration) = (number, lockGeneration)
        // The report can remove the identity from the store.
        var user = requester.isPrivate ? nil : user(ofReport: request, to: provider)
        let outcome: Result<ProviderAnswer, RemoteError>
        do throws(RemoteError) {
            outcome = .success(try await perform(order, about: git == nil ? picked?.stored : nil))
        } catch {
            var error = error
            error.explainMissingScreen(
                of: provider, named: launch.name, isUnlocked: keychain.holdsAnything(of: provider))
            outcome = .failure(error)
        }
        if let paced { endPaced(paced, for: requester, hasRevealed: (try? outcome.get()) != nil) }
        var entry = LogEntry(
            request, of: provider, for: requester, in: frame, service: address?.description, outcome,
            isUnlocked: keychain.holdsAnything(of: provider), at: dependencies.date())
        if let what { entry.what = what }
        if !requester.isPrivate, case .success(let answer) = outcome {
            user = user ?? self.user(of: answer, by: provider)
        }
        entry.user = entry.user ?? user
        if !request.generates || mustLogOpenCall(of: requester) { log.append(entry) }
        return try outcome.get()
    }
}

extension FilledCredential {
    init(_ answer: ProviderAnswer, from provider: ProviderIdentifier) throws(RemoteError) {
        switch answer {
        case .password(let user, let password, _):
            self.init(provider: provider, value: .password(user: user, password: password))
        case .oneTimeCode(let code, let expiresIn):
            // A time that is not plausible is ignored.
            let isTime = expiresIn.map { (0...3600).contains($0) } ?? false
            self.init(provider: provider, value: .code(code, expiresIn: isTime ? expiresIn : nil))
        case .text(let text): self.init(provider: provider, value: .text(text))
        default: throw .unexpectedAnswer
        }
    }
}

extension RemoteError {
    /// Unreachable: the request's state machine rejects other kinds of answer.
    static let unexpectedAnswer = RemoteError(
        .internalError, "the answer does not match the request")
}

extension ProviderRequest {
    /// Whether the user chooses from all logins of the provider.
    var isList: Bool {
        switch self {
        case .prepareCredentialList, .prepareCredentialListWithPasskeys, .prepareOneTimeCodeList: true
        default: false
        }
    }

    /// Whether it generates passwords, for which no program needs a permission.
    var generates: Bool {
        switch self {
        case .prepareToGenerate, .generateWithoutUserInteraction: true
        default: false
        }
    }
}

extension RequestContext {
    fileprivate init(_ requester: Requester, in frame: PageFrame?, grade: Grade?, git: GitContext?) {
        self.init(
            program: requester.client.program, topLevelOrigin: frame?.topLevel.text, frameOrigin: frame?.page.origin,
            ancestorOrigins: frame?.ancestors?.map(\.text), isSecure: frame?.isSecure ?? false, grade: grade,
            language: requester.client.language, git: git, isPrivate: requester.isPrivate ? true : nil)
    }
}
