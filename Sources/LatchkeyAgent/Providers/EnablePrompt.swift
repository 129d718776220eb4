import LatchkeyCore
package import LatchkeySheet
package import LatchkeyWire

/// What there is to know of the question whether a provider may be turned on.
///
/// One question at a time, for the whole agent: two could be taken for each other. A provider whose question was
/// refused is not asked about again before the person turns it on by command, or the agent starts anew.
struct EnablePrompt {
    private var refused: Set<ProviderIdentifier> = []
    private var open: (number: Int, until: Double)?
    private var lastNumber = 0

    /// Takes the turn; nothing while another question is open.
    ///
    /// A turn ends with its deadline at the latest: a screen that takes nothing in any more must not keep it.
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
    /// Asks the person whether the provider may be turned on, for its app; gives whether it is on now.
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
        // Whatever else is done to the sheet turns nothing on.
        case .pressed(Self.enableButton):
            _ = try await enable(
                EnableProvider.Parameters(provider: provider, confirmedDigest: question.digest), for: requester)
            return RequestEnabling.Result(isEnabled: true)
        case .notNow: enablePrompt.refuse(provider)
        case .pressed, .nobodyThere: break
        }
        return RequestEnabling.Result(isEnabled: false)
    }

    private static let enableButton: ElementIdentifier = "turnOn"

    /// The question, with what would be turned on.
    private static func sheet(_ question: ProviderDirectory.Question) -> Sheet {
        Sheet(
            title: "Turn on \(question.name)?",
            elements: [
                Sheet.Element("what", .text(Sheet.Text("It will be asked for logins where you fill them."))),
                Sheet.Element("path", .text(Sheet.Text(question.path))),
                Sheet.Element("digest", .text(Sheet.Text("SHA-256 \(question.digest)"))),
                Sheet.Element(enableButton, .button(Sheet.Button(title: "Turn On"))),
            ],
            cancelTitle: "Not Now", defaultButton: enableButton)
    }
}
