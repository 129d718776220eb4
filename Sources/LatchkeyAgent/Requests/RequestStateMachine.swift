package import LatchkeyWire

/// One request's way from the pick to its end, without a socket, a process or a clock.
///
/// The runner tells it what happened and carries out what it answers. It is the one place where the rules of a request
/// live: which entry method is called, what escalates to the provider's interface, what counts as an answer, and that
/// every request ends exactly once.
package struct RequestStateMachine: Sendable {
    /// What has happened.
    package enum Event: Sendable {
        case begin
        /// The process of the current phase is running.
        case launched
        case launchFailed(RemoteError)
        case answered(ProviderAnswer)
        /// The process ended without an answer, or its connection could not be read.
        case died(ProviderDeath)
        case deadlinePassed
        /// The person typed or chose, or the sheet's progress moved.
        case somethingMoved
        /// The person wants out of the sheet; the provider has a moment to say so itself.
        case dismissed
        /// The client went away, or cancelled.
        case abandoned
    }

    /// What the runner has to do, in order.
    package enum Action: Hashable, Sendable {
        /// Start a process and call this entry method.
        case launch(ProviderRequest)
        /// End the request unless something moves before the deadline; replaces an earlier one, and belongs to the
        /// process that was launched last.
        case arm(Deadline)
        case disarm
        /// Take the sheet away.
        case dismiss
        /// Stop the process now.
        case stop
        /// Leave the process the time after its answer.
        case leaveAlive
        /// The record is gone: drop the identity and ask for all of them again.
        case forgetIdentity
        /// An answer came when none was open.
        case logStray
        case end(Outcome)
    }

    package enum Deadline: Hashable, Sendable {
        /// 3 s for a call without an interface.
        case withoutInterface
        /// 180 s without input for one with an interface.
        case withInterface
        /// 3 s for a provider to react to the person's wish to get out.
        case wayOut
    }

    package enum Outcome: Hashable, Sendable {
        case answer(ProviderAnswer)
        case failure(RemoteError)
    }

    /// The states, each with those that may follow it.
    enum State: Hashable, Sendable {
        /// → launching
        case idle
        /// → asking, ended
        case launching(ProviderRequest)
        /// → launching (once, from a no-UI call to its UI form), ended
        case asking(ProviderRequest)
        /// → nothing
        case ended
    }

    private let first: ProviderRequest
    private let otherAccounts: Set<String>
    private let canShowInterface: Bool
    private let isDebugging: Bool
    private(set) var state = State.idle
    private var isDismissed = false

    /// - Parameters:
    ///   - otherAccounts: The user names that the provider's other identities of this service have. An answer for one
    ///     of them is for somebody else than was picked.
    ///   - canShowInterface: Whether there is a screen to ask the person on.
    package init(
        _ request: ProviderRequest, otherAccounts: Set<String> = [], canShowInterface: Bool, isDebugging: Bool = false
    ) {
        first = request
        self.otherAccounts = otherAccounts
        self.canShowInterface = canShowInterface
        self.isDebugging = isDebugging
    }

    package mutating func handle(_ event: Event) -> [Action] {
        switch (state, event) {
        case (.ended, .answered): return [.logStray]
        case (.ended, _): return []
        case (.idle, .begin): return launch(first)
        case (_, .abandoned): return end(with: .failure(.abandoned))
        case (.launching(let request), .launched):
            state = .asking(request)
            return []
        case (.launching, .launchFailed(let error)): return end(with: .failure(error))
        case (.asking(let request), .answered(let answer)): return take(answer, to: request)
        case (.launching, .died(let death)), (.asking, .died(let death)): return end(with: .failure(death.error))
        case (.launching(let request), .deadlinePassed), (.asking(let request), .deadlinePassed): return giveUp(request)
        case (.asking(let request), .somethingMoved):
            return request.showsInterface && !isDebugging && !isDismissed ? [.arm(.withInterface)] : []
        case (.asking(let request), .dismissed):
            guard request.showsInterface, !isDismissed else { return [] }
            isDismissed = true
            return [.arm(.wayOut)]
        // Late news of a phase that is over.
        case (.idle, _), (.launching, _), (.asking, _): return []
        }
    }

    private mutating func launch(_ request: ProviderRequest) -> [Action] {
        if request.showsInterface, !canShowInterface {
            return end(with: .failure(request.isList ? .nobodyToChoose : .nobodyToAsk))
        }
        state = .launching(request)
        let deadline: [Action] = isDebugging ? [] : [.arm(request.showsInterface ? .withInterface : .withoutInterface)]
        return [.launch(request)] + deadline
    }

    private mutating func take(_ answer: ProviderAnswer, to request: ProviderRequest) -> [Action] {
        if case .cancelled(let domain, let code, let explanation) = answer {
            return cancelled(ExtensionErrorCode(domain: domain, code: code), explanation, by: request)
        }
        guard answer.fits(request) else { return end(with: .failure(.wrongAnswer)) }
        guard !isForSomebodyElse(answer, to: request) else { return end(with: .failure(.otherAccount)) }
        return end(with: .answer(answer), leaveAlive: true)
    }

    /// A provider may decorate the name that the suggestion shows, so that the answer's may differ.
    ///
    /// It is wrong only when it is the name of another login that the person could have picked and did not.
    private func isForSomebodyElse(_ answer: ProviderAnswer, to request: ProviderRequest) -> Bool {
        guard case .password(let user, _, _) = answer, let picked = request.pickedIdentity else { return false }
        return user != picked.user && otherAccounts.contains(user)
    }

    private mutating func cancelled(
        _ code: ExtensionErrorCode, _ explanation: ProviderExplanation?, by request: ProviderRequest
    ) -> [Action] {
        switch code {
        case .userInteractionRequired:
            // Only some of the no-UI calls may escalate (api-surface §9): not the generator's, not a report.
            guard let next = request.withInterface else { return end(with: .failure(.needsInterface)) }
            return [.stop] + launch(next)
        case .credentialIdentityNotFound:
            return [.forgetIdentity] + end(with: .failure(.identityNotFound), leaveAlive: true)
        case .userCanceled:
            return end(with: .failure(.userCanceled), leaveAlive: true)
        case .matchedExcludedCredential where request.isRegistration:
            return end(with: .failure(.excluded), leaveAlive: true)
        // Apple's word for a provider that finds a condition not met, which is no fault of anybody's.
        case .failed where request.isUpgrade, .matchedExcludedCredential where request.isUpgrade:
            return end(with: .failure(.declined), leaveAlive: true)
        case .failed, .foreign, .matchedExcludedCredential:
            return end(with: .failure(.providerFailed(explanation)), leaveAlive: true)
        }
    }

    private mutating func giveUp(_ request: ProviderRequest) -> [Action] {
        // A slow no-UI call is tried once with its interface; that one has the person's patience. Without a screen it
        // was slow and nothing else: it has asked no question.
        if let next = request.withInterface, canShowInterface {
            return [.stop] + launch(next)
        }
        if isDismissed { return end(with: .failure(.userCanceled)) }
        return end(with: .failure(request.showsInterface ? .noInput : .tooSlow))
    }

    private mutating func end(with outcome: Outcome, leaveAlive: Bool = false) -> [Action] {
        var actions: [Action] = [.disarm]
        if case .asking(let request) = state, request.showsInterface { actions.append(.dismiss) }
        actions.append(leaveAlive ? .leaveAlive : .stop)
        actions.append(.end(outcome))
        state = .ended
        return actions
    }
}

