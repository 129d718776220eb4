import AuthenticationServices
import LatchkeySheet
import LatchkeyWire

/// Runs the one request of a provider's process: makes the controller, calls the entry method, shows its sheet,
/// answers.
///
/// On Apple's systems the extension's host does this, with `UIViewController`'s life cycle.
@MainActor
final class ProviderRuntime {
    private let makeController: @MainActor () -> ASCredentialProviderViewController
    private let note: @Sendable (String) -> Void
    private weak var peer: Peer?
    private var sheets: SheetHost?
    private var host: RequestHost?
    /// Keeps the controller until the process ends, since it may have work left after its answer.
    private var controller: ASCredentialProviderViewController?

    private static let sheetIdentifier = 1

    init(
        note: @escaping @Sendable (String) -> Void,
        makeController: @escaping @MainActor () -> ASCredentialProviderViewController
    ) {
        self.note = note
        self.makeController = makeController
    }

    /// The methods that the agent may call.
    nonisolated func methods() -> MethodTable {
        var table = MethodTable()
        table.on(PerformRequest.self) { [self] in try await perform($0) }
        table.on(SheetHappening.self) { [self] in await deliver($0.event) }
        table.on(ExpireRequest.self) { [self] _ in await expire() }
        return table
    }

    func connect(to peer: Peer) {
        self.peer = peer
    }

    private func perform(_ parameters: PerformRequest.Parameters) async throws -> ProviderAnswer {
        guard host == nil else { throw RemoteError(.notPermitted, "this process has been asked already") }
        let host = RequestHost(note: note)
        self.host = host
        ProcessLink.begin(parameters.context)

        let controller = makeController()
        self.controller = controller
        controller.attach(ASCredentialProviderExtensionContext(host: host))
        // Existing providers expect the view to be loaded before the entry method.
        controller.loadViewIfNeeded()
        let endsWithCall = await call(controller, for: parameters.request)
        if parameters.request.showsInterface { show(controller, host: host) }

        // A request that ends with its call has no answer, but may have failed.
        var answer = endsWithCall ? host.firstAnswer ?? .reported : await host.answer()
        if parameters.context.git != nil { answer = answer.with(ProcessLink.gitCredentialDetails) }
        sheets?.disappear()
        Task { await finish() }
        return answer
    }

    /// Calls the entry method; returns whether the request ends with the call, since it has no answer.
    private func call(_ controller: ASCredentialProviderViewController, for request: ProviderRequest) async -> Bool {
        switch request {
        case .provideWithoutUserInteraction(let identity):
            guard let request = identity.appleRequest else { return unsupported() }
            controller.provideCredentialWithoutUserInteraction(for: request)
        case .assertPasskeyWithoutUserInteraction(let request):
            controller.provideCredentialWithoutUserInteraction(for: request.appleRequest)
        case .prepareToAssertPasskey(let request):
            controller.prepareInterfaceToProvideCredential(for: request.appleRequest)
        case .preparePasskeyRegistration(let request):
            controller.prepareInterface(forPasskeyRegistration: request.appleRequest)
        case .registerPasskeyWithoutUserInteraction(let request):
            controller.performWithoutUserInteractionIfPossible(passkeyRegistration: request.appleRequest)
        case .prepareToProvide(let identity):
            guard let request = identity.appleRequest else { return unsupported() }
            controller.prepareInterfaceToProvideCredential(for: request)
        case .prepareCredentialList(let services):
            controller.prepareCredentialList(for: services.map(\.appleIdentifier))
        case .prepareCredentialListWithPasskeys(let services, let parameters):
            controller.prepareCredentialList(
                for: services.map(\.appleIdentifier), requestParameters: parameters.appleParameters)
        case .prepareOneTimeCodeList(let services):
            controller.prepareOneTimeCodeCredentialList(for: services.map(\.appleIdentifier))
        case .prepareTextToInsert:
            controller.prepareInterfaceForUserChoosingTextToInsert()
        case .saveWithoutUserInteraction(let save):
            controller.performWithoutUserInteractionIfPossible(savePasswordRequest: save.appleRequest)
        case .prepareToSave(let save):
            controller.prepareInterface(for: save.appleRequest)
        case .generateWithoutUserInteraction(let generate):
            controller.performWithoutUserInteraction(generatePasswordsRequest: generate.appleRequest)
        case .prepareToGenerate(let generate):
            controller.prepareInterface(for: generate.appleRequest)
        case .prepareConfiguration:
            controller.prepareInterfaceForExtensionConfiguration()
        case .report(let report):
            call(controller, for: report)
            // Work that the provider started for the report must finish before the process ends.
            await WorkAfterAnswer.settle()
            return true
        case .refillIdentityStore:
            await (controller as? any IdentityStoreRefilling)?.refillCredentialIdentityStore()
            return true
        }
        return false
    }

