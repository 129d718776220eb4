import Foundation
import LatchkeyWire
import Testing

@testable import LatchkeyAgent

@Suite struct RequestStateMachineTests {
    private static let alice = CredentialIdentity(
        kind: .password, serviceIdentifier: ServiceIdentifier(type: .domain, identifier: "example.com"), user: "alice",
        recordIdentifier: "1")
    private static let code = CredentialIdentity(
        kind: .code, serviceIdentifier: ServiceIdentifier(type: .domain, identifier: "example.com"), user: "alice",
        recordIdentifier: "1")
    private static let save = SavePasswordRequest(
        serviceIdentifier: alice.serviceIdentifier, user: "alice", password: "p", sessionID: "s", event: .userInitiated)
    private static let registration = PasskeyRegistrationRequest(
        identity: alice, clientDataHash: Data(), userVerification: .preferred, supportedAlgorithms: [-7])
    private static let generate = GeneratePasswordsRequest(serviceIdentifier: alice.serviceIdentifier)

    private static let noUI = ProviderRequest.provideWithoutUserInteraction(alice)
    private static let withUI = ProviderRequest.prepareToProvide(alice)
    private static let filled = ProviderAnswer.password(user: "alice", password: "p")

    private static func cancelled(_ code: Int) -> ProviderAnswer {
        .cancelled(domain: "ASExtensionErrorDomain", code: code)
    }

    /// A machine whose first process is running.
    private func asking(
        _ request: ProviderRequest, otherAccounts: Set<String> = [], canShowInterface: Bool = true,
        isDebugging: Bool = false
    ) -> RequestStateMachine {
        var machine = RequestStateMachine(
            request, otherAccounts: otherAccounts, canShowInterface: canShowInterface, isDebugging: isDebugging)
        _ = machine.handle(.begin)
        _ = machine.handle(.launched)
        return machine
    }

    private func failure(_ actions: [RequestStateMachine.Action]) -> RemoteError.Reason? {
        for case .end(.failure(let error)) in actions { return error.reason }
        return nil
    }

    @Test func `a call without an interface has the short deadline`() {
        var machine = RequestStateMachine(Self.noUI, canShowInterface: true)
        #expect(machine.handle(.begin) == [.launch(Self.noUI), .arm(.withoutInterface)])
    }

    @Test func `the process continues after an answer, which is returned once`() {
        var machine = asking(Self.noUI)
        #expect(machine.handle(.answered(Self.filled)) == [.disarm, .leaveAlive, .end(.answer(Self.filled))])
        #expect(machine.handle(.answered(Self.filled)) == [.logLateAnswer])
        #expect(machine.handle(.answered(Self.cancelled(1))) == [.logLateAnswer])
    }

