import LatchkeyCore
import LatchkeySheet

// The agent's own sheets: a question with one button, or a notice that the user must confirm.
extension Agent {
    enum SheetAnswer: Hashable, Sendable {
        case pressed(ElementIdentifier)
        /// The user submitted fields with this button, and the caller accepts their values.
        case submitted(ElementIdentifier)
        /// Cancelled by the user.
        case notNow
        /// Not answered in time.
        case timedOut
        /// The screen failed before the user answered; with the reason, a sentence.
        case failed(String)
        /// The client or its screen disconnected.
        case disconnected
    }

    /// Shows a sheet until the user presses a button or cancels it, or its time is over.
    ///
    /// - Parameter correct: The sheet to show after values that do not answer the question, `nil` for values that do;
    ///   without this function, submitted values are ignored.
    func answer(
        to sheet: Sheet, in frame: SheetFrame, on screen: any SheetScreen,
        correct: (@Sendable ([SubmittedValue]) -> Sheet?)? = nil
    ) async -> SheetAnswer {
        let events = await screen.open(frame: frame, sheet: sheet)
        let answer = await withTaskGroup(of: SheetAnswer.self) { group in
            group.addTask {
                var shown = sheet
                var attempts = 0
                for await event in events {
                    switch (event.action, event.element) {
                    case (.cancelled, _): return .notNow
                    case (.pressed, let element?): return .pressed(element)
                    case (.submitted(let values), let element?):
                        guard let correct else { continue }
                        guard let next = correct(values) else { return .submitted(element) }
                        attempts += 1
                        // A screen that submits without the user must not keep the agent busy.
                        guard attempts < Self.submissionLimit else { return .failed("no valid answer was typed") }
                        await screen.change(SheetDifference(from: shown, to: next))
                        shown = next
                    default: continue
                    }
                }
                return await screen.failure.map { .failed($0) } ?? .disconnected
            }
            group.addTask { [dependencies] in
                do { try await dependencies.clock.sleep(dependencies.deadlines.withInterface) } catch {
                    return .disconnected
                }
                return .timedOut
            }
            defer { group.cancelAll() }
            return await group.next() ?? .disconnected
        }
        await screen.close()
        return answer
    }

    /// The number of submissions after which the question fails; a user needs fewer to type a word.
    private static let submissionLimit = 10
}
