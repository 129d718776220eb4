public import LatchkeySheet
import LatchkeySystem

/// Shows sheets that ask for a passphrase or a confirmation with the desktop's `pinentry`.
///
/// For any other sheet it shows a message, and cancels the sheet. If `pinentry` fails, the events end without one, since
/// the user has not answered; ``failure`` says why.
public actor PinentryScreen: SheetScreen {
    /// The terminal or display of the program that asks.
    public struct Session: Hashable, Sendable {
        public var terminalPath: String?
        public var terminalType: String?
        public var display: String?
        public var characterType: String?

        public init(
            terminalPath: String? = nil, terminalType: String? = nil, display: String? = nil,
            characterType: String? = nil
        ) {
            self.terminalPath = terminalPath
            self.terminalType = terminalType
            self.display = display
            self.characterType = characterType
        }

        /// The options, in the order in which they are set.
        var options: [String] {
            [
                terminalPath.map { "OPTION ttyname=\($0)" }, terminalType.map { "OPTION ttytype=\($0)" },
                characterType.map { "OPTION lc-ctype=\($0)" }, display.map { "OPTION display=\($0)" },
            ].compactMap { $0 }.filter { $0.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control } }
        }
    }

    private let session: Session
    private let start: @Sendable () async throws -> AssuanChannel
    private var frame: SheetFrame?
    private var sheet: Sheet?
    private var channel: AssuanChannel?
    private var conversation: Task<Void, Never>?
    private var events: AsyncStream<SheetEvent>.Continuation?
    /// Whether the user has answered; the next change that does not show progress then asks again.
    private var isAnswered = false
    public private(set) var failure: String?

    /// - Parameters:
    ///   - program: The name of a program in `PATH`, or its path.
    ///   - environment: The program's variables, such as `WAYLAND_DISPLAY` and the session bus.
    public init(program: String = "pinentry", session: Session, environment: [String: String]) {
        self.init(session: session) { try await PinentryProcess.start(program, environment: environment) }
    }

    init(session: Session, start: @escaping @Sendable () async throws -> AssuanChannel) {
        self.session = session
        self.start = start
    }

    public func open(frame: SheetFrame, sheet: Sheet) async -> AsyncStream<SheetEvent> {
        end()
        let (stream, continuation) = AsyncStream<SheetEvent>.makeStream()
        (events, self.frame, self.sheet, failure) = (continuation, frame, sheet, nil)
        ask()
        return stream
    }

    public func change(_ difference: SheetDifference) async {
        guard let old = sheet, let new = try? old.applying(difference) else { return }
        sheet = new
        // An open dialog cannot be changed. After an answer, progress means that the provider is working.
        if isAnswered, !new.showsProgress { ask() }
    }

    public func close() async {
        end()
    }

    private func ask() {
        guard let frame, let sheet else { return }
        // A provider may open an empty sheet and add its elements with a change.
        guard sheet.hasContent else {
            isAnswered = true
            return
        }
        isAnswered = false
        let previous = conversation
        conversation = Task {
            await previous?.value
            await run(frame, sheet)
        }
    }

    private func end() {
        conversation?.cancel()
        channel?.close()
        events?.finish()
        (conversation, channel, events, frame, sheet) = (nil, nil, nil, nil, nil)
        isAnswered = false
    }

    private func run(_ frame: SheetFrame, _ sheet: Sheet) async {
        guard !Task.isCancelled else { return }
        do {
            let pinentry = try await connected()
            var dialog: PinentryDialog
            do {
                dialog = try PinentryDialog(frame: frame, sheet: sheet)
            } catch {
                let message = PinentryDialog.refusing(frame, sheet)
                try await prepare(message, pinentry)
                let (response, data) = try await pinentry.send("MESSAGE")
                return emit(try Self.event(of: response, data, message, sheet))
            }
            try await prepare(dialog, pinentry)
            var (response, data) = try await pinentry.send(dialog.command)
            while response == .ok, !dialog.accepts(data) {
                dialog = dialog.again
                try await prepare(dialog, pinentry)
                (response, data) = try await pinentry.send(dialog.command)
            }
            emit(try Self.event(of: response, data, dialog, sheet))
        } catch {
            fail(Self.sentence(about: error))
        }
    }

    /// Ends the events without an answer of the user.
    private func fail(_ sentence: String) {
        guard !Task.isCancelled else { return }
        failure = sentence
        events?.finish()
    }

    private func emit(_ event: SheetEvent) {
        guard !Task.isCancelled else { return }
        isAnswered = true
        events?.yield(event)
    }

    /// Starts the program and sets its options, unless it is running.
    private func connected() async throws -> AssuanClient {
        if let channel { return AssuanClient(channel: channel) }
        let channel = try await start()
        guard !Task.isCancelled else {
            // The sheet was closed while the program started.
            channel.close()
            throw CancellationError()
        }
        self.channel = channel
        let pinentry = AssuanClient(channel: channel)
        _ = try await pinentry.response()
        for option in session.options { _ = try await pinentry.send(option) }
        return pinentry
    }

    private func prepare(_ dialog: PinentryDialog, _ pinentry: AssuanClient) async throws {
        // Errors are ignored: some kinds of pinentry lack an option.
        for command in dialog.preparation { _ = try await pinentry.send(command) }
    }

    /// The sheet's event for a response.
    ///
    /// - Throws: ``PinentryError/failed(code:)`` for an error that is not the user's answer.
    static func event(
        of response: Assuan.Response, _ data: [UInt8], _ dialog: PinentryDialog, _ sheet: Sheet
    ) throws(PinentryError) -> SheetEvent {
        let pressed: PinentryDialog.Button?
        switch response {
        case .ok: pressed = dialog.accept
        case .error(Assuan.notConfirmed) where dialog.decline != nil: pressed = dialog.decline
        case .error(Assuan.canceled), .error(Assuan.fullyCanceled), .error(Assuan.notConfirmed):
            return SheetEvent(nil, .cancelled)
        case .error(let code): throw .failed(code: code)
        // Unreachable: the client returns only the end of a response.
        case .data, .other: throw .closed
        }
        var secure: [ElementIdentifier: SecureText] = [:]
        if let field = dialog.field { secure[field] = SecureText(String(decoding: data, as: UTF8.self)) }
        guard let pressed else {
            // Without a button, a field is submitted; a text without a button can only be closed.
            guard let field = dialog.field else { return SheetEvent(nil, .cancelled) }
            return SheetEvent(field, .submitted(sheet.submittedValues(secure: secure)))
        }
        guard pressed.submits else { return SheetEvent(pressed.identifier, .pressed) }
        return SheetEvent(pressed.identifier, .submitted(sheet.submittedValues(secure: secure)))
    }
}

