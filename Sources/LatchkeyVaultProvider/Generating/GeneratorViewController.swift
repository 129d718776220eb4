import AuthenticationServices
import Foundation
import LatchkeyPasswords
import LatchkeyCore
import LatchkeySheet

/// Shows a new password, generates others on request, and reports the chosen one.
final class GeneratorViewController: ASViewController {
    private let offer: PasswordOffer
    private let chosen: (NewPasswordKind, Secret) -> Void
    private var kind = NewPasswordKind.strong
    private var length: Int?
    private var words = Passphrase.defaultWordCount
    private(set) var password: Secret?

    init(_ offer: PasswordOffer, chosen: @escaping (NewPasswordKind, Secret) -> Void) {
        self.offer = offer
        self.chosen = chosen
        super.init(nibName: nil, bundle: nil)
    }

    required init?(coder: NSCoder) { nil }

    override func viewDidLoad() {
        make()
        if password == nil, let other = NewPasswordKind.allCases.first(where: { (try? offer.password($0)) != nil }) {
            kind = other
            make()
        }
    }

    override func sheetDidReceive(_ event: SheetEvent) {
        switch (event.element, event.action) {
        case (Self.kinds, .picked(let item)): if let picked = NewPasswordKind(rawValue: item.rawValue) { kind = picked }
        case (Self.lengths, .picked(let item)): length = Int(item.rawValue)
        case (Self.wordCounts, .picked(let item)): if let picked = Int(item.rawValue) { words = picked }
        case (Self.another, .pressed): break
        case (Self.use, _):
            if let password { chosen(kind, password) }
            return
        default: return
        }
        make()
    }

    private func make() {
        password = try? offer.password(kind, length: length, words: words)
        var elements = [Sheet.Element("site", .text(Sheet.Text("For \(offer.siteName)")))]
        if let password {
            let strength = PasswordStrength(of: password, knowing: [offer.host ?? ""])
            elements += [
                Sheet.Element(Self.value, .text(Sheet.Text(password.reveal(), style: .monospaced))),
                Sheet.Element("strength", .strength(strength.display)),
            ]
        } else {
            elements.append(
                Sheet.Element(
                    "problem", .message(Sheet.Message(.warning, "The site’s rules do not allow such a password."))))
        }
        elements += choices
        elements += [
            Sheet.Element(Self.another, .button(Sheet.Button(title: "Another One"))),
            Sheet.Element(
                Self.use, .button(Sheet.Button(title: "Use", role: .default, isEnabled: password != nil))),
        ]
        let rules = offer.rules.description
        if !rules.isEmpty {
            elements.append(Sheet.Element("rules", .text(Sheet.Text("The site requires: \(rules)", style: .note))))
        }
        sheet = Sheet(title: "New Password", elements: elements, defaultButton: Self.use, focus: Self.use)
    }

    private var choices: [Sheet.Element] {
        let kinds = NewPasswordKind.allCases.compactMap { kind in
            (try? ItemIdentifier(kind.rawValue)).map { Sheet.Picker.Option($0, title: kind.title) }
        }
        let picker = Sheet.Picker(label: "Kind", options: kinds, selection: try? ItemIdentifier(kind.rawValue))
        let first = Sheet.Element(Self.kinds, .picker(picker))
        if kind == .passphrase {
            let counts = Self.picker("Words", Array(4...10), selection: words)
            return [first, Sheet.Element(Self.wordCounts, .picker(counts))]
        }
        let shortest = offer.rules.minimumLength ?? 1
        let allowed = shortest...max(offer.rules.maximumLength ?? 64, shortest)
        let current = length ?? password?.count
        let usual = [8, 12, 16, 20, 24, 32, 48, 64].filter(allowed.contains)
        let lengths = Self.picker("Length", Set(usual + [current].compactMap(\.self)).sorted(), selection: current)
        return [first, Sheet.Element(Self.lengths, .picker(lengths))]
    }

    private static func picker(_ label: String, _ numbers: [Int], selection: Int?) -> Sheet.Picker {
        let options = numbers.compactMap { number in
            (try? ItemIdentifier("\(number)")).map { Sheet.Picker.Option($0, title: "\(number)") }
        }
        return Sheet.Picker(
            label: label, options: options, selection: selection.flatMap { try? ItemIdentifier("\($0)") })
    }

    static let value: ElementIdentifier = "password"
    static let kinds: ElementIdentifier = "kind"
    static let lengths: ElementIdentifier = "length"
    static let wordCounts: ElementIdentifier = "words"
    static let another: ElementIdentifier = "another"
    static let use: ElementIdentifier = "use"
}

extension NewPasswordKind {
    fileprivate var title: String {
        switch self {
        case .strong: "Strong"
        case .alphanumeric: "Letters and digits"
        case .passphrase: "Words"
        }
    }
}