    private func call(_ controller: ASCredentialProviderViewController, for report: LatchkeyWire.CredentialReport) {
        switch report {
        case .publicKeyCredentialUpdate(let relyingParty, let userHandle, let newName, let displayName):
            ProcessLink.note(reportedUserDisplayName: displayName)
            controller.reportPublicKeyCredentialUpdate(
                forRelyingParty: relyingParty, userHandle: userHandle, newName: newName)
        case .unknownPublicKeyCredential(let relyingParty, let credentialID):
            controller.reportUnknownPublicKeyCredential(forRelyingParty: relyingParty, credentialID: credentialID)
        case .allAcceptedPublicKeyCredentials(let relyingParty, let userHandle, let accepted):
            controller.reportAllAcceptedPublicKeyCredentials(
                forRelyingParty: relyingParty, userHandle: userHandle, acceptedCredentialIDs: accepted)
        case .unusedPasswordCredential(let domain, let user):
            controller.reportUnusedPasswordCredential(forDomain: domain, userName: user)
        }
    }

    private func unsupported() -> Bool {
        host?.requestDidEnd(with: .cancelled(ASExtensionError(.failed)), completionHandler: nil)
        return false
    }

    // MARK: The sheet

    private func show(_ controller: ASCredentialProviderViewController, host: RequestHost) {
        let (outputs, output) = AsyncStream.makeStream(of: SheetHost.Output.self)
        let sheets = SheetHost(root: controller, cancelTitle: "Cancel") {
            output.yield($0)
        } cancelled: {
            host.requestDidEnd(with: .cancelled(ASExtensionError(.userCanceled)), completionHandler: nil)
        }
        self.sheets = sheets
        Task { [peer] in
            for await output in outputs { await Self.send(output, over: peer) }
        }
        sheets.appear()
    }

    private static func send(_ output: SheetHost.Output, over peer: Peer?) async {
        // Errors are ignored: if the connection is closed, so is the request.
        switch output {
        case .open(let sheet):
            try? await peer?.notify(OpenSheet.self, OpenSheet.Parameters(id: sheetIdentifier, sheet: sheet))
        case .change(let difference):
            try? await peer?.notify(
                ChangeSheet.self, ChangeSheet.Parameters(id: sheetIdentifier, difference: difference))
        }
    }

    private func deliver(_ event: SheetEvent) {
        sheets?.deliver(event)
    }

    // MARK: After the answer

    /// Runs the completion handler, and notifies the agent that the process may end.
    ///
    /// Without a handler the provider gets the whole time limit: the runtime cannot see its background work.
    private func finish() async {
        guard let host, host.hasCompletionHandler else { return }
        await host.complete(expired: false)
        await WorkAfterAnswer.settle()
        await ProcessLink.current?.settle()
        try? await peer?.notify(FinishRequest.self, Empty())
    }

    private func expire() async {
        await host?.complete(expired: true)
    }
}

/// A controller that can provide all its identities again, after the system has lost them.
@preconcurrency @MainActor
public protocol IdentityStoreRefilling: AnyObject {
    /// Replaces all identities in ``ASCredentialIdentityStore``.
    ///
    /// It is called without an interface. A provider that cannot do it, because it is locked, returns; it can check
    /// `supportsIncrementalUpdates` later.
    func refillCredentialIdentityStore() async
}