    @Test func `calls the form with an interface if the provider requires it`() {
        var machine = asking(Self.noUI)
        #expect(
            machine.handle(.answered(Self.cancelled(100))) == [.stop, .launch(Self.withUI), .arm(.withInterface)])
        _ = machine.handle(.launched)
        #expect(
            machine.handle(.answered(Self.filled)) == [.disarm, .dismiss, .leaveAlive, .end(.answer(Self.filled))])
    }

    @Test func `a slow call is repeated once with its interface, and then times out`() {
        var machine = asking(Self.noUI)
        #expect(machine.handle(.deadlinePassed) == [.stop, .launch(Self.withUI), .arm(.withInterface)])
        _ = machine.handle(.launched)
        #expect(failure(machine.handle(.deadlinePassed)) == .timedOut)
    }

    @Test func `a slow call without a screen times out`() {
        var machine = asking(Self.noUI, canShowInterface: false)
        #expect(failure(machine.handle(.deadlinePassed)) == .timedOut)
    }

    @Test func `a save has a form with an interface; a generation, an upgrade, a report and a refill have none`() {
        var saving = asking(.saveWithoutUserInteraction(Self.save))
        #expect(
            saving.handle(.answered(Self.cancelled(100))) == [
                .stop, .launch(.prepareToSave(Self.save)), .arm(.withInterface),
            ])
        for request in [
            ProviderRequest.generateWithoutUserInteraction(Self.generate),
            .registerPasskeyWithoutUserInteraction(Self.registration),
            .report(.unusedPasswordCredential(domain: "example.com", user: "alice")), .refillIdentityStore,
        ] {
            var machine = asking(request)
            #expect(failure(machine.handle(.answered(Self.cancelled(100)))) == .locked)
            var slow = asking(request)
            #expect(failure(slow.handle(.deadlinePassed)) == .timedOut)
        }
    }

    @Test func `fails with locked if an interface is required and there is no screen`() {
        var machine = asking(Self.noUI, canShowInterface: false)
        let actions = machine.handle(.answered(Self.cancelled(100)))
        #expect(failure(actions) == .locked)
        #expect(!actions.contains(.launch(Self.withUI)))
        var list = RequestStateMachine(.prepareCredentialList([]), canShowInterface: false)
        #expect(failure(list.handle(.begin)) == .locked)
    }

    /// The agent does not know whether the provider is locked, or asks each time.
    @Test func `advises to unlock only where that can be enough`() {
        func hint(_ request: ProviderRequest) -> String? {
            var machine = RequestStateMachine(request, canShowInterface: false)
            for case .end(.failure(let error)) in machine.handle(.begin) { return error.hint }
            return nil
        }
        #expect(hint(Self.withUI)?.contains("run this on a terminal; if the provider is only locked") == true)
        #expect(hint(.prepareConfiguration) == "run this on a terminal")
        #expect(hint(.prepareCredentialList([]))?.contains("unlock") == false)
    }

    @Test(arguments: [
        (ProviderAnswer.oneTimeCode("123456"), noUI), (.text("x"), noUI), (.passwordSaved, noUI), (.configured, noUI),
        (.other("passkeyAssertion"), noUI), (.reported, noUI), (filled, .prepareOneTimeCodeList([])),
        (filled, .provideWithoutUserInteraction(code)), (filled, .prepareConfiguration), (filled, .prepareTextToInsert),
        (.oneTimeCode("1"), .prepareCredentialList([])), (.configured, .prepareToSave(save)),
        (.passwordSaved, .prepareToGenerate(generate)),
    ])
    func `an answer that does not fit the call is a failure`(answer: ProviderAnswer, request: ProviderRequest) {
        var machine = asking(request)
        #expect(failure(machine.handle(.answered(answer))) == .providerFailed)
    }

    @Test(arguments: [
        (ProviderAnswer.oneTimeCode("1"), ProviderRequest.provideWithoutUserInteraction(code)),
        (.oneTimeCode("1"), .prepareOneTimeCodeList([])), (filled, .prepareCredentialList([])),
        (.text("x"), .prepareTextToInsert), (.passwordSaved, .saveWithoutUserInteraction(save)),
        (.generatedPasswords([]), .generateWithoutUserInteraction(generate)), (.configured, .prepareConfiguration),
        (.reported, .refillIdentityStore),
    ])
    func `accepts the kinds of answer of each entry method`(answer: ProviderAnswer, request: ProviderRequest) {
        var machine = asking(request)
        #expect(machine.handle(.answered(answer)).last == .end(.answer(answer)))
    }

    @Test func `rejects an answer for another account that could have been picked`() {
        var machine = asking(Self.noUI, otherAccounts: ["bob"])
        #expect(failure(machine.handle(.answered(.password(user: "bob", password: "p")))) == .providerFailed)
    }

    @Test func `accepts an answer with an unknown user name`() {
        var machine = asking(Self.noUI, otherAccounts: ["bob"])
        let answer = ProviderAnswer.password(user: "alice@example.com", password: "p")
        #expect(machine.handle(.answered(answer)).last == .end(.answer(answer)))
    }

    @Test func `removes an identity whose record does not exist`() {
        var machine = asking(Self.noUI)
        let actions = machine.handle(.answered(Self.cancelled(101)))
        #expect(actions.first == .forgetIdentity)
        #expect(failure(actions) == .credentialIdentityNotFound)
    }

    @Test(arguments: [
        ("ASExtensionErrorDomain", 0, RemoteError.Reason.providerFailed), ("ASExtensionErrorDomain", 1, .userCanceled),
        ("ASExtensionErrorDomain", 102, .providerFailed), ("ASExtensionErrorDomain", 7, .providerFailed),
        ("PassExtension", 0, .providerFailed), ("PassExtension", 1, .providerFailed),
        ("ASCredentialIdentityStoreErrorDomain", 100, .providerFailed),
    ])
    func `converts the error of a cancellation`(domain: String, code: Int, reason: RemoteError.Reason) {
        var machine = asking(Self.noUI)
        #expect(failure(machine.handle(.answered(.cancelled(domain: domain, code: code)))) == reason)
    }

    @Test(arguments: [
        (ProviderRequest.preparePasskeyRegistration(registration), RemoteError.Reason.invalidStateError),
        (.registerPasskeyWithoutUserInteraction(registration), .declined),
    ])
    func `reports an excluded passkey only for a registration with an interface`(
        request: ProviderRequest, reason: RemoteError.Reason
    ) {
        var machine = asking(request)
        #expect(failure(machine.handle(.answered(Self.cancelled(102)))) == reason)
    }

    @Test(arguments: [
        ("ASExtensionErrorDomain", 0, RemoteError.Reason.declined), ("ASExtensionErrorDomain", 102, .declined),
        ("ASExtensionErrorDomain", 100, .locked), ("PassExtension", 0, .providerFailed),
    ])
    func `distinguishes a declined upgrade from a failure`(
        domain: String, code: Int, reason: RemoteError.Reason
    ) {
        var machine = asking(.registerPasskeyWithoutUserInteraction(Self.registration))
        #expect(failure(machine.handle(.answered(.cancelled(domain: domain, code: code)))) == reason)
    }

    @Test(arguments: [ProviderDeath.exited(code: 0), .exited(code: 1), .signalled(11)])
    func `ends when the process ends`(death: ProviderDeath) {
        var machine = asking(Self.noUI)
        #expect(failure(machine.handle(.died(death))) == .providerCrashed)
        #expect(machine.handle(.answered(Self.filled)) == [.logLateAnswer])
    }

    @Test func `names the library that the provider cannot load`() {
        var machine = asking(Self.noUI)
        let actions = machine.handle(.died(.libraryMissing("libswiftCore.so")))
        guard case .end(.failure(let error)) = actions.last else {
            Issue.record("\(actions)")
            return
        }
        #expect(error.reason == .providerUnusable)
        #expect(error.message == "the provider cannot load libswiftCore.so in its sandbox")
        #expect(error.hint?.contains("\"swift build --static-swift-stdlib\"") == true)
    }

    @Test func `activity restarts the deadline of a call with an interface`() {
        var machine = asking(.prepareCredentialList([]))
        #expect(machine.handle(.activity) == [.arm(.withInterface)])
        var noUI = asking(Self.noUI)
        #expect(noUI.handle(.activity).isEmpty)
    }

    @Test func `a cancelled sheet ends the request, also if the provider does not react`() {
        var machine = asking(.prepareCredentialList([]))
        #expect(machine.handle(.dismissed) == [.arm(.afterCancellation)])
        #expect(machine.handle(.dismissed).isEmpty)
        #expect(machine.handle(.activity).isEmpty)
        #expect(failure(machine.handle(.deadlinePassed)) == .userCanceled)
    }

    @Test func `a debugged provider has no deadlines`() {
        var machine = RequestStateMachine(Self.noUI, canShowInterface: true, isDebugging: true)
        #expect(machine.handle(.begin) == [.launch(Self.noUI)])
        var list = asking(.prepareCredentialList([]), isDebugging: true)
        #expect(list.handle(.activity).isEmpty)
    }

    @Test(arguments: [
        noUI, withUI, .prepareCredentialList([]), .saveWithoutUserInteraction(save), .prepareConfiguration,
    ])
    func `a disconnected client stops the provider in every state`(request: ProviderRequest) {
        var launching = RequestStateMachine(request, canShowInterface: true)
        _ = launching.handle(.begin)
        let early = launching.handle(.abandoned)
        #expect(early.contains(.stop) && failure(early) == .requestCancelled)
        var machine = asking(request)
        let late = machine.handle(.abandoned)
        #expect(late.contains(.stop) && failure(late) == .requestCancelled)
        #expect(machine.handle(.abandoned).isEmpty)
    }

    /// Every sequence of four events after the start: the request ends at most once, and nothing starts after it.
    @Test(arguments: [
        noUI, withUI, .prepareCredentialList([]), .saveWithoutUserInteraction(save), .refillIdentityStore,
    ])
    func `ends exactly once for any sequence of events`(request: ProviderRequest) {
        let events: [RequestStateMachine.Event] = [
            .launched, .launchFailed(RemoteError(.providerUnusable, "")), .answered(Self.filled),
            .answered(Self.cancelled(100)), .answered(Self.cancelled(1)), .died(.signalled(9)), .deadlinePassed,
            .activity, .dismissed, .abandoned,
        ]
        func explore(_ machine: RequestStateMachine, ended: Bool, depth: Int) {
            guard depth > 0 else { return }
            for event in events {
                var next = machine
                let actions = next.handle(event)
                let ends = actions.filter { if case .end = $0 { true } else { false } }.count
                let starts = actions.contains { if case .launch = $0 { true } else { false } }
                #expect(ends <= (ended ? 0 : 1))
                #expect(!(starts && (ended || ends == 1)))
                if ends == 1 { #expect(actions.contains(.stop) || actions.contains(.leaveAlive)) }
                explore(next, ended: ended || ends == 1, depth: depth - 1)
            }
        }
        var machine = RequestStateMachine(request, canShowInterface: true)
        _ = machine.handle(.begin)
        explore(machine, ended: false, depth: 4)
    }
}
