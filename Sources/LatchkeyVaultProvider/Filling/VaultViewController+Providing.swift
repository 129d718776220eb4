import AuthenticationServices
import LatchkeyPasswords
import LatchkeyProvider
import LatchkeyCore
import LatchkeyVault

/// The login that a suggestion stands for, and what of it is wanted.
struct WantedLogin: Sendable {
    let record: RecordIdentifier
    let part: LoginPart
    let user: String
    let serviceName: String

    /// Nothing for a request of another kind, or for a record that is not of this vault's making.
    init?(_ request: any ASCredentialRequest) {
        let identity = request.credentialIdentity
        switch identity {
        case is ASPasswordCredentialIdentity: part = .password
        case is ASOneTimeCodeCredentialIdentity: part = .code
        default: return nil
        }
        guard let record = identity.recordIdentifier.flatMap(RecordIdentifier.init) else { return nil }
        self.record = record
        user = identity.user
        serviceName =
            identity.serviceIdentifier.displayName ?? identity.serviceIdentifier.identifier
    }
}

/// What opening a login for filling came to.
enum Fillable: Sendable {
    case login(Filling)
    /// The record is gone, in the bin, without what is wanted, or of another user than the suggestion said.
    case notFound
    case failed(VaultError)
}

/// A login that was opened to be filled.
struct Filling: Sendable {
    enum Content: Sendable {
        case password(ASPasswordCredential)
        /// Computed when it is handed over, and not before.
        case code
    }

    let id: RecordIdentifier
    let user: String
    let content: Content
    /// What goes beside the password where git asks.
    let gitDetails: GitCredentialDetails
    /// What is known of it without its secrets.
    let overview: Overview
    var asksEveryTime: Bool { overview.asksEveryTime }

    /// Such as "the password of alice".
    var phrase: String {
        switch content {
        case .password: LoginPart.password.phrase(of: user)
        case .code: LoginPart.code.phrase(of: user)
        }
    }
}

extension VaultViewController {
    /// Provides without a sheet.
    func provide(_ wanted: WantedLogin) async {
        do throws(VaultError) {
            guard let vault = try await unlockedVault() else { return }
            switch await open(wanted.record, wanted.part, user: wanted.user, from: vault) {
            case .login(let filling) where filling.asksEveryTime: cancel(.userInteractionRequired)
            case .login(let filling): complete(with: filling, from: vault)
            case .notFound: cancel(.credentialIdentityNotFound)
            case .failed(let error): failUnseen(error)
            }
        } catch {
            failUnseen(error)
        }
    }

    /// The vault, where it is unlocked; otherwise the request has ended.
    func unlockedVault() async throws(VaultError) -> UnlockedVault? {
        switch try await access.state() {
        case .unlocked(let vault): return vault
        case .locked: cancel(.userInteractionRequired)
        case .missing: failUnseen(nil)
        }
        return nil
    }

    func prepareToProvide(_ wanted: WantedLogin, from vault: UnlockedVault, wasAsked: Bool) async {
        await settle(wanted.record, wanted.part, in: vault) { [weak self] in
            await self?.answer(wanted, from: vault, wasAsked: wasAsked)
        }
    }

    private func answer(_ wanted: WantedLogin, from vault: UnlockedVault, wasAsked: Bool) async {
        switch await open(wanted.record, wanted.part, user: wanted.user, from: vault) {
        case .login(let filling) where filling.asksEveryTime && !wasAsked:
            confirm(filling, for: asker(or: wanted.serviceName), [.asksEveryTime], from: vault)
        case .login(let filling): complete(with: filling, from: vault)
        case .notFound: cancel(.credentialIdentityNotFound)
        case .failed(let error): fail(with: problem(error))
        }
    }

    private func confirm(
        _ filling: Filling, for asker: String, _ doubts: [FillQuestion.Doubt], from vault: UnlockedVault
    ) {
        let question = FillQuestion(what: filling.phrase, purpose: purpose, asker: asker, doubts: doubts)
        show(
            ConfirmViewController(
                question, confirmed: { [weak self] in self?.complete(with: filling, from: vault) },
                declined: { [weak self] in self?.cancel(.userCanceled) }))
    }

