import LatchkeyCore
import LatchkeySheet

// The agent's own sheets: a question with one button, or a notice that the user must confirm.
extension Agent {
    enum SheetAnswer: Hashable, Sendable {
        case pressed(ElementIdentifier)
        /// Cancelled, or not answered in time.
        case notNow
        /// The client or its screen disconnected.
        case disconnected
    }

    /// Shows a sheet until the user presses a button or cancels it, or its time is over.
    func answer(
        to sheet: Sheet, in frame: SheetFrame, on screen: any SheetScreen
    ) async -> SheetAnswer {
        let events = await screen.open(frame: frame, sheet: sheet)
        let answer = await withTaskGroup(of: SheetAnswer.self) { group in
            group.addTask {
                for await event in events {
                    if event.action == .cancelled { return .notNow }
                    if let element = event.element, event.action == .pressed { return .pressed(element) }
                }
                return .disconnected
            }
            group.addTask { [dependencies] in
                do { try await dependencies.clock.sleep(dependencies.deadlines.withInterface) } catch {
                    return .disconnected
                }
                return .notNow
            }
            defer { group.cancelAll() }
            return await group.next() ?? .disconnected
        }
        await screen.close()
        return answer
    }
}
