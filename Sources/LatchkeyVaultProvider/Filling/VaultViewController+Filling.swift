import AuthenticationServices
import LatchkeyPasswords
import LatchkeyProvider
import LatchkeyCore
import LatchkeyVault

extension VaultViewController {
    /// Fills a login without a sheet.
    func provide(_ request: LoginRequest) async {
        do throws(VaultError) {
            switch try await Self.open(request, from: access, content: content(of: request.part)) {
            case .missing: failWithoutSheet(nil)
            case .needsSheet: cancel(.userInteractionRequired)
            case .opened(.login(let login), _) where login.asksEveryTime: cancel(.userInteractionRequired)
            case .opened(.login(let login), let vault): complete(with: login, from: vault)
            case .opened(.notFound, _): cancel(.credentialIdentityNotFound)
            case .opened(.failed(let error), _): failWithoutSheet(error)
            }
        } catch {
            failWithoutSheet(error)
        }
    }

    /// The vault if it is unlocked; otherwise ends the request and returns `nil`.
    func unlockedVault() async throws(VaultError) -> UnlockedVault? {
        switch try await access.state() {
        case .unlocked(let vault): return vault
        case .locked, .replaced: cancel(.userInteractionRequired)
        case .missing: failWithoutSheet(nil)
        }
        return nil
    }

    func prepareToProvide(_ request: LoginRequest, from vault: UnlockedVault, wasAsked: Bool) async {
        await resolveInbox(for: request.record, request.part, in: vault) { [weak self] in
            await self?.answer(request, from: vault, wasAsked: wasAsked)
        }
    }

    private func answer(_ request: LoginRequest, from vault: UnlockedVault, wasAsked: Bool) async {
        switch await open(request.record, request.part, user: request.user, from: vault) {
        case .login(let login) where login.asksEveryTime && !wasAsked:
            confirm(login, for: requesterName(or: request.serviceName), [.asksEveryTime], from: vault)
        case .login(let login): complete(with: login, from: vault)
        case .notFound: cancel(.credentialIdentityNotFound)
        case .failed(let error): fail(with: problem(error))
        }
    }

    private func confirm(
        _ login: OpenedLogin, for requesterName: String, _ reasons: [FillQuestion.Reason], from vault: UnlockedVault
    ) {
        let question = FillQuestion(
            what: login.phrase, purpose: purpose, requesterName: requesterName, reasons: reasons)
        show(
            ConfirmViewController(
                question, confirmed: { [weak self] in self?.complete(with: login, from: vault) },
                declined: { [weak self] in self?.cancel(.userCanceled) }))
    }

    // MARK: Lists

    private struct ListRequest: Sendable {
        let part: LoginPart
        let services: ServiceOrder
        let page: RequestingPage?
        /// Selects the passkeys to list; `nil` for a list without passkeys.
        let passkeys: PasskeyFilter?
        let assertion: AssertionRequest?
        /// Whether the user typed the passphrase to open the list.
        let wasAsked: Bool
    }

    /// Shows a list of logins once the vault is unlocked.
    ///
    /// - Parameter parameters: The passkey request; `nil` if the page does not accept passkeys.
    func beginList(
        of part: LoginPart, for identifiers: [ASCredentialServiceIdentifier],
        or parameters: ASPasskeyCredentialRequestParameters? = nil
    ) {
        let services = ServiceOrder(identifiers)
        let page = RequestingPage(identifiers, from: origin)
        let assertion = parameters.flatMap(AssertionRequest.init)
        let passkeys = assertion == nil ? nil : parameters.map(PasskeyFilter.init)
        let reason = part.reasonToList(for: services.name.map { requesterName(or: $0) }, purpose)
        withUnlockedVault(reason) { [self] vault, wasAsked in
            let request = ListRequest(
                part: part, services: services, page: page, passkeys: passkeys, assertion: assertion,
                wasAsked: wasAsked)
            await showList(request, in: vault)
        }
    }

