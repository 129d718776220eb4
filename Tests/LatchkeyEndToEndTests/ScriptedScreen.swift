import LatchkeyClient
import LatchkeySheet
import LatchkeySystem
import LatchkeyWire
import Synchronization

/// A screen whose user performs one action on the first suitable sheet, or none.
final class ScriptedScreen: SheetScreen {
    /// The user's event for a sheet; `nil` if the sheet is not suitable.
    private typealias Action = @Sendable (Sheet) -> SheetEvent?

    private struct State {
        var frames: [SheetFrame] = []
        /// The open sheet.
        var sheet: Sheet?
        var events: AsyncStream<SheetEvent>.Continuation?
        /// `nil` after the user has acted.
        var action: Action?

        /// Called for each change, because an earlier sheet may not be suitable.
        mutating func act() {
            guard let sheet, let event = action?(sheet), sheet.accepts(event) else { return }
            action = nil
            events?.yield(event)
        }
    }

    private let state: Mutex<State>

    init(_ event: SheetEvent? = nil) {
        var action: Action?
        if let event { action = { _ in event } }
        state = Mutex(State(action: action))
    }

    /// Presses the submitting button with this identifier, in any view controller.
    init(submitting button: String) {
        let action: Action = { sheet in
            let pressed = sheet.elements.first { $0.identifier.components.identifier.rawValue == button }
            return pressed.map { SheetEvent($0.identifier, .submitted(sheet.submittedValues())) }
        }
        state = Mutex(State(action: action))
    }

    /// - Parameter passphrase: Typed into the first secure field, before the default button is pressed.
    init(typing passphrase: String) {
        let action: Action = { sheet in
            for element in sheet.elements {
                guard case .secureField = element.content else { continue }
                let typed = SubmittedValue(element.identifier, .secure(SecureText(passphrase)))
                return SheetEvent(sheet.defaultButton, .submitted([typed]))
            }
            return nil
        }
        state = Mutex(State(action: action))
    }

    /// The frames of all sheets so far.
    var frames: [SheetFrame] { state.withLock(\.frames) }
    var isOpen: Bool { state.withLock { $0.sheet != nil } }
    /// The title of the open sheet.
    var title: String? { state.withLock { $0.sheet?.title } }

    func open(frame: SheetFrame, sheet: Sheet) async -> AsyncStream<SheetEvent> {
        let (events, event) = AsyncStream.makeStream(of: SheetEvent.self)
        state.withLock { state in
            state.frames.append(frame)
            state.events = event
            state.sheet = sheet
            state.act()
        }
        return events
    }

    func change(_ difference: SheetDifference) async {
        state.withLock { state in
            state.sheet = try? state.sheet?.applying(difference)
            state.act()
        }
    }

    func close() async {
        state.withLock { state in
            state.events?.finish()
            state.sheet = nil
        }
    }
}

extension World {
    /// Connects to the agent from the test's process, which must run as the agent's user.
    func connect(screen: ScriptedScreen? = nil, as program: String = "test") async throws -> AgentClient {
        try await allowTests()
        return try await AgentClient(
            connection: await SocketConnection.connect(to: socket),
            as: ClientDescription(program: program, showsSheets: screen != nil), screen: screen)
    }

    /// Fills the first suggested login of a site.
    func fill(_ site: String, over client: AgentClient) async throws -> FilledCredential.Value {
        let url = "https://\(site).example"
        let found = try await client.call(Suggest.self, Suggest.Parameters(url: url, kinds: [.password]))
        guard let suggestion = found.suggestions.first else {
            throw SetUpError(reason: "nothing is suggested for \(url)")
        }
        return try await client.call(Fill.self, Fill.Parameters(url: url, suggestion: suggestion.id)).value
    }
}

/// The reason of a call's error; `nil` if the call succeeds or throws another error.
func errorReason<Result>(_ body: () async throws -> Result) async -> RemoteError.Reason? {
    do {
        _ = try await body()
        return nil
    } catch {
        return (error as? RemoteError)?.reason
    }
}
