import LatchkeyCore
import LatchkeySheet

// Sheets of the agent's own: a question with one button, or a word that must be read.
extension Agent {
    enum SheetAnswer: Hashable, Sendable {
        case pressed(ElementIdentifier)
        /// Refused, or left lying for so long that it comes to the same.
        case notNow
        /// The screen went away, or the program that asked.
        case nobodyThere
    }

    /// Shows a sheet until one of its buttons is pressed, it is cancelled, or nobody has done either for a while.
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
                return .nobodyThere
            }
            group.addTask { [dependencies] in
                do { try await dependencies.clock.sleep(dependencies.deadlines.withInterface) } catch {
                    return .nobodyThere
                }
                return .notNow
            }
            defer { group.cancelAll() }
            return await group.next() ?? .nobodyThere
        }
        await screen.close()
        return answer
    }
}