    // MARK: The lists

    /// What a list was opened for.
    private struct ListWish: Sendable {
        let part: LoginPart
        let services: ServiceOrder
        let page: AskingPage?
        /// The passkeys that are in the list, too.
        let passkeys: PasskeyFilter?
        let assertion: AssertionWish?
        let wasAsked: Bool
    }

    /// - Parameter parameters: What a passkey signs, where the page takes one.
    func beginList(
        of part: LoginPart, for identifiers: [ASCredentialServiceIdentifier],
        or parameters: ASPasskeyCredentialRequestParameters? = nil
    ) {
        let services = ServiceOrder(identifiers)
        let page = AskingPage(identifiers, from: origin)
        let assertion = parameters.flatMap(AssertionWish.init)
        let passkeys = assertion == nil ? nil : parameters.map(PasskeyFilter.init)
        begin(part.reasonToList(for: services.name.map { asker(or: $0) }, purpose)) { [self] vault, wasAsked in
            let wish = ListWish(
                part: part, services: services, page: page, passkeys: passkeys, assertion: assertion,
                wasAsked: wasAsked)
            await showList(wish, in: vault)
        }
    }

    private func showList(_ wish: ListWish, in vault: UnlockedVault) async {
        do throws(VaultError) {
            let list = try await LoginList.read(
                from: vault, having: wish.part, for: wish.services, passkeys: wish.passkeys)
            let waiting = wish.part == .password ? await questions(of: vault) : []
            let controller = CredentialListViewController(
                list, of: wish.part, serviceName: wish.services.name.map { asker(or: $0) }, waiting: waiting.count)
            controller.chosen = { [weak self, weak controller] choice in
                Task { await self?.take(choice, wish, from: vault, in: controller) }
            }
            controller.reviewed = { [weak self] in
                Task { await self?.ask(waiting, of: vault) { await self?.showList(wish, in: vault) } }
            }
            controller.cancelled = { [weak self] in self?.cancel(.userCanceled) }
            show(controller)
        } catch {
            fail(with: error.sentence)
        }
    }

    private func take(
        _ choice: LoginList.Choice, _ wish: ListWish, from vault: UnlockedVault,
        in list: CredentialListViewController?
    ) async {
        switch choice {
        case .login(let id):
            await settle(id, wish.part, in: vault) { [weak self, weak list] in
                await self?.choose(id, wish, from: vault, in: list)
            }
        case .passkey(let id, let credentialID):
            guard let assertion = wish.assertion else { return }
            let wanted = WantedPasskey(record: id, credentialID: credentialID, wish: assertion)
            await signIn(with: wanted, from: vault, wasTyped: wish.wasAsked) { [weak self, weak list] in
                self?.complain(VaultError.recordNotFound(id).sentence, in: list)
            }
        }
    }

    private func choose(
        _ id: RecordIdentifier, _ wish: ListWish, from vault: UnlockedVault, in list: CredentialListViewController?
    ) async {
        switch await open(id, wish.part, user: nil, from: vault) {
        case .login(let filling):
            let doubts = doubts(about: filling, wish)
            if doubts.isEmpty { return complete(with: filling, from: vault) }
            confirm(filling, for: asker(or: wish.services.name ?? "the page"), doubts, from: vault)
        case .notFound: complain(VaultError.recordNotFound(id).sentence, in: list)
        case .failed(let error): complain(error.sentence, in: list)
        }
    }

    /// Says it in the list; where a question took its place, by itself.
    private func complain(_ problem: String, in list: CredentialListViewController?) {
        if let list { list.show(problem: problem) } else { fail(with: problem) }
    }

