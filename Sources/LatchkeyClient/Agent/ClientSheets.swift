import LatchkeySheet
import LatchkeyWire

/// Shows the agent's sheets one at a time, and sends the user's events back.
actor ClientSheets {
    private let screen: (any SheetScreen)?
    private weak var peer: Peer?
    private var shownID: Int?
    private var forwarding: Task<Void, Never>?

    init(screen: (any SheetScreen)?) {
        self.screen = screen
    }

    func connect(to peer: Peer) {
        self.peer = peer
    }

    func open(_ parameters: OpenSheet.Parameters) async {
        // The agent adds a frame to every sheet.
        guard let screen, let frame = parameters.frame else { return }
        if let shownID { await close(shownID) }
        shownID = parameters.id
        let events = await screen.open(frame: frame, sheet: parameters.sheet)
        forwarding = Task { [weak peer] in
            for await event in events {
                try? await peer?.notify(
                    SheetHappening.self, SheetHappening.Parameters(id: parameters.id, event: event))
            }
        }
    }

    func change(_ parameters: ChangeSheet.Parameters) async {
        guard parameters.id == shownID else { return }
        await screen?.change(parameters.difference)
    }

    func close(_ id: Int) async {
        guard id == shownID else { return }
        shownID = nil
        await screen?.close()
        // A screen that does not end its stream must not block later messages.
        forwarding?.cancel()
        forwarding = nil
    }

    /// Closes the open sheet when the connection has ended.
    func end() async {
        if let shownID { await close(shownID) }
    }
}