/// How a process ended that still owed an answer.
package enum ProviderDeath: Hashable, Sendable {
    case exited(code: Int32)
    case signalled(Int32)
    /// The dynamic loader did not find this shared library.
    case libraryMissing(String)
    /// It sent what cannot be read on from.
    case unreadable
    /// It never ran: its sandbox could not be set up.
    case notStarted(String)

    fileprivate var error: RemoteError {
        switch self {
        case .exited(let code): RemoteError(.providerCrashed, "the provider exited (status \(code)) without an answer")
        case .signalled(let signal): RemoteError(.providerCrashed, "the provider crashed (signal \(signal))")
        case .libraryMissing(let library): .missingLibrary(library, of: "the provider")
        case .unreadable: RemoteError(.providerFailed, "the provider sent an invalid message")
        case .notStarted(let reason):
            RemoteError(
                .providerUnusable, "the provider could not be started: \(reason)", hint: "run \"latchkey doctor\"")
        }
    }
}

/// `ASExtensionError.Code`, and what a foreign domain counts as.
enum ExtensionErrorCode: Hashable, Sendable {
    case failed
    case userCanceled
    case userInteractionRequired
    case credentialIdentityNotFound
    case matchedExcludedCredential
    /// An error of the provider's own.
    case foreign

    init(domain: String, code: Int) {
        guard domain == "ASExtensionErrorDomain" else {
            self = .foreign
            return
        }
        switch code {
        case 1: self = .userCanceled
        case 100: self = .userInteractionRequired
        case 101: self = .credentialIdentityNotFound
        case 102: self = .matchedExcludedCredential
        default: self = .failed
        }
    }
}

