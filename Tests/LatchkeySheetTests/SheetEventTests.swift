import Foundation
import LatchkeySheet
import Testing

@Suite struct `Sheet events` {
    static let shapes: [(SheetEvent, String)] = [
        (SheetEvent(nil, .cancelled), #"{"kind":"cancelled"}"#),
        (SheetEvent("q", .searched("an")), #"{"element":"q","kind":"searched","text":"an"}"#),
        (SheetEvent("u", .textChanged("an")), #"{"element":"u","kind":"textChanged","text":"an"}"#),
        (SheetEvent("l", .rowChosen("r1")), #"{"element":"l","kind":"rowChosen","row":"r1"}"#),
        (SheetEvent("l", .accessoryPressed("r1")), #"{"element":"l","kind":"accessoryPressed","row":"r1"}"#),
        (SheetEvent("b", .pressed), #"{"element":"b","kind":"pressed"}"#),
        (SheetEvent("t", .toggled(true)), #"{"element":"t","isOn":true,"kind":"toggled"}"#),
        (SheetEvent("p", .picked("o")), #"{"element":"p","kind":"picked","option":"o"}"#),
        (
            SheetEvent("l", .scrolled(offset: 50, count: 40)),
            #"{"count":40,"element":"l","kind":"scrolled","offset":50}"#
        ),
        (
            SheetEvent("b", .submitted([.init("pass", .secure(SecureText("x"))), .init("t", .toggle(false))])),
            #"{"element":"b","kind":"submitted","values":[{"element":"pass","kind":"secure","text":"x"},"#
                + #"{"element":"t","isOn":false,"kind":"toggle"}]}"#
        ),
    ]

    @Test(arguments: shapes)
    func `the JSON of each event is stable`(event: SheetEvent, json: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        #expect(try String(decoding: encoder.encode(event), as: UTF8.self) == json)
        #expect(try JSONDecoder().decode(SheetEvent.self, from: Data(json.utf8)) == event)
    }

    @Test(arguments: [
        (#"{"kind":"scrolled","element":"l","offset":-1,"count":1}"#, SheetError.outOfRange("offset")),
        (#"{"kind":"scrolled","element":"l","offset":0,"count":201}"#, .outOfRange("count")),
        (#"{"kind":"exploded"}"#, .unknownKind("exploded")),
        (#"{"kind":"searched","element":"q","text":"\#(String(repeating: "x", count: 16_385))"}"#, .tooLong("text")),
        (#"{"kind":"rowChosen","element":"l","row":""}"#, .invalidItemIdentifier),
    ])
    func `an event beyond its limits is rejected`(json: String, error: SheetError) {
        #expect(throws: error) { try JSONDecoder().decode(SheetEvent.self, from: Data(json.utf8)) }
    }

    @Test func `the description of an event omits secure text`() {
        #expect(String(describing: SecureText("hunter2")) == "<redacted>")
        #expect(
            !String(reflecting: SheetEvent("b", .submitted([.init("p", .secure(SecureText("hunter2")))]))).contains(
                "hunter2"))
    }
}

@Suite struct `Sheet frames` {
    @Test func `the JSON of a frame is stable`() throws {
        let frame = SheetFrame(
            providerName: "Latchkey Vault", requester: .site("example.com"), color: try SheetColor("#2a7F62"),
            word: "heron")
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        let json = try String(decoding: encoder.encode(frame), as: UTF8.self)
        #expect(
            json == ##"{"color":"#2a7f62","providerName":"Latchkey Vault","requester":{"kind":"site","##
                + ##""name":"example.com"},"word":"heron"}"##)
        #expect(try JSONDecoder().decode(SheetFrame.self, from: Data(json.utf8)) == frame)
    }

    @Test func `a frame names the requester and the embedding site`() {
        let site = SheetFrame(
            providerName: "v", requester: .site("login.example.com"), embeddingSite: "\u{202E}shop.example")
        #expect(site.requesterText.hasPrefix("for login.example.com in "))
        #expect(site.requesterText.hasSuffix("shop.example"))
        #expect(!site.requesterText.unicodeScalars.contains("\u{202E}"))
        #expect(SheetFrame(providerName: "v", requester: .site("a.example")).requesterText == "for a.example")
        #expect(SheetFrame(providerName: "v", requester: .program("git")).requesterText == "for the program git")
    }

    @Test(arguments: ["2a7f62", "#2a7f6", "#2a7f6g", "#2a7f620", "#+a7f62", ""])
    func `rejects an invalid color`(text: String) {
        #expect(throws: SheetError.invalidColor) { try SheetColor(text) }
    }
}