    private func showList(_ request: ListRequest, in vault: UnlockedVault) async {
        do throws(VaultError) {
            let list = try await LoginList.read(
                from: vault, having: request.part, for: request.services, passkeys: request.passkeys,
                at: access.clock.now())
            let pending = request.part == .password ? await questions(of: vault) : []
            let controller = CredentialListViewController(
                list, of: request.part, serviceName: request.services.name.map { requesterName(or: $0) },
                pendingCount: pending.count, unverifiedCount: pending.count { !$0.isVerified })
            controller.chosen = { [weak self, weak controller] choice in
                Task { await self?.take(choice, request, from: vault, in: controller) }
            }
            controller.reviewed = { [weak self] in
                Task { await self?.ask(pending, of: vault) { await self?.showList(request, in: vault) } }
            }
            controller.cancelled = { [weak self] in self?.cancel(.userCanceled) }
            show(controller)
        } catch {
            fail(with: error.sentence)
        }
    }

    private func take(
        _ choice: LoginList.Choice, _ request: ListRequest, from vault: UnlockedVault,
        in list: CredentialListViewController?
    ) async {
        switch choice {
        case .login(let id):
            await resolveInbox(for: id, request.part, in: vault) { [weak self, weak list] in
                await self?.choose(id, request, from: vault, in: list)
            }
        case .passkey(let id, let credentialID):
            guard let assertion = request.assertion else { return }
            // The list has hidden passkeys only if the site names them.
            let passkey = PasskeyRequest(
                record: id, credentialID: credentialID, mayBeHidden: true, assertion: assertion)
            await signIn(with: passkey, from: vault, wasTyped: request.wasAsked) { [weak self, weak list] in
                self?.showProblem(VaultError.recordNotFound(id).sentence, in: list)
            }
        }
    }

    private func choose(
        _ id: RecordIdentifier, _ request: ListRequest, from vault: UnlockedVault,
        in list: CredentialListViewController?
    ) async {
        switch await open(id, request.part, user: nil, from: vault) {
        case .login(let login):
            let reasons = reasonsToAsk(about: login, request)
            if reasons.isEmpty { return complete(with: login, from: vault) }
            confirm(login, for: requesterName(or: request.services.name ?? "the page"), reasons, from: vault)
        case .notFound: showProblem(VaultError.recordNotFound(id).sentence, in: list)
        case .failed(let error): showProblem(error.sentence, in: list)
        }
    }

    /// Shows a problem in the list, or in its own sheet if a question has replaced the list.
    private func showProblem(_ problem: String, in list: CredentialListViewController?) {
        if let list { list.show(problem: problem) } else { fail(with: problem) }
    }

    /// Why the user must confirm the login chosen in a list; empty if it is filled at once.
    private func reasonsToAsk(about login: OpenedLogin, _ request: ListRequest) -> [FillQuestion.Reason] {
        var reasons: [FillQuestion.Reason] = []
        // A copied or shown credential goes to the user and never to the page.
        if purpose == .fill, let page = request.page {
            switch page.relation(to: login.overview, for: request.part) {
            case .own: break
            case .insecure: reasons.append(.insecure)
            case .foreign: reasons.append(.foreign(home: login.overview.home()))
            }
            if request.part == .password, login.overview.contents.contains(.onlyForGit) { reasons.append(.onlyForGit) }
        }
        if login.asksEveryTime, !request.wasAsked { reasons.append(.asksEveryTime) }
        return reasons
    }

    /// Completes the request, then records the use, which ranks the suggestions.
    private func complete(with login: OpenedLogin, from vault: UnlockedVault) {
        switch login.content {
        case .password(let credential):
            extensionContext.gitCredentialDetails = login.gitDetails
            let isForGit = extensionContext.gitCredentialRequest != nil
            extensionContext.completeRequest(
                withSelectedCredential: credential,
                completionHandler: noteUse(of: login.id, as: isForGit ? .git : passwordUse, in: vault))
        case .code:
            Task { await completeWithCode(of: login.id, from: vault) }
        }
    }

    private func completeWithCode(of id: RecordIdentifier, from vault: UnlockedVault) async {
        do {
            let now = access.clock.now()
            let (code, change) = try await vault.takeCode(of: id, at: now)
            let credential = ASOneTimeCodeCredential(code: code.text.reveal())
            let handler = noteUse(of: id, as: .other, in: vault, after: change)
            if let seconds = code.secondsLeft(at: now) {
                extensionContext.completeOneTimeCodeRequest(
                    using: credential, expiresIn: seconds, completionHandler: handler)
            } else {
                extensionContext.completeOneTimeCodeRequest(using: credential, completionHandler: handler)
            }
        } catch let error as VaultError {
            failVisibly(error.sentence)
        } catch let error as OneTimeCodeError {
            failVisibly(error.sentence)
        } catch {
            cancel(.failed)
        }
    }