extension ProviderRequest {
    /// The identity that the person picked, where the request is about one.
    var pickedIdentity: CredentialIdentity? {
        switch self {
        case .provideWithoutUserInteraction(let identity), .prepareToProvide(let identity): identity
        case .assertPasskeyWithoutUserInteraction(let request), .prepareToAssertPasskey(let request): request.identity
        default: nil
        }
    }

    var isRegistration: Bool {
        if case .preparePasskeyRegistration = self { true } else { false }
    }

    /// Whether an account is to get a passkey in silence, if everything speaks for it.
    var isUpgrade: Bool {
        if case .registerPasskeyWithoutUserInteraction = self { true } else { false }
    }

    /// The call with an interface that a call without one is followed by, if Apple's API has it.
    var withInterface: ProviderRequest? {
        switch self {
        case .provideWithoutUserInteraction(let identity): .prepareToProvide(identity)
        case .assertPasskeyWithoutUserInteraction(let request): .prepareToAssertPasskey(request)
        case .saveWithoutUserInteraction(let request): .prepareToSave(request)
        default: nil
        }
    }
}

extension ProviderAnswer {
    /// Whether this answers the call: its kind fits, and it is the credential of the picked identity's kind.
    func fits(_ request: ProviderRequest) -> Bool {
        guard request.kind.traits.answers.contains(kind) else { return false }
        guard let picked = request.pickedIdentity else { return true }
        return switch kind {
        case .password: picked.kind == .password
        case .oneTimeCode: picked.kind == .code
        default: true
        }
    }
}

extension RemoteError {
    fileprivate static let abandoned = RemoteError(.requestCancelled, "the request was cancelled")
    fileprivate static let wrongAnswer = RemoteError(
        .providerFailed, "the provider's answer does not match the request")
    fileprivate static let otherAccount = RemoteError(
        .providerFailed, "the provider returned another account than the picked one")
    fileprivate static let nobodyToAsk = RemoteError(
        .locked, "the provider needs your input, and there is no terminal or window to ask on",
        hint:
            "run this on a terminal, or unlock the provider first, for example with \"latchkey-vault unlock\"")
    fileprivate static let nobodyToChoose = RemoteError(
        .locked, "the provider's list needs a terminal or window to be shown on",
        hint: "run this on a terminal, or run \"latchkey fill URL --user NAME\", which needs no list")
    fileprivate static let needsInterface = RemoteError(
        .locked, "the provider needs to show a sheet first", hint: "open the provider and unlock it")
    fileprivate static let identityNotFound = RemoteError(
        .credentialIdentityNotFound, "the provider no longer has this login", hint: "pick it from \"latchkey list\"")
    fileprivate static let userCanceled = RemoteError(.userCanceled, "cancelled")
    /// What the provider says itself goes into the details, from where its name is put before it.
    fileprivate static func providerFailed(_ explanation: ProviderExplanation?) -> RemoteError {
        var details: [String: String]?
        if let explanation {
            details = ["providerReason": explanation.reason]
            details?["providerSuggestion"] = explanation.suggestion
        }
        return RemoteError(.providerFailed, "the provider failed", details: details)
    }
    fileprivate static let declined = RemoteError(
        .declined, "the provider does not upgrade this account without asking")
    fileprivate static let excluded = RemoteError(
        .invalidStateError, "the provider has a passkey that the site excludes")
    fileprivate static let noInput = RemoteError(.timedOut, "the provider's question was not answered in time")
    fileprivate static let tooSlow = RemoteError(.timedOut, "the provider did not answer in time")
}
