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
    case login(RecordIdentifier, user: String, ASPasswordCredential, asksEveryTime: Bool)
    /// The record is gone, in the bin, without a password, or of another user than the suggestion said.
    case notFound
    case failed(VaultError)
}

extension VaultViewController {
    /// Provides without a sheet.
    func provide(_ wanted: WantedLogin) async {
        do throws(VaultError) {
            guard case .unlocked(let vault) = try await access.state() else { return cancel(.userInteractionRequired) }
            switch await Self.open(wanted.record, user: wanted.user, from: vault) {
            case .login(_, _, _, asksEveryTime: true): cancel(.userInteractionRequired)
            case .login(let id, _, let credential, _): complete(with: credential, of: id, from: vault)
            case .notFound: cancel(.credentialIdentityNotFound)
            case .failed: cancel(.failed)
            }
        } catch {
            cancel(.failed)
        }
    }

    func prepareToProvide(_ wanted: WantedLogin, from vault: UnlockedVault, wasAsked: Bool) async {
        switch await Self.open(wanted.record, user: wanted.user, from: vault) {
        case .login(let id, let user, let credential, asksEveryTime: true) where !wasAsked:
            show(
                ConfirmViewController(user: user, service: wanted.serviceName) { [weak self] in
                    self?.complete(with: credential, of: id, from: vault)
                })
        case .login(let id, _, let credential, _): complete(with: credential, of: id, from: vault)
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
        switch await Self.open(id, user: nil, from: vault) {
        case .login(_, let user, let credential, asksEveryTime: true) where !wasAsked:
            show(
                ConfirmViewController(user: user, service: services.name ?? "the page") { [weak self] in
                    self?.complete(with: credential, of: id, from: vault)
                })
        case .login(_, _, let credential, _): complete(with: credential, of: id, from: vault)
        case .notFound: list?.show(problem: VaultError.recordNotFound(id).sentence)
        case .failed(let error): list?.show(problem: error.sentence)
        }
    }

    /// Gives the answer, and afterwards notes the use, by which suggestions are ranked.
    private func complete(with credential: ASPasswordCredential, of id: RecordIdentifier, from vault: UnlockedVault) {
        extensionContext.completeRequest(withSelectedCredential: credential) {
            [suggestions = access.suggestions] expired in
            guard !expired else { return }
            WorkAfterAnswer.begin {
                // A use that is not noted costs a place in the order, no more.
                let change = try? vault.markUsed(id)
                _ = try? await suggestions.follow(change.map { [$0] } ?? [], of: vault)
            }
        }
    }

    /// Opens exactly one record.
    @concurrent
    private static func open(_ id: RecordIdentifier, user: String?, from vault: UnlockedVault) async -> Fillable {
        do throws(VaultError) {
            let record = try vault.record(id)
            guard !record.overview.isRemoved, let password = record.login.password,
                user.map({ $0 == record.login.user }) ?? true
            else { return .notFound }
            let credential = ASPasswordCredential(user: record.login.user, password: password.reveal())
            return .login(
                id, user: record.login.user, credential, asksEveryTime: record.overview.asksEveryTime)
        } catch .recordNotFound {
            return .notFound
        } catch {
            return .failed(error)
        }
    }
}
