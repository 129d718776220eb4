import AuthenticationServices
import Dispatch
import LatchkeyProvider
import LatchkeySheet
import LatchkeyTesting
import Synchronization
import Testing

@testable import LatchkeyVaultProvider

/// Drives the provider's sheets like a user, and waits for sheets and the response.
///
/// The test's time limit ends a wait if neither arrives.
@MainActor
final class SheetDriver {
    private(set) var sheet: Sheet? { didSet { if let title = sheet?.title { titles.insert(title) } } }
    /// The titles of all sheets so far.
    private(set) var titles: Set<String> = []
    private let host: SheetHost
    private let answers: Answers
    private var events: AsyncStream<Void>.Iterator

    /// - Parameters:
    ///   - origin: The requester, as reported by the agent.
    ///   - completions: The arguments of successive calls of the completion handler.
    init(
        _ vault: TestVault, from origin: RequestOrigin? = nil, completions: [Bool] = [false],
        _ entry: (VaultViewController) -> Void
    ) {
        answers = Answers(completions: completions)
        let controller = VaultViewController(access: vault.access)
        controller.origin = origin
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        events = stream.makeAsyncIterator()
        answers.tell = { continuation.yield() }
        let outputs = Outputs()
        host = SheetHost(root: controller, cancelTitle: "Cancel") {
            outputs.take($0)
        } cancelled: {
            controller.extensionContext.cancelRequest(withError: ASExtensionError(.userCanceled))
            outputs.leave()
        }
        outputs.leave = { [weak self] in self?.host.disappear() }
        outputs.tell = { [weak self] output in
            self?.follow(output)
            continuation.yield()
        }
        controller.attach(ASCredentialProviderExtensionContext(host: answers))
        controller.loadViewIfNeeded()
        entry(controller)
        host.appear()
    }

    /// Waits for a sheet with a title that satisfies a condition.
    func waitForSheet(_ title: String, where condition: (Sheet) -> Bool = { _ in true }) async throws {
        while true {
            if let sheet, sheet.title == title, condition(sheet) { return }
            if let answer = answers.first { throw SheetDriverError.answer("\(answer)") }
            await next()
        }
    }

    /// The response; `nil` if there is none yet.
    var answered: ProviderAnswer? { answers.first }

    /// Waits until the response's completion handler has returned.
    func answer() async -> ProviderAnswer {
        while true {
            if let answer = answers.handled { return answer }
            await next()
        }
    }

    private func next() async {
        var iterator = events
        _ = await iterator.next(isolation: #isolation)
    }

    /// Presses a button, after typing into secure fields.
    func press(_ name: String, secure: [String: String] = [:]) throws {
        let button = try element(name)
        guard case .button(let content) = sheet?[button] else { throw SheetDriverError.noButton(name) }
        guard content.submits else { return host.deliver(SheetEvent(button, .pressed)) }
        var typed: [ElementIdentifier: SecureText] = [:]
        for (name, text) in secure { typed[try element(name)] = SecureText(text) }
        host.deliver(SheetEvent(button, .submitted(sheet?.submittedValues(secure: typed) ?? [])))
    }

    func send(_ action: SheetEvent.Action, to name: String) throws {
        host.deliver(SheetEvent(try element(name), action))
    }

    /// Presses Esc.
    func cancel() {
        host.deliver(SheetEvent(nil, .cancelled))
    }

    func content(_ name: String) -> Sheet.Content? {
        (try? element(name)).flatMap { sheet?[$0] }
    }

    /// The list in the sheet.
    var list: Sheet.List? {
        for case .list(let list) in sheet?.elements.map(\.content) ?? [] { return list }
        return nil
    }

    /// The texts of the messages.
    var messages: [String] {
        sheet?.elements.compactMap { element in
            if case .message(let message) = element.content { message.text } else { nil }
        } ?? []
    }

    private func element(_ name: String) throws -> ElementIdentifier {
        guard let found = sheet?.elements.first(where: { $0.identifier.components.identifier.rawValue == name }) else {
            throw SheetDriverError.noElement(name)
        }
        return found.identifier
    }

    private func follow(_ output: SheetHost.Output) {
        switch output {
        case .open(let sheet): self.sheet = sheet
        case .change(let difference):
            do {
                sheet = try sheet?.applying(difference)
            } catch {
                Issue.record("a difference does not fit the sheet: \(error)")
            }
        }
    }
}

enum SheetDriverError: Error {
    case answer(String)
    case noButton(String)
    case noElement(String)
}

/// Receives the host's output; exists before the driver does.
@MainActor
private final class Outputs {
    var tell: (SheetHost.Output) -> Void = { _ in }
    /// Removes the controllers, as the provider's process does after the response.
    var leave: () -> Void = {}
    func take(_ output: SheetHost.Output) { tell(output) }
}

/// Records the responses to one request, and calls the completion handler of the first.
final class Answers: ExtensionRequestHost {
    private let given = Mutex<[ProviderAnswer]>([])
    private let isHandled = Mutex(false)
    private let listener = Mutex<@Sendable () -> Void>({})
    private let completions: [Bool]

    init(completions: [Bool] = [false]) {
        self.completions = completions
    }

    var tell: @Sendable () -> Void {
        get { listener.withLock { $0 } }
        set { listener.withLock { $0 = newValue } }
    }

    var first: ProviderAnswer? { given.withLock { $0.first } }

    /// The first response after its completion handler has returned.
    var handled: ProviderAnswer? { isHandled.withLock { $0 } ? first : nil }

    func requestDidEnd(with answer: ExtensionAnswer, completionHandler: (@Sendable (Bool) -> Void)?) {
        let isFirst = given.withLock { given in
            given.append(ProviderAnswer(answer))
            return given.count == 1
        }
        guard isFirst else { return }
        // Off the main queue, as in the provider's process: the handler may wait for the main queue.
        DispatchQueue.global().async { [tell, completions, self] in
            for expired in completions { completionHandler?(expired) }
            isHandled.withLock { $0 = true }
            tell()
        }
    }
}

extension Sheet.Content {
    /// A paragraph with this text.
    static func paragraph(_ text: String) -> Sheet.Content { .text(Sheet.Text(text)) }

    static func note(_ text: String) -> Sheet.Content { .text(Sheet.Text(text, style: .note)) }
}
