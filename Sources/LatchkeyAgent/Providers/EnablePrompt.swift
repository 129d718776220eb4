import LatchkeyCore
package import LatchkeySheet
package import LatchkeyWire

/// The state of the question whether to enable a provider.
///
/// One question is open at a time, so that two cannot be mistaken for each other. After "Not Now" the agent does not ask
/// about the provider again until the user enables it by command, or the agent restarts.
struct EnablePrompt {
    private var refused: Set<ProviderIdentifier> = []
    private var open: (number: Int, until: Double)?
    private var lastNumber = 0

    /// Begins a question and returns its number; `nil` while another one is open.
    ///
    /// A question ends at its deadline, so that a blocked screen cannot keep it open.
    mutating func begin(at now: Double, until deadline: Double) -> Int? {
        if let open, now < open.until { return nil }
        lastNumber += 1
        open = (lastNumber, deadline)
        return lastNumber
    }

    mutating func end(_ number: Int) {
        if open?.number == number { open = nil }
    }

    mutating func refuse(_ provider: ProviderIdentifier) { refused.insert(provider) }
    mutating func forgetRefusal(of provider: ProviderIdentifier) { refused.remove(provider) }
    func isRefused(_ provider: ProviderIdentifier) -> Bool { refused.contains(provider) }
}

extension Agent {
    /// Asks the user whether to enable a provider, for its app; returns whether it is enabled now.
    ///
    /// - Throws: ``RemoteError/Reason/busy`` while another question is open.
    package func requestEnabling(
        _ provider: ProviderIdentifier, for requester: Requester, on screen: (any SheetScreen)?
    ) async throws(RemoteError) -> RequestEnabling.Result {
        if directory.isEnabled(provider) { return RequestEnabling.Result(isEnabled: true) }
        guard let screen, !enablePrompt.isRefused(provider) else { return RequestEnabling.Result(isEnabled: false) }
        let now = dependencies.clock.now()
        guard let turn = enablePrompt.begin(at: now, until: now + dependencies.deadlines.withInterface) else {
            throw RemoteError(
                .busy, "another question about a provider is open", hint: "answer that question first")
        }
        defer { enablePrompt.end(turn) }
        let question = try await directory.question(about: provider)
        let frame = SheetFrame(providerName: "Latchkey", requester: .program(requester.client.program))
        switch await answer(to: Self.sheet(question), in: frame, on: screen) {
        // No other event enables the provider.
        case .pressed(Self.enableButton):
            _ = try await enable(
                EnableProvider.Parameters(provider: provider, confirmedDigest: question.digest), for: requester)
            return RequestEnabling.Result(isEnabled: true)
        case .notNow, .timedOut: enablePrompt.refuse(provider)
        case .failed(let reason):
            dependencies.note("the question whether to enable \(provider) was not answered: \(reason)")
        case .pressed, .submitted, .disconnected: break
        }
        return RequestEnabling.Result(isEnabled: false)
    }

    private static let enableButton: ElementIdentifier = "turnOn"

    /// The question, with the path and the digest of the bundle.
    private static func sheet(_ question: ProviderDirectory.Question) -> Sheet {
        Sheet(
            title: "Enable \(question.name)?",
            elements: [
                Sheet.Element("what", .text(Sheet.Text("It will be asked for logins where you fill them."))),
                Sheet.Element("path", .text(Sheet.Text(question.path))),
                Sheet.Element("digest", .text(Sheet.Text("SHA-256 \(question.digest)"))),
                Sheet.Element(enableButton, .button(Sheet.Button(title: "Enable"))),
            ],
            cancelTitle: "Not Now", defaultButton: enableButton)
    }
}
