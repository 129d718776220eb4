import LatchkeyClient
import LatchkeySheet
import LatchkeySystem
import LatchkeyWire
import Synchronization

/// A screen with a person who does one thing to the first sheet that they see, or nothing at all.
final class ScriptedScreen: SheetScreen {
    private struct State {
        var frames: [SheetFrame] = []
        var events: AsyncStream<SheetEvent>.Continuation?
        var isOpen = false
    }

    private let action: SheetEvent?
    private let state = Mutex(State())

    init(_ action: SheetEvent? = nil) {
        self.action = action
    }

    /// What stood around each sheet that was shown.
    var frames: [SheetFrame] { state.withLock(\.frames) }
    var isOpen: Bool { state.withLock(\.isOpen) }

    func open(frame: SheetFrame, sheet: Sheet) async -> AsyncStream<SheetEvent> {
        let (events, event) = AsyncStream.makeStream(of: SheetEvent.self)
        state.withLock { state in
            state.frames.append(frame)
            state.events = event
            state.isOpen = true
        }
        if let action { event.yield(action) }
        return events
    }

    func change(_ difference: SheetDifference) async {}

    func close() async {
        state.withLock { state in
            state.events?.finish()
            state.isOpen = false
        }
    }
}

extension World {
    /// Connects to the agent from the test itself, which must be of the agent's user.
    func connect(screen: ScriptedScreen? = nil, as program: String = "test") async throws -> AgentClient {
        try await AgentClient(
            connection: await SocketConnection.connect(to: socket),
            as: ClientDescription(program: program, showsSheets: screen != nil), screen: screen)
    }

    /// Fills the one login of a site.
    func fill(_ site: String, over client: AgentClient) async throws -> FilledCredential.Value {
        let url = "https://\(site).example"
        let found = try await client.call(Suggest.self, Suggest.Parameters(url: url, kinds: [.password]))
        guard let suggestion = found.suggestions.first else { throw NotReady(what: "nothing is suggested for \(url)") }
        return try await client.call(Fill.self, Fill.Parameters(url: url, suggestion: suggestion.id)).value
    }
}

/// Why a call failed; nothing when it did not.
func failure<Result>(_ body: () async throws -> Result) async -> RemoteError.Reason? {
    do {
        _ = try await body()
        return nil
    } catch {
        return (error as? RemoteError)?.reason
    }
}
