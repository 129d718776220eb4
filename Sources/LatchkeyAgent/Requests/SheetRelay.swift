import LatchkeySheet
import LatchkeyWire

/// Carries one provider's sheet to the screen, and what the person does back to the provider.
actor SheetRelay {
    private let screen: any SheetScreen
    private let frame: SheetFrame
    private let emit: @Sendable (RequestStateMachine.Event) -> Void
    private var provider: Peer?
    private var sheet: Sheet?
    /// The request has ended, or goes on without a sheet: what a lingering process still shows goes nowhere.
    private var isClosed = false
    private var forwarding: Task<Void, Never>?

    private static let identifier = 1

    init(
        screen: any SheetScreen, frame: SheetFrame, emit: @escaping @Sendable (RequestStateMachine.Event) -> Void
    ) {
        self.screen = screen
        self.frame = frame
        self.emit = emit
    }

    func connect(to provider: Peer) {
        self.provider = provider
    }

    func show(_ new: Sheet) async {
        guard !isClosed else { return }
        if let sheet {
            return await change(SheetDifference(from: sheet, to: new))
        }
        sheet = new
        let events = await screen.open(frame: frame, sheet: new)
        guard !isClosed else { return await screen.close() }
        forwarding = Task { [emit, provider] in
            for await event in events {
                emit(event.action == .cancelled ? .dismissed : .somethingMoved)
                try? await provider?.notify(
                    SheetHappening.self, SheetHappening.Parameters(id: Self.identifier, event: event))
            }
            // The screen went away before the sheet did.
            if !Task.isCancelled { emit(.abandoned) }
        }
    }

    /// A difference that does not fit the sheet that was shown changes nothing.
    func change(_ difference: SheetDifference) async {
        guard let old = sheet, let new = try? old.applying(difference) else { return }
        sheet = new
        if old.progress != new.progress { emit(.somethingMoved) }
        await screen.change(difference)
    }

    /// Takes the sheet away for good.
    func close() async {
        isClosed = true
        guard sheet != nil else { return }
        sheet = nil
        forwarding?.cancel()
        forwarding = nil
        await screen.close()
    }
}

extension Sheet {
    /// The progress that the sheet shows, to see whether it moves.
    fileprivate var progress: [Sheet.Content] {
        elements.map(\.content).filter { content in
            if case .progress = content { true } else { false }
        }
    }
}