extension PinentryScreen {
    /// Starts `pinentry` as for a dialog, and returns its kind, such as `gnome3`, or `gnome3:curses` without a desktop.
    ///
    /// - Returns: `nil` if the program does not support `GETINFO flavor`.
    /// - Throws: An error for ``sentence(about:)`` if it does not answer within two seconds.
    package static func flavor(
        program: String = "pinentry", environment: [String: String]
    ) async throws -> String? {
        let channel = try await PinentryProcess.start(program, environment: environment)
        defer { channel.close() }
        let timer = Task {
            try await Task.sleep(for: .seconds(2))
            channel.close()
        }
        defer { timer.cancel() }
        let pinentry = AssuanClient(channel: channel)
        _ = try await pinentry.response()
        let (response, data) = try await pinentry.send("GETINFO flavor")
        return response == .ok ? String(decoding: data, as: UTF8.self) : nil
    }

    /// Describes an error of starting `pinentry` or of communicating with it, as a sentence.
    package static func sentence(about error: any Error) -> String {
        switch error {
        case let error as PinentryError: error.sentence
        case let error as SystemError: "pinentry could not be used: \(error.sentence)"
        default: "pinentry could not be used"
        }
    }
}

extension Sheet {
    /// Whether it has elements other than progress.
    fileprivate var hasContent: Bool {
        !elements.allSatisfy { if case .progress = $0.content { true } else { false } }
    }

    fileprivate var showsProgress: Bool {
        elements.contains { if case .progress = $0.content { true } else { false } }
    }
}
