package import LatchkeyWire

/// The states of one request from the pick to its end, without a socket, a process or a clock.
///
/// ``RequestRunner`` passes it each event and carries out the actions that it returns. It has all rules of a request:
/// which entry method is called, when the provider's interface is shown, which answers are valid, and that every request
/// ends exactly once.
package struct RequestStateMachine: Sendable {
    /// An event of the process, the clock, the client or the user.
    package enum Event: Sendable {
        case begin
        /// The process of the current phase is running.
        case launched
        case launchFailed(RemoteError)
        case answered(ProviderAnswer)
        /// The process ended without an answer, or its connection could not be read.
        case died(ProviderDeath)
        case deadlinePassed
        /// The user typed or chose, or the sheet's progress changed.
        case activity
        /// The user cancelled the sheet; the provider has a few seconds to cancel the request itself.
        case dismissed
        /// The screen could not show the sheet; with its reason, a sentence.
        case screenFailed(String)
        /// The client disconnected, or cancelled the request.
        case abandoned
    }

    /// What the runner must do, in this order.
    package enum Action: Hashable, Sendable {
        /// Start a process and call the entry method.
        case launch(ProviderRequest)
        /// Set the deadline of the current process, in place of an earlier one.
        case arm(Deadline)
        case disarm
        /// Close the sheet.
        case dismiss
        /// Stop the process.
        case stop
        /// Let the process run for the time after its answer.
        case leaveAlive
        /// Remove the identity, whose record does not exist, and request a refill.
        case forgetIdentity
        /// Log an answer that came after the end.
        case logLateAnswer
        case end(Outcome)
    }

    package enum Deadline: Hashable, Sendable {
        /// 3 s for a call without an interface.
        case withoutInterface
        /// 180 s without input for one with an interface.
        case withInterface
        /// 3 s for a provider to react after the user cancelled.
        case afterCancellation
    }

    package enum Outcome: Hashable, Sendable {
        case answer(ProviderAnswer)
        case failure(RemoteError)
    }

    /// The states, each with its possible successors.
    enum State: Hashable, Sendable {
        /// → launching
        case idle
        /// → asking, ended
        case launching(ProviderRequest)
        /// → launching (once, from a no-UI call to its UI form), ended
        case asking(ProviderRequest)
        /// No successor.
        case ended
    }

    private let first: ProviderRequest
    private let otherAccounts: Set<String>
    private let canShowInterface: Bool
    private let isDebugging: Bool
    private(set) var state = State.idle
    private var isDismissed = false

    /// - Parameters:
    ///   - otherAccounts: The user names of the provider's other identities that match the page. An answer with one of
    ///     them is for another account than the picked one.
    ///   - canShowInterface: Whether the client has a screen.
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
        case (.ended, .answered): return [.logLateAnswer]
        case (.ended, _): return []
        case (.idle, .begin): return launch(first)
        case (_, .abandoned): return end(with: .failure(.abandoned))
        case (_, .screenFailed(let reason)): return end(with: .failure(.screenFailed(reason)))
        case (.launching(let request), .launched):
            state = .asking(request)
            return []
        case (.launching, .launchFailed(let error)): return end(with: .failure(error))
        case (.asking(let request), .answered(let answer)): return take(answer, to: request)
        case (.launching, .died(let death)), (.asking, .died(let death)): return end(with: .failure(death.error))
        case (.launching(let request), .deadlinePassed), (.asking(let request), .deadlinePassed):
            return deadlinePassed(request)
        case (.asking(let request), .activity):
            return request.showsInterface && !isDebugging && !isDismissed ? [.arm(.withInterface)] : []
        case (.asking(let request), .dismissed):
            guard request.showsInterface, !isDismissed else { return [] }
            isDismissed = true
            return [.arm(.afterCancellation)]
        // Late events of a process that was stopped.
        case (.idle, _), (.launching, _), (.asking, _): return []
        }
    }

    private mutating func launch(_ request: ProviderRequest) -> [Action] {
        if request.showsInterface, !canShowInterface {
            return end(with: .failure(.noScreen(for: request)))
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
        guard !isForAnotherAccount(answer, to: request) else { return end(with: .failure(.otherAccount)) }
        return end(with: .answer(answer), leaveAlive: true)
    }

    /// Whether the answer has the user name of another login that the user could have picked.
    ///
    /// Other user names are accepted, since a provider can decorate the name that its identity shows.
    private func isForAnotherAccount(_ answer: ProviderAnswer, to request: ProviderRequest) -> Bool {
        guard case .password(let user, _, _) = answer, let picked = request.pickedIdentity else { return false }
        return user != picked.user && otherAccounts.contains(user)
    }

    private mutating func cancelled(
        _ code: ExtensionErrorCode, _ explanation: ProviderExplanation?, by request: ProviderRequest
    ) -> [Action] {
        switch code {
        case .userInteractionRequired:
            // Not every call has a form with an interface (api-surface §9): neither the generator nor a report has.
            guard let next = request.withInterface else { return end(with: .failure(.needsInterface)) }
            return [.stop] + launch(next)
        case .credentialIdentityNotFound:
            return [.forgetIdentity] + end(with: .failure(.identityNotFound), leaveAlive: true)
        case .userCanceled:
            return end(with: .failure(.userCanceled), leaveAlive: true)
        case .matchedExcludedCredential where request.isRegistration:
            return end(with: .failure(.excluded), leaveAlive: true)
        // Apple's code of a provider whose conditions for an upgrade are not met, which is not an error.
        case .failed where request.isUpgrade, .matchedExcludedCredential where request.isUpgrade:
            return end(with: .failure(.declined), leaveAlive: true)
        case .failed, .foreign, .matchedExcludedCredential:
            return end(with: .failure(.providerFailed(explanation)), leaveAlive: true)
        }
    }

    private mutating func deadlinePassed(_ request: ProviderRequest) -> [Action] {
        // A slow call is repeated once with its interface, which has the longer deadline. Without a screen it timed out.
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

/// How a process ended before it answered.
package enum ProviderDeath: Hashable, Sendable {
    case exited(code: Int32)
    case signalled(Int32)
    /// The dynamic loader did not find this shared library.
    case libraryMissing(String)
    /// It sent malformed bytes.
    case unreadable
    /// It did not run, since its sandbox could not be set up.
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

/// `ASExtensionError.Code`, or another error domain.
enum ExtensionErrorCode: Hashable, Sendable {
    case failed
    case userCanceled
    case userInteractionRequired
    case credentialIdentityNotFound
    case matchedExcludedCredential
    /// An error of another domain.
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
    /// The picked identity; `nil` for requests without one.
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

    /// Whether it is the automatic upgrade of an account to a passkey.
    var isUpgrade: Bool {
        if case .registerPasskeyWithoutUserInteraction = self { true } else { false }
    }

    /// The same call with an interface; `nil` if Apple's API has none.
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
    /// Whether the answer completes the call: its kind fits the call, and the picked identity.
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
    fileprivate static func noScreen(for request: ProviderRequest) -> RemoteError {
        if request.isList {
            return RemoteError(
                .locked, "the provider's list needs a terminal or window to be shown on",
                hint: "run this on a terminal, or run \"latchkey fill URL --user NAME\", which needs no list",
                details: [MissingScreen.key: MissingScreen.list.rawValue])
        }
        if case .prepareConfiguration = request {
            return RemoteError(
                .locked, "the provider's settings need a terminal or window to be shown on",
                hint: "run this on a terminal", details: [MissingScreen.key: MissingScreen.settings.rawValue])
        }
        return RemoteError(
            .locked, "the provider needs your input, and there is no terminal or window to ask on",
            hint: "run this on a terminal; if the provider is only locked, running \"latchkey-vault unlock\" first "
                + "or unlocking it in its own app is enough",
            details: [MissingScreen.key: MissingScreen.question.rawValue])
    }
    fileprivate static func screenFailed(_ reason: String) -> RemoteError {
        RemoteError(
            .locked, "the provider's question could not be shown: \(reason)", hint: "run \"latchkey doctor\"",
            details: ["screenFailure": reason])
    }
    fileprivate static let needsInterface = RemoteError(
        .locked, "the provider needs to show a sheet first", hint: "open the provider and unlock it")
    fileprivate static let identityNotFound = RemoteError(
        .credentialIdentityNotFound, "the provider no longer has this login", hint: "pick it from \"latchkey list\"")
    fileprivate static let userCanceled = RemoteError(.userCanceled, "cancelled")
    /// The provider's explanation is put into the details, to which the runner adds the provider's name.
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
