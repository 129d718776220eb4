import LatchkeySystem

/// A progress line on stderr for operations that take longer than a second.
///
/// It is drawn only on a terminal, so that logs do not contain it.
public final class ProgressMeter {
    private let title: String
    private let isShown: Bool
    private let start = ContinuousClock.now
    private var last: ContinuousClock.Instant?

    public init(_ title: String, isTerminal: Bool) {
        self.title = title
        isShown = isTerminal
    }

    /// Updates the line, at most every 100 ms; cheap enough to call for every row.
    public func update(done: Int, of total: Int? = nil, unit: String) {
        let now = ContinuousClock.now
        guard isShown, now - start > .seconds(1), last.map({ now - $0 > .milliseconds(100) }) ?? true else { return }
        last = now
        let amount = total.map { total in "\(done) of \(total) \(unit), \(100 * done / max(total, 1)) %" }
        draw("\(title): \(amount ?? "\(done) \(unit)")")
    }

    /// Erases the line.
    public func finish() {
        if last != nil { draw("") }
        last = nil
    }

    private func draw(_ text: String) {
        // Carriage return, then "erase to the end of the line" (ECMA-48 EL).
        try? StandardStream.error.write(Array("\r\(text)\u{1B}[K".utf8))
    }
}
