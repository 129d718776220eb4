import ArgumentParser
import LatchkeyAgent

/// How long providers get, in seconds; not shown, since it is the tests that have no time to wait.
struct DeadlineOptions: ParsableArguments {
    @Option(help: ArgumentHelp("For a call without an interface.", visibility: .hidden))
    var noUIDeadline: Double?

    @Option(help: ArgumentHelp("For a sheet that nobody touches.", visibility: .hidden))
    var uiDeadline: Double?

    @Option(
        help: ArgumentHelp(
            "For what is still done after an answer, and after the wish to get out.", visibility: .hidden))
    var afterAnswer: Double?

    var deadlines: RequestRunner.Deadlines {
        var deadlines = RequestRunner.Deadlines()
        if let noUIDeadline { deadlines.withoutInterface = noUIDeadline }
        if let uiDeadline { deadlines.withInterface = uiDeadline }
        if let afterAnswer {
            deadlines.wayOut = afterAnswer
            deadlines.end = afterAnswer
            deadlines.expiry = afterAnswer * 0.8
        }
        return deadlines
    }

    func validate() throws {
        for seconds in [noUIDeadline, uiDeadline, afterAnswer].compactMap({ $0 }) {
            guard (0.01...86_400).contains(seconds) else {
                throw ValidationError("a deadline lies between 0.01 and 86400 seconds")
            }
        }
    }
}
