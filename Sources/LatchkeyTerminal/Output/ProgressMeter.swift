import Foundation

/// A line on stderr that shows how far something has come, once it has taken longer than a second.
///
/// On a terminal one line is drawn over and over; elsewhere there is nothing, so that logs stay clean.
public final class ProgressMeter {
    private let title: String
    private let isShown: Bool
    private let start = ContinuousClock.now
    private var last: ContinuousClock.Instant?

    public init(_ title: String, isTerminal: Bool) {
        self.title = title
        isShown = isTerminal
    }

    /// Says how much is done; cheap enough to call for every row.
    public func update(done: Int, of total: Int? = nil, unit: String) {
        let now = ContinuousClock.now
        guard isShown, now - start > .seconds(1), last.map({ now - $0 > .milliseconds(100) }) ?? true else { return }
        last = now
        let amount = total.map { total in "\(done) of \(total) \(unit), \(100 * done / max(total, 1)) %" }
        draw("\(title): \(amount ?? "\(done) \(unit)")")
    }

    /// Takes the line away.
    public func finish() {
        if last != nil { draw("") }
        last = nil
    }

    private func draw(_ text: String) {
        // Carriage return, then "erase to the end of the line" (ECMA-48 EL).
        try? FileHandle.standardError.write(contentsOf: Data("\r\(text)\u{1B}[K".utf8))
    }
}