    /// Fails the request.
    ///
    /// If a sheet is open, shows the problem there first.
    func failVisibly(_ problem: String) {
        if sheet == nil, children.isEmpty { cancel(.failed, because: problem) } else { fail(with: problem) }
    }

    /// Only a fill into a page counts as a password use on a page; copying and showing do not.
    private var passwordUse: LoginUse {
        purpose == .fill && origin?.frameOrigin != nil ? .passwordOnPage : .other
    }

    /// A completion handler that records the use and updates the suggestions.
    ///
    /// - Parameter change: A change of the login that the suggestions need as well.
    func noteUse(
        of id: RecordIdentifier, as use: LoginUse, in vault: UnlockedVault, after change: Change? = nil
    ) -> @Sendable (Bool) -> Void {
        let isPrivate = origin?.isPrivate ?? false
        return { [suggestions = access.suggestions] expired in
            guard !expired else { return }
            WorkAfterAnswer.begin {
                // Uses in private windows are not recorded. A lost use affects only the order of suggestions.
                let noted = isPrivate ? nil : try? vault.markUsed(id, as: use)
                _ = try? await suggestions.follow([change, noted].compactMap(\.self), of: vault)
            }
        }
    }

    /// Selects the content of a record that a request may receive; the closure returns `nil` if there is none.
    ///
    /// A request from git receives content only from a record that matches it.
    private func content(of part: LoginPart) -> @Sendable (Record) -> OpenedLogin.Content? {
        switch part {
        case .code: return { $0.login.oneTimeCode == nil ? nil : .code }
        case .password:
            guard let request = extensionContext.gitCredentialRequest else {
                return { $0.login.authenticationType == nil ? $0.passwordContent : nil }
            }
            guard let match = GitMatch(request) else { return { _ in nil } }
            return { match.fits($0.overview) && match.canUse($0) ? $0.passwordContent : nil }
        }
    }

    private func open(
        _ id: RecordIdentifier, _ part: LoginPart, user: String?, from vault: UnlockedVault
    ) async -> OpenResult {
        await Self.open(id, user: user, from: vault, content: content(of: part))
    }

    @concurrent
    private static func open(
        _ id: RecordIdentifier, user: String?, from vault: UnlockedVault,
        content: @Sendable (Record) -> OpenedLogin.Content?
    ) async -> OpenResult {
        read(id, user: user, from: vault, content: content)
    }

    /// The result of a request that must not show a sheet.
    private enum SilentResult: Sendable {
        case missing
        case needsSheet
        case opened(OpenResult, UnlockedVault)
    }

    /// Opens the vault and then the login, without a return to the main actor in between.
    @concurrent
    private static func open(
        _ request: LoginRequest, from access: VaultAccess, content: @Sendable (Record) -> OpenedLogin.Content?
    ) async throws(VaultError) -> SilentResult {
        switch try await access.state() {
        case .missing: .missing
        case .locked, .replaced: .needsSheet
        case .unlocked(let vault):
            .opened(read(request.record, user: request.user, from: vault, content: content), vault)
        }
    }

    private nonisolated static func read(
        _ id: RecordIdentifier, user: String?, from vault: UnlockedVault,
        content: @Sendable (Record) -> OpenedLogin.Content?
    ) -> OpenResult {
        do throws(VaultError) {
            let record = try vault.record(id)
            guard !record.overview.isRemoved, record.login.kind == .login,
                user.map({ $0 == record.login.user }) ?? true,
                let content = content(record)
            else { return .notFound }
            return .login(
                OpenedLogin(
                    id: id, user: record.login.user, content: content,
                    gitDetails: record.login.gitCredentialDetails, overview: record.overview))
        } catch .recordNotFound {
            return .notFound
        } catch {
            return .failed(error)
        }
    }
}
