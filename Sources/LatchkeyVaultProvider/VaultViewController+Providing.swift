import AuthenticationServices
import LatchkeyProvider
import LatchkeySecret
import LatchkeyVault

/// The login that a suggestion stands for.
struct WantedLogin: Sendable {
    let record: RecordIdentifier
    let user: String
    let serviceName: String

    /// Nothing for a request of another kind, or for a record that is not of this vault's making.
    init?(_ request: any ASCredentialRequest) {
        guard let identity = request.credentialIdentity as? ASPasswordCredentialIdentity,
            let record = identity.recordIdentifier.flatMap(RecordIdentifier.init)
        else { return nil }
        self.record = record
        user = identity.user
        serviceName = identity.serviceIdentifier.displayName ?? identity.serviceIdentifier.identifier
    }
}

/// What opening a login for filling came to.
enum Fillable: Sendable {
    case login(Filling)
    /// The record is gone, in the bin, without a password, or of another user than the suggestion said.
    case notFound
    case failed(VaultError)
}

/// A login that was opened to be filled.
struct Filling: Sendable {
    let id: RecordIdentifier
    let credential: ASPasswordCredential
    /// What goes beside the password where git asks.
    let gitDetails: GitCredentialDetails
    let asksEveryTime: Bool

    var user: String { credential.user }
}

extension VaultViewController {
    /// Provides without a sheet.
    func provide(_ wanted: WantedLogin) async {
        do throws(VaultError) {
            guard case .unlocked(let vault) = try await access.state() else { return cancel(.userInteractionRequired) }
            switch await open(wanted.record, user: wanted.user, from: vault) {
            case .login(let filling) where filling.asksEveryTime: cancel(.userInteractionRequired)
            case .login(let filling): complete(with: filling, from: vault)
            case .notFound: cancel(.credentialIdentityNotFound)
            case .failed: cancel(.failed)
            }
        } catch {
            cancel(.failed)
        }
    }

    func prepareToProvide(_ wanted: WantedLogin, from vault: UnlockedVault, wasAsked: Bool) async {
        switch await open(wanted.record, user: wanted.user, from: vault) {
        case .login(let filling) where filling.asksEveryTime && !wasAsked:
            show(
                ConfirmViewController(user: filling.user, service: wanted.serviceName) { [weak self] in
                    self?.complete(with: filling, from: vault)
                })
        case .login(let filling): complete(with: filling, from: vault)
        case .notFound: cancel(.credentialIdentityNotFound)
        case .failed(let error): fail(with: error.sentence)
        }
    }

    func showList(of vault: UnlockedVault, for services: ServiceOrder, wasAsked: Bool) async {
        do throws(VaultError) {
            let list = try await LoginList.read(from: vault, for: services)
            let controller = CredentialListViewController(list, serviceName: services.name)
            controller.chosen = { [weak self, weak controller] id in
                Task { await self?.choose(id, from: vault, for: services, wasAsked: wasAsked, in: controller) }
            }
            controller.cancelled = { [weak self] in self?.cancel(.userCanceled) }
            show(controller)
        } catch {
            fail(with: error.sentence)
        }
    }

    private func choose(
        _ id: RecordIdentifier, from vault: UnlockedVault, for services: ServiceOrder, wasAsked: Bool,
        in list: CredentialListViewController?
    ) async {
        switch await open(id, user: nil, from: vault) {
        case .login(let filling) where filling.asksEveryTime && !wasAsked:
            show(
                ConfirmViewController(user: filling.user, service: services.name ?? "the page") { [weak self] in
                    self?.complete(with: filling, from: vault)
                })
        case .login(let filling): complete(with: filling, from: vault)
        case .notFound: list?.show(problem: VaultError.recordNotFound(id).sentence)
        case .failed(let error): list?.show(problem: error.sentence)
        }
    }

    /// Gives the answer, and afterwards notes the use, by which suggestions are ranked.
    private func complete(with filling: Filling, from vault: UnlockedVault) {
        extensionContext.gitCredentialDetails = filling.gitDetails
        extensionContext.completeRequest(withSelectedCredential: filling.credential) {
            [suggestions = access.suggestions] expired in
            guard !expired else { return }
            WorkAfterAnswer.begin {
                // A use that is not noted costs a place in the order, no more.
                let change = try? vault.markUsed(filling.id)
                _ = try? await suggestions.follow(change.map { [$0] } ?? [], of: vault)
            }
        }
    }

    /// Opens exactly one record; where git asks, one that git means.
    private func open(_ id: RecordIdentifier, user: String?, from vault: UnlockedVault) async -> Fillable {
        guard let request = extensionContext.gitCredentialRequest else {
            return await Self.open(id, user: user, from: vault) { $0.login.authenticationType == nil }
        }
        guard let match = GitMatch(request) else { return .notFound }
        return await Self.open(id, user: user, from: vault) { match.fits($0.overview) && match.canUse($0.login) }
    }

    @concurrent
    private static func open(
        _ id: RecordIdentifier, user: String?, from vault: UnlockedVault, where isMeant: @Sendable (Record) -> Bool
    ) async -> Fillable {
        do throws(VaultError) {
            let record = try vault.record(id)
            guard !record.overview.isRemoved, let password = record.login.password,
                user.map({ $0 == record.login.user }) ?? true, isMeant(record)
            else { return .notFound }
            return .login(
                Filling(
                    id: id, credential: ASPasswordCredential(user: record.login.user, password: password.reveal()),
                    gitDetails: record.login.gitCredentialDetails, asksEveryTime: record.overview.asksEveryTime))
        } catch .recordNotFound {
            return .notFound
        } catch {
            return .failed(error)
        }
    }
}
