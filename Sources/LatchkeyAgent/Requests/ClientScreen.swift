import LatchkeySheet
import LatchkeyWire

/// A client's screen, at the other end of its connection.
actor ClientScreen: SheetScreen {
    private let id: Int
    /// The client's call that the sheets belong to.
    private let call: Int
    private weak var peer: Peer?
    private var events: AsyncStream<SheetEvent>.Continuation?

    init(id: Int, call: Int, peer: Peer) {
        self.id = id
        self.call = call
        self.peer = peer
    }

    func open(frame: SheetFrame, sheet: Sheet) async -> AsyncStream<SheetEvent> {
        let (stream, continuation) = AsyncStream.makeStream(of: SheetEvent.self)
        events?.finish()
        events = continuation
        do {
            guard let peer else { throw WireError.connectionClosed }
            try await peer.notify(OpenSheet.self, OpenSheet.Parameters(id: id, call: call, frame: frame, sheet: sheet))
        } catch {
            continuation.finish()
        }
        return stream
    }

    func change(_ difference: SheetDifference) async {
        // An error means that the connection has ended, which ends the request too.
        try? await peer?.notify(ChangeSheet.self, ChangeSheet.Parameters(id: id, difference: difference))
    }

    func close() async {
        events?.finish()
        events = nil
        // Not awaited: a client that does not read, such as a stopped one, must not keep its request from ending.
        await peer?.post(CloseSheet.self, SheetParameters(id: id))
    }

    /// Receives the user's event of this sheet.
    func take(_ event: SheetEvent) {
        events?.yield(event)
    }
}
