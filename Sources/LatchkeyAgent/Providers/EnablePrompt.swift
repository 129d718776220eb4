import LatchkeyCore
package import LatchkeySheet
package import LatchkeyWire

/// The state of the question whether to enable a provider.
///
/// After "Not Now" the agent does not ask about the provider again until the user enables it by command, or the agent
/// restarts.
struct EnablePrompt {
    var open = OpenQuestion()
    private var refused: Set<ProviderIdentifier> = []
    /// The programs that asked for a question without an answer, and when each may ask again.
    private var withdrawn: [String: Double] = [:]

    mutating func refuse(_ provider: ProviderIdentifier) { refused.insert(provider) }
    mutating func forgetRefusal(of provider: ProviderIdentifier) { refused.remove(provider) }

    /// Remembers that the user did not answer a program's question: the program disconnected, or the screen failed.
    mutating func withdraw(_ program: String, at now: Double) {
        withdrawn[program] = now + ClientPrompt.withdrawalTime
    }

    /// Whether the agent must not ask about a provider for a program.
    mutating func isRefused(_ provider: ProviderIdentifier, for program: String, at now: Double) -> Bool {
        withdrawn = withdrawn.filter { now < $0.value }
        return refused.contains(provider) || withdrawn[program] != nil || withdrawn.count >= ClientPrompt.limit
    }
}

extension Agent {
    /// Asks the user whether to enable a provider, for its app; returns whether it is enabled now.
    ///
    /// - Throws: ``RemoteError/Reason/busy`` while another question is open.
    package func requestEnabling(
        _ provider: ProviderIdentifier, for requester: Requester, on screen: (any SheetScreen)?
    ) async throws(RemoteError) -> RequestEnabling.Result {
        if directory.isEnabled(provider) { return RequestEnabling.Result(isEnabled: true) }
        let (now, program) = (dependencies.clock.now(), requester.path)
        guard let screen, !enablePrompt.isRefused(provider, for: program, at: now) else {
            return RequestEnabling.Result(isEnabled: false)
        }
        guard let turn = enablePrompt.open.begin(at: now, until: now + dependencies.deadlines.withInterface) else {
            throw RemoteError(
                .busy, "another question about a provider is open", hint: "answer that question first")
        }
        defer { enablePrompt.open.end(turn) }
        let question = try await directory.question(about: provider)
        switch await answer(to: Self.sheet(question, for: requester), about: program, on: screen) {
        // No other event enables the provider.
        case .submitted(Self.enableButton):
            _ = try await enable(
                EnableProvider.Parameters(provider: provider, confirmedDigest: question.digest), for: requester)
            return RequestEnabling.Result(isEnabled: true)
        case .notNow, .timedOut: enablePrompt.refuse(provider)
        case .failed(let reason):
            enablePrompt.withdraw(program, at: dependencies.clock.now())
            dependencies.note("the question whether to enable \(provider) was not answered: \(reason)")
        case .disconnected: enablePrompt.withdraw(program, at: dependencies.clock.now())
        case .pressed, .submitted: break
        }
        return RequestEnabling.Result(isEnabled: false)
    }

    private static let enableButton: ElementIdentifier = "turnOn"

    /// The question, with the path and the digest of the bundle.
    private static func sheet(
        _ question: ProviderDirectory.Question, for requester: Requester
    ) -> TypedQuestion {
        TypedQuestion(
            "Enable \(question.name)?", verb: "Enable", button: enableButton,
            [
                Sheet.Element("what", .text(Sheet.Text("It will be asked for logins where you fill them."))),
                Sheet.Element("name", .text(Sheet.Text("The program calls itself “\(requester.client.program)”."))),
                Sheet.Element("digest", .text(Sheet.Text("SHA-256 \(question.digest)"))),
                Sheet.Element("path", .text(Sheet.Text(question.path))),
            ])
    }
}
