import AuthenticationServices
import LatchkeySheet
import LatchkeyWire

/// Runs the one request of a provider's process: makes the controller, calls its entry method, shows its sheet, and
/// gives the answer.
///
/// On Apple's systems this is the extension's host: `UIViewController`'s life cycle around one entry method.
@MainActor
final class ProviderRuntime {
    private let makeController: @MainActor () -> ASCredentialProviderViewController
    private let note: @Sendable (String) -> Void
    private weak var peer: Peer?
    private var sheets: SheetHost?
    private var host: RequestHost?
    /// Keeps the controller until the process ends: it may have work left after its answer.
    private var controller: ASCredentialProviderViewController?

    private static let sheetIdentifier = 1

    init(
        note: @escaping @Sendable (String) -> Void,
        makeController: @escaping @MainActor () -> ASCredentialProviderViewController
    ) {
        self.note = note
        self.makeController = makeController
    }

    /// What the agent may call.
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
        // The view is there before the entry method, as shipped providers rely on (api-surface §16.1).
        controller.loadViewIfNeeded()
        let answersByItself = await call(controller, for: parameters.request)
        if parameters.request.showsInterface { show(controller, host: host) }

        // What ends with its call has no answer, but may have failed.
        var answer = answersByItself ? host.firstAnswer ?? .reported : await host.answer()
        if parameters.context.git != nil { answer = answer.with(ProcessLink.gitCredentialDetails) }
        sheets?.disappear()
        Task { await finish() }
        return answer
    }

    /// Calls the one entry method; gives whether the request ends with it, as those do that have no answer.
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
            // What the provider begins on a report is the whole of its answer.
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
        case .publicKeyCredentialUpdate(let relyingParty, let userHandle, let newName):
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
        // A connection that is gone has taken the request with it.
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

    /// Runs the completion handler, and says when the process may end.
    ///
    /// A provider without a handler gets the whole time: what it still does in the background cannot be seen from here.
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
