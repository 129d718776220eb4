import Foundation
import LatchkeyMatching
import LatchkeySheet
import LatchkeyTerminal
import LatchkeyWire

/// Lets the user pick one of several suggestions on the terminal.
enum LoginPicker {
    /// Returns the picked suggestion; `nil` if there is no terminal.
    ///
    /// - Throws: ``CommandError`` with status `cancelled` if the user closes the list.
    static func choose(
        from suggestions: [Suggestion], named names: LoginNames, url: String
    ) async throws -> Suggestion? {
        let environment = ProcessInfo.processInfo.environment
        guard let screen = try? TerminalSheetPresenter(environment: environment) else { return nil }
        let rows = try suggestions.enumerated().map { index, suggestion in
            let service = Host.displayText(of: suggestion.service)
            return Sheet.Row(
                try ItemIdentifier(String(index)), title: suggestion.shownUser,
                subtitle: [
                    "for \(service) — \(suggestion.providerName)", suggestion.detail, names.mark(of: suggestion),
                ].compactMap(\.self).joined(separator: " — "),
                iconName: "key", badge: suggestion.grade == .exact ? nil : "from \(service)")
        }
        let events = await screen.open(
            frame: SheetFrame(providerName: "Latchkey", requester: .site(Host.displayText(of: url))),
            sheet: Sheet(
                title: "Choose a login", elements: [Sheet.Element("logins", .list(Sheet.List(rows)))],
                cancelTitle: "Cancel", focus: "logins"))
        var chosen: Suggestion?
        for await event in events {
            if case .rowChosen(let row) = event.action, let index = Int(row.rawValue),
                suggestions.indices.contains(index)
            {
                chosen = suggestions[index]
            }
            if chosen != nil || event.action == .cancelled { break }
        }
        await screen.close()
        guard let chosen else { throw CommandError("cancelled", status: .cancelled) }
        return chosen
    }
}
