/// A screen that a sheet can be shown on: the browser's window, a terminal, `pinentry`.
public protocol SheetScreen: Sendable {
    /// Shows a sheet and gives what the person does with it; the stream ends when the screen is gone.
    ///
    /// One sheet at a time: it is closed before the next one opens.
    func open(frame: SheetFrame, sheet: Sheet) async -> AsyncStream<SheetEvent>

    /// Brings the shown sheet up to date.
    func change(_ difference: SheetDifference) async

    /// Takes the sheet away and leaves the screen as it was.
    func close() async
}