    /// Why the person is asked about what they chose.
    private func doubts(about filling: Filling, _ wish: ListWish) -> [FillQuestion.Doubt] {
        var doubts: [FillQuestion.Doubt] = []
        // What is copied or read goes to the person, whatever the page is.
        if purpose == .fill, let page = wish.page {
            switch page.standing(of: filling.overview.sites, for: wish.part) {
            case .own: break
            case .insecure: doubts.append(.insecure)
            case .foreign: doubts.append(.foreign(home: filling.overview.home()))
            }
        }
        if filling.asksEveryTime, !wish.wasAsked { doubts.append(.asksEveryTime) }
        return doubts
    }

    /// Gives the answer, and afterwards notes the use, by which suggestions are ranked.
    private func complete(with filling: Filling, from vault: UnlockedVault) {
        switch filling.content {
        case .password(let credential):
            extensionContext.gitCredentialDetails = filling.gitDetails
            let isForGit = extensionContext.gitCredentialRequest != nil
            extensionContext.completeRequest(
                withSelectedCredential: credential,
                completionHandler: noteUse(of: filling.id, as: isForGit ? .git : passwordUse, in: vault))
        case .code:
            Task { await completeWithCode(of: filling.id, from: vault) }
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
            failToFill(error.sentence)
        } catch let error as OneTimeCodeError {
            failToFill(error.sentence)
        } catch {
            cancel(.failed)
        }
    }

    /// Says why where the person looks at a sheet, and fails.
    func failToFill(_ problem: String) {
        if sheet == nil, children.isEmpty { cancel(.failed, because: problem) } else { fail(with: problem) }
    }

    /// What is copied or read goes into no page.
    private var passwordUse: LoginUse {
        purpose == .fill && origin?.frameOrigin != nil ? .passwordOnPage : .other
    }

    func noteUse(
        of id: RecordIdentifier, as use: LoginUse, in vault: UnlockedVault, after change: Change? = nil
    ) -> @Sendable (Bool) -> Void {
        let isPrivate = origin?.isPrivate ?? false
        return { [suggestions = access.suggestions] expired in
            guard !expired else { return }
            WorkAfterAnswer.begin {
                // A use that is not noted costs a place in the order, no more. That of a private window is not.
                let noted = isPrivate ? nil : try? vault.markUsed(id, as: use)
                _ = try? await suggestions.follow([change, noted].compactMap(\.self), of: vault)
            }
        }
    }

    /// Opens exactly one record; where git asks, one that git means.
    private func open(
        _ id: RecordIdentifier, _ part: LoginPart, user: String?, from vault: UnlockedVault
    ) async -> Fillable {
        switch part {
        case .code:
            return await Self.open(id, user: user, from: vault) { record in
                record.login.oneTimeCode == nil ? nil : .code
            }
        case .password:
            guard let request = extensionContext.gitCredentialRequest else {
                return await Self.open(id, user: user, from: vault) { record in
                    record.login.authenticationType == nil ? record.passwordContent : nil
                }
            }
            guard let match = GitMatch(request) else { return .notFound }
            return await Self.open(id, user: user, from: vault) { record in
                match.fits(record.overview) && match.canUse(record) ? record.passwordContent : nil
            }
        }
    }

    @concurrent
    private static func open(
        _ id: RecordIdentifier, user: String?, from vault: UnlockedVault,
        content: @Sendable (Record) -> Filling.Content?
    ) async -> Fillable {
        do throws(VaultError) {
            let record = try vault.record(id)
            guard !record.overview.isRemoved, user.map({ $0 == record.login.user }) ?? true,
                let content = content(record)
            else { return .notFound }
            return .login(
                Filling(
                    id: id, user: record.login.user, content: content,
                    gitDetails: record.login.gitCredentialDetails, overview: record.overview))
        } catch .recordNotFound {
            return .notFound
        } catch {
            return .failed(error)
        }
    }
}

extension Record {
    fileprivate var passwordContent: Filling.Content? {
        login.password.map { .password(ASPasswordCredential(user: login.user, password: $0.reveal())) }
    }
}
