import LatchkeySheet
import LatchkeyWire

/// Passes one provider's sheet to the screen, and the user's events back to the provider.
actor SheetRelay {
    private let screen: any SheetScreen
    private let frame: SheetFrame
    private let emit: @Sendable (RequestStateMachine.Event) -> Void
    private var provider: Peer?
    private var sheet: Sheet?
    /// The request has ended or continues without a sheet, so further sheets of the process are ignored.
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
        forwarding = Task { [emit, provider, screen] in
            for await event in events {
                emit(event.action == .cancelled ? .dismissed : .activity)
                try? await provider?.notify(
                    SheetHappening.self, SheetHappening.Parameters(id: Self.identifier, event: event))
            }
            guard !Task.isCancelled else { return }
            // The screen failed or disconnected before the sheet was closed.
            if let failure = await screen.failure { emit(.screenFailed(failure)) } else { emit(.abandoned) }
        }
    }

    /// Applies a difference; one that does not fit the sheet is ignored.
    func change(_ difference: SheetDifference) async {
        guard let old = sheet, let new = try? old.applying(difference) else { return }
        sheet = new
        if old.progress != new.progress { emit(.activity) }
        await screen.change(difference)
    }

    /// Closes the sheet, and ignores later ones.
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
    /// The progress elements, to detect changes.
    fileprivate var progress: [Sheet.Content] {
        elements.map(\.content).filter { content in
            if case .progress = content { true } else { false }
        }
    }
}
