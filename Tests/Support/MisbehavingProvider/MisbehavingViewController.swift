import AuthenticationServices
import Foundation
import Glibc
import LatchkeyProvider
import LatchkeyCore

/// Has a login for each behaviour, and shows the behaviour when the login is picked.
final class MisbehavingViewController: ASCredentialProviderViewController, IdentityStoreRefilling {
    private var isDeaf = false
    private var viewWasLoadedOnMainThread = false

    override func viewDidLoad() {
        viewWasLoadedOnMainThread = Thread.isMainThread
    }

    // MARK: Identities

    func refillCredentialIdentityStore() async {
        try? await ASCredentialIdentityStore.shared.replaceCredentialIdentities(Self.identities)
    }

    override func prepareInterfaceForExtensionConfiguration() {
        Task {
            await refillCredentialIdentityStore()
            extensionContext.completeExtensionConfigurationRequest()
        }
    }

    /// The second bundle of this program has its own sites.
    private static let isSecond = SandboxProbe.container.hasSuffix("second")

    private static var identities: [any ASCredentialIdentity] {
        var identities = Behaviour.allCases.map { identity($0, user: $0.user) }
        identities.append(identity(.answersOtherAccount, user: "somebody"))
        return identities
    }

    private static func identity(_ behaviour: Behaviour, user: String) -> ASPasswordCredentialIdentity {
        let host = "\(behaviour.name)\(isSecond ? "-second" : "").example"
        return ASPasswordCredentialIdentity(
            serviceIdentifier: ASCredentialServiceIdentifier(identifier: host, type: .domain), user: user,
            recordIdentifier: behaviour.rawValue)
    }

    // MARK: Answers

    override func provideCredentialWithoutUserInteraction(for credentialRequest: any ASCredentialRequest) {
        guard let behaviour = Behaviour(recordIdentifier: credentialRequest.credentialIdentity.recordIdentifier)
        else { return cancel(.credentialIdentityNotFound) }
        SandboxProbe.noteAsked(behaviour)
        switch behaviour {
        case .well, .escapes: answer(user: behaviour.user)
        case .hangs: break
        case .blocksMainThread: sleep(3_600)
        case .usesMainThread: answerFromMainThread(behaviour)
        case .asks, .asksAndHangs, .asksAndIsDeaf, .asksAndUsesMainThread, .cancels100:
            cancel(.userInteractionRequired)
        case .crashes: abort()
        case .exits: exit(7)
        case .answersLate:
            Task {
                try? await Task.sleep(for: .seconds(5))
                answer(user: behaviour.user)
            }
        case .answersWrongKind: extensionContext.completeRequest(withTextToInsert: "text")
        case .answersOtherAccount: answer(user: "somebody")
        case .cancels0: cancel(.failed)
        case .cancels1: cancel(.userCanceled)
        case .cancels101: cancel(.credentialIdentityNotFound)
        case .cancels102: cancel(.matchedExcludedCredential)
        case .cancels77: extensionContext.cancelRequest(withError: NSError(domain: ASExtensionErrorDomain, code: 77))
        case .cancelsInForeignDomain:
            extensionContext.cancelRequest(withError: NSError(domain: "org.example.errors", code: 1))
        default: misbehave(behaviour)
        }
    }

    private func misbehave(_ behaviour: Behaviour) {
        switch behaviour {
        case .answersTwice:
            answer(user: behaviour.user)
            answer(user: behaviour.user, password: "second")
        case .answersTwiceInBytes:
            RawSocket.sendAnswer(id: 1, user: behaviour.user, password: "first")
            answer(user: behaviour.user, password: "second")
        case .answersForeignID:
            RawSocket.sendAnswer(id: 4_711, user: behaviour.user, password: "foreign")
            answer(user: behaviour.user)
        case .showsSheetTooEarly:
            RawSocket.sendSheet()
            answer(user: behaviour.user)
        case .floods:
            Flood.begin()
            answer(user: behaviour.user)
        case .sendsLongFrame: RawSocket.send(frame: [UInt8](repeating: UInt8(ascii: " "), count: 2 << 20))
        case .sendsGarbage: RawSocket.send(frame: Array("{\"jsonrpc\":\"2.0\",\u{7F}nothing".utf8))
        case .sendsDeepJSON: RawSocket.send(frame: [UInt8](repeating: UInt8(ascii: "["), count: 500_000))
        case .sendsHalfAFrame:
            RawSocket.write([UInt8](repeating: 0, count: 3))
            exit(0)
        case .leavesProcesses:
            SandboxProbe.leaveProcess()
            answer(user: behaviour.user)
        case .neverFinishes:
            extensionContext.completeRequest(withSelectedCredential: credential(behaviour.user)) { _ in sleep(3_600) }
        case .writesForEver: Task { while true { await refillCredentialIdentityStore() } }
        default: Task { await answer(looking: behaviour) }
        }
    }

    private func answerFromMainThread(_ behaviour: Behaviour) {
        MainThreadUses.tryAll { [self] words in
            answer(user: behaviour.user, password: "view:\(viewWasLoadedOnMainThread) \(words)")
        }
    }

    private func answer(looking behaviour: Behaviour) async {
        let keychain = LatchkeyProvider.Keychain.shared
        do {
            switch behaviour {
            case .keepsSecret: try await keychain?.set(Secret(Planted.item), for: "secret")
            case .dropsSecret: try await keychain?.remove("secret")
            case .readsSecret:
                let item = try await keychain?.value(for: "secret")
                return answer(user: behaviour.user, password: item?.reveal() ?? "nothing")
            default: return answer(user: behaviour.user, password: await SandboxProbe.report())
            }
            answer(user: behaviour.user)
        } catch {
            cancel(.failed)
        }
    }

    private func answer(user: String, password: String = Planted.password) {
        // The handler makes the process end as soon as it returns.
        extensionContext.completeRequest(withSelectedCredential: credential(user, password)) { _ in }
    }

    private func credential(_ user: String, _ password: String = Planted.password) -> ASPasswordCredential {
        ASPasswordCredential(user: user, password: password)
    }

    private func cancel(_ code: ASExtensionError.Code) {
        extensionContext.cancelRequest(withError: ASExtensionError(code))
    }

    // MARK: Interface

    override func prepareInterfaceToProvideCredential(for credentialRequest: any ASCredentialRequest) {
        let behaviour = Behaviour(recordIdentifier: credentialRequest.credentialIdentity.recordIdentifier)
        isDeaf = behaviour == .asksAndIsDeaf
        if behaviour == .asksAndUsesMainThread { return answerFromMainThread(.asksAndUsesMainThread) }
        let title = behaviour == .asksAndHangs ? "Never" : "Answer"
        sheet = Sheet(
            title: "Question", elements: [Sheet.Element("answer", .button(Sheet.Button(title: title)))],
            defaultButton: "answer")
    }

    override func viewDidAppear(_ animated: Bool) {
        guard isDeaf else { return }
        // Blocks the main thread after the sheet was sent.
        DispatchQueue.main.asyncAfter(deadline: .now() + 0.1) { sleep(3_600) }
    }

    override func sheetDidReceive(_ event: SheetEvent) {
        guard event.element == "answer" else { return }
        if case .button(let button)? = sheet?["answer"], button.title == "Answer" { answer(user: "asks") }
    }
}
