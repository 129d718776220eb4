import Foundation
import LatchkeySheet

@testable import LatchkeyWire

extension MessageExample {
    /// A sheet with an element of every kind.
    static let sheet = Sheet(
        title: "Unlock", elements: elements, cancelTitle: "Not now", defaultButton: "unlock", focus: "passphrase")

    private static let elements: [Sheet.Element] = [
        .init("note", .message(Sheet.Message(.warning, "This page is not secure."))),
        .init("logins", .header("Logins")),
        .init("help", .text(Sheet.Text("Type the passphrase.", style: .note))),
        .init(
            "user",
            .textField(
                Sheet.TextField(
                    label: "User", placeholder: "ada", value: "a", purpose: .userName, reportsChanges: true))),
        .init("passphrase", .secureField(Sheet.SecureField(label: "Passphrase", placeholder: "…"))),
        .init("search", .searchField(Sheet.SearchField(placeholder: "Search", value: ""))),
        .init("list", .list(list)),
        .init("stay", .toggle(Sheet.Toggle(label: "Stay unlocked", isOn: false))),
        .init(
            "vault",
            .picker(
                Sheet.Picker(
                    label: "Vault", options: [.init("v1", title: "Private"), .init("v2", title: "Work")],
                    selection: "v1"))),
        .init("unlock", .button(Sheet.Button(title: "Unlock", role: .default))),
        .init("work", .progress(Sheet.Progress(label: "Deriving the key", fraction: 0.5, counter: 3))),
        .init("code", .code(Sheet.Code(label: "Code", code: "123456", period: 30, timeLeft: 12.5))),
        .init("strength", .strength(Sheet.Strength(score: 3, label: "Good: years"))),
    ]

    private static let list = Sheet.List(
        rowCount: 100_000, offset: 50,
        rows: [
            Sheet.Row(
                "r1", title: "example.com", subtitle: "ada", iconName: "key", badge: "from example.org",
                accessory: .details)
        ], sections: [Sheet.Section(title: "E", firstRow: 50)], emptyText: "No logins")

    static func sheetMethods() throws -> [MessageExample] {
        let icon = Data([0x89, 0x50, 0x4E, 0x47])
        let color = try SheetColor("#3366cc")
        return of(
            OpenSheet.self,
            [
                .init(id: 1, sheet: sheet),
                .init(
                    id: 2,
                    frame: SheetFrame(
                        providerName: "Example Vault", icon: icon, requester: .site("login.example.com"),
                        embeddingSite: "shop.example", color: color,
                        word: "otter"),
                    sheet: Sheet(title: "Empty")),
                .init(
                    id: 3, call: 7, frame: SheetFrame(providerName: "Example Vault", requester: .program("git")),
                    sheet: Sheet(title: "")),
            ])
            + of(ChangeSheet.self, [.init(id: 1, difference: try difference())])
            + of(SheetHappening.self, events.map { .init(id: 1, event: $0) })
            + of(CloseSheet.self, [SheetParameters(id: 1)])
    }

    private static func difference() throws -> SheetDifference {
        var moved = list
        moved.offset = 51
        moved.rows = [Sheet.Row("r2", title: "example.net")]
        moved.sections = []
        var new = sheet
        new["list"] = .list(moved)
        let window = SheetDifference(from: sheet, to: new)
        return SheetDifference(
            changes: [
                .sheet(Sheet(title: "Another")), .title("New"), .cancelTitle("Back"), .cancelTitle(nil),
                .defaultButton("unlock"), .defaultButton(nil), .focus("user"), .focus(nil),
                .element(Sheet.Element("stay", .toggle(Sheet.Toggle(label: "Stay", isOn: true)))),
                .order(["list", "stay"]),
            ] + window.changes)
    }

    private static let events: [SheetEvent] = [
        SheetEvent(
            "unlock",
            .submitted([
                SubmittedValue("user", .text("ada")),
                SubmittedValue("passphrase", .secure(SecureText("correct horse"))),
                SubmittedValue("stay", .toggle(true)), SubmittedValue("vault", .choice("v1")),
                SubmittedValue("vault", .choice(nil)),
            ])),
        SheetEvent("user", .textChanged("ad")), SheetEvent("search", .searched("ex")),
        SheetEvent("list", .rowChosen("r1")),
        SheetEvent("list", .accessoryPressed("r1")), SheetEvent("unlock", .pressed), SheetEvent("stay", .toggled(true)),
        SheetEvent("vault", .picked("v2")), SheetEvent("list", .scrolled(offset: 100, count: 50)),
        SheetEvent(nil, .cancelled),
    ]
}
