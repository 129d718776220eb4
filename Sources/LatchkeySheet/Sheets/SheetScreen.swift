/// A screen that shows sheets: the browser extension's window, a terminal or `pinentry`.
public protocol SheetScreen: Sendable {
    /// Shows a sheet and returns the user's actions; the stream ends when the screen is gone.
    ///
    /// A screen shows one sheet at a time. The caller closes it before it opens the next one.
    func open(frame: SheetFrame, sheet: Sheet) async -> AsyncStream<SheetEvent>

    /// Applies a difference to the visible sheet.
    func change(_ difference: SheetDifference) async

    /// Removes the sheet and restores the screen.
    func close() async

    /// Why the last sheet's stream ended before the user answered, as a sentence about the screen.
    ///
    /// `nil` if the screen did not fail, for example because the user closed it.
    var failure: String? { get async }
}

extension SheetScreen {
    public var failure: String? { get async { nil } }
}
