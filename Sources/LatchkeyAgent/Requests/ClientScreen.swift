import LatchkeySheet
import LatchkeyWire

/// The screen of the client that asked, at the other end of its connection.
actor ClientScreen: SheetScreen {
    private let id: Int
    private weak var peer: Peer?
    private var events: AsyncStream<SheetEvent>.Continuation?

    init(id: Int, peer: Peer) {
        self.id = id
        self.peer = peer
    }

    func open(frame: SheetFrame, sheet: Sheet) async -> AsyncStream<SheetEvent> {
        let (stream, continuation) = AsyncStream.makeStream(of: SheetEvent.self)
        events?.finish()
        events = continuation
        do {
            guard let peer else { throw WireError.connectionClosed }
            try await peer.notify(OpenSheet.self, OpenSheet.Parameters(id: id, frame: frame, sheet: sheet))
        } catch {
            continuation.finish()
        }
        return stream
    }

    func change(_ difference: SheetDifference) async {
        // The connection's end ends the request; there is nobody to tell of a change before it does.
        try? await peer?.notify(ChangeSheet.self, ChangeSheet.Parameters(id: id, difference: difference))
    }

    func close() async {
        events?.finish()
        events = nil
        // A client that reads nothing, such as a stopped one, must not keep its request from ending.
        await peer?.post(CloseSheet.self, SheetParameters(id: id))
    }

    /// Takes what the person did; called for this sheet's events only.
    func take(_ event: SheetEvent) {
        events?.yield(event)
    }
}
