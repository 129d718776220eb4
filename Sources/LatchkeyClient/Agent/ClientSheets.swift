import LatchkeySheet
import LatchkeyWire

/// Shows the sheets that the agent sends, one at a time, and sends back what the person does.
actor ClientSheets {
    private let screen: (any SheetScreen)?
    private weak var peer: Peer?
    private var shown: Int?
    private var forwarding: Task<Void, Never>?

    init(screen: (any SheetScreen)?) {
        self.screen = screen
    }

    func connect(to peer: Peer) {
        self.peer = peer
    }

    func open(_ parameters: OpenSheet.Parameters) async {
        // The agent frames every sheet; one without a frame is not the agent's.
        guard let screen, let frame = parameters.frame else { return }
        if let shown { await close(shown) }
        shown = parameters.id
        let events = await screen.open(frame: frame, sheet: parameters.sheet)
        forwarding = Task { [weak peer] in
            for await event in events {
                try? await peer?.notify(
                    SheetHappening.self, SheetHappening.Parameters(id: parameters.id, event: event))
            }
        }
    }

    func change(_ parameters: ChangeSheet.Parameters) async {
        guard parameters.id == shown else { return }
        await screen?.change(parameters.difference)
    }

    func close(_ id: Int) async {
        guard id == shown else { return }
        shown = nil
        await screen?.close()
        // Not left to the screen: one that forgets to end its stream would hold up every message behind this one.
        forwarding?.cancel()
        forwarding = nil
    }

    /// The connection is gone: whatever is on the screen has nobody behind it.
    func end() async {
        if let shown { await close(shown) }
    }
}
