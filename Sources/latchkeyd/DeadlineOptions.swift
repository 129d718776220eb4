import ArgumentParser
import LatchkeyAgent

/// The deadlines of providers in seconds; hidden, because only tests use them.
struct DeadlineOptions: ParsableArguments {
    @Option(help: ArgumentHelp("For a call without an interface.", visibility: .hidden))
    var noUIDeadline: Double?

    @Option(help: ArgumentHelp("For a sheet without input.", visibility: .hidden))
    var uiDeadline: Double?

    @Option(
        help: ArgumentHelp(
            "For the work after an answer, and after a cancellation.", visibility: .hidden))
    var afterAnswer: Double?

    var deadlines: RequestRunner.Deadlines {
        var deadlines = RequestRunner.Deadlines()
        if let noUIDeadline { deadlines.withoutInterface = noUIDeadline }
        if let uiDeadline { deadlines.withInterface = uiDeadline }
        if let afterAnswer {
            deadlines.afterCancellation = afterAnswer
            deadlines.end = afterAnswer
            deadlines.expiry = afterAnswer * 0.8
        }
        return deadlines
    }

    func validate() throws {
        for seconds in [noUIDeadline, uiDeadline, afterAnswer].compactMap({ $0 }) {
            guard (0.01...86_400).contains(seconds) else {
                throw ValidationError("a deadline must be between 0.01 and 86400 seconds")
            }
        }
    }
}
