public import LatchkeySheet

/// Shows an unlock or a confirmation with the desktop's `pinentry`, where there is neither browser nor terminal.
///
/// A sheet that is more than `pinentry` can show is refused by a message that says so, and cancelled.
public actor PinentryScreen: SheetScreen {
    /// Where the dialog is to appear: the session of whoever asked.
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
    private let start: @Sendable () throws -> AssuanChannel
    private var frame: SheetFrame?
    private var sheet: Sheet?
    private var channel: AssuanChannel?
    private var talk: Task<Void, Never>?
    private var events: AsyncStream<SheetEvent>.Continuation?
    /// The person has answered; the next change that is no progress asks again.
    private var isAnswered = false

    /// - Parameters:
    ///   - program: the name of a program in `PATH`, or its path.
    ///   - environment: what the program gets, such as `WAYLAND_DISPLAY` and the session bus.
    public init(program: String = "pinentry", session: Session, environment: [String: String]) {
        self.init(session: session) { try PinentryProcess.start(program, environment: environment) }
    }

    init(session: Session, start: @escaping @Sendable () throws -> AssuanChannel) {
        self.session = session
        self.start = start
    }

    public func open(frame: SheetFrame, sheet: Sheet) async -> AsyncStream<SheetEvent> {
        end()
        let (stream, continuation) = AsyncStream<SheetEvent>.makeStream()
        (events, self.frame, self.sheet) = (continuation, frame, sheet)
        ask()
        return stream
    }

    public func change(_ difference: SheetDifference) async {
        guard let old = sheet, let new = try? old.applying(difference) else { return }
        sheet = new
        // A dialog that is open cannot be changed. After an answer, progress means that the provider is at work.
        if isAnswered, !new.showsProgress { ask() }
    }

    public func close() async {
        end()
    }

    private func ask() {
        guard let frame, let sheet else { return }
        // A provider that is still looking around shows a sheet with nothing on it, and fills it in with a change.
        guard sheet.saysSomething else {
            isAnswered = true
            return
        }
        isAnswered = false
        let previous = talk
        talk = Task {
            await previous?.value
            await run(frame, sheet)
        }
    }

    private func end() {
        talk?.cancel()
        channel?.close()
        events?.finish()
        (talk, channel, events, frame, sheet) = (nil, nil, nil, nil, nil)
        isAnswered = false
    }

    private func run(_ frame: SheetFrame, _ sheet: Sheet) async {
        guard !Task.isCancelled else { return }
        do {
            let talk = try await connected()
            let dialog: PinentryDialog
            do {
                dialog = try PinentryDialog(frame: frame, sheet: sheet)
            } catch {
                try await prepare(.refusing(frame, sheet), talk)
                _ = try await talk.ask("MESSAGE")
                return give(SheetEvent(nil, .cancelled))
            }
            try await prepare(dialog, talk)
            let (response, data) = try await talk.ask(dialog.field == nil ? "CONFIRM" : "GETPIN")
            give(Self.event(of: response, data, dialog, sheet))
        } catch {
            give(SheetEvent(nil, .cancelled))
            events?.finish()
        }
    }

    private func give(_ event: SheetEvent) {
        guard !Task.isCancelled else { return }
        isAnswered = true
        events?.yield(event)
    }

    /// The program that runs, started where none does and told where it is to appear.
    private func connected() async throws -> AssuanTalk {
        if let channel { return AssuanTalk(channel: channel) }
        let channel = try start()
        self.channel = channel
        let talk = AssuanTalk(channel: channel)
        _ = try await talk.answer()
        for option in session.options { _ = try await talk.ask(option) }
        return talk
    }

    private func prepare(_ dialog: PinentryDialog, _ talk: AssuanTalk) async throws {
        // An option or text that one kind of pinentry does not know is no reason to show nothing.
        for command in dialog.preparation { _ = try await talk.ask(command) }
    }

    /// What the answer means for the sheet.
    static func event(
        of response: Assuan.Response, _ data: [UInt8], _ dialog: PinentryDialog, _ sheet: Sheet
    ) -> SheetEvent {
        let pressed: PinentryDialog.Button?
        switch response {
        case .ok: pressed = dialog.accept
        case .error(Assuan.notConfirmed) where dialog.decline != nil: pressed = dialog.decline
        default: return SheetEvent(nil, .cancelled)
        }
        var secure: [ElementIdentifier: SecureText] = [:]
        if let field = dialog.field { secure[field] = SecureText(String(decoding: data, as: UTF8.self)) }
        guard let pressed else {
            // A field without a button is submitted by itself; a text without one has nothing to say but that it was read.
            guard let field = dialog.field else { return SheetEvent(nil, .cancelled) }
            return SheetEvent(field, .submitted(sheet.submittedValues(secure: secure)))
        }
        guard pressed.submits else { return SheetEvent(pressed.identifier, .pressed) }
        return SheetEvent(pressed.identifier, .submitted(sheet.submittedValues(secure: secure)))
    }
}

extension Sheet {
    /// Whether there is more on it than its title and how far something has come.
    fileprivate var saysSomething: Bool {
        !elements.allSatisfy { if case .progress = $0.content { true } else { false } }
    }

    fileprivate var showsProgress: Bool {
        elements.contains { if case .progress = $0.content { true } else { false } }
    }
}
