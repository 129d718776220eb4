package import LatchkeySheet

/// A screen that a provider's sheet can be shown on: the client that asked, or the desktop's `pinentry`.
package protocol SheetPresenter: Sendable {
    /// Shows the sheet and gives what the person does; the stream ends when the screen is gone.
    func open(frame: SheetFrame, sheet: Sheet) async -> AsyncStream<SheetEvent>
    func change(_ difference: SheetDifference) async
    func close() async
}
