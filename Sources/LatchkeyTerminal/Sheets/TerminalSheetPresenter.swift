public import LatchkeySheet
import LatchkeySystem

/// Shows sheets in a terminal: on the whole screen, or as lines and prompts if the cursor cannot be moved.
///
/// ``close()``, the last reference, the end of the terminal, SIGINT and SIGTERM restore the terminal's mode.
public actor TerminalSheetPresenter: SheetScreen {
    private let terminal: Terminal
    private let abilities: TerminalAbilities
    private var display: Display?
    private var reading: Task<Void, Never>?
    private var ticking: Task<Void, Never>?
    private var events: AsyncStream<SheetEvent>.Continuation?
    /// Changes that wait while the user types a secret, because they would remove its field.
    private var held: [SheetDifference] = []
    private var holding: Task<Void, Never>?
    /// The text for the first search field; `nil` when it was typed into one.
    private var firstSearch: String?

    /// The form in which a sheet is shown.
    private enum Display {
        case screen(TerminalSheetModel, ScreenWriter, KeyDecoder)
        case lines(LineSheetModel, pending: [UInt8])
    }

    /// Opens the controlling terminal, or the one at a path.
    ///
    /// - Parameters:
    ///   - environment: The variables with `TERM`, `NO_COLOR` and `COLORTERM`.
    ///   - search: The text that is typed into the first search field which a sheet shows; `nil` for none.
    /// - Throws: ``TerminalError`` if there is no terminal.
    public init(
        terminalAt path: String = "/dev/tty", environment: [String: String], searchingFor search: String? = nil
    ) throws {
        terminal = try Terminal(path: path)
        firstSearch = search
        abilities = TerminalAbilities(environment: environment)
    }

    public func open(frame: SheetFrame, sheet: Sheet) async -> AsyncStream<SheetEvent> {
        endSheet()
        let (stream, continuation) = AsyncStream<SheetEvent>.makeStream()
        events = continuation
        do {
            if abilities.movesCursor {
                try terminal.setMode(.keys, leaving: Array(ScreenWriter.leaving.utf8))
                try terminal.write(ScreenWriter.entering)
                let model = TerminalSheetModel(frame: frame, sheet: sheet, size: size)
                let writer = ScreenWriter(colors: abilities.colors, accent: frame.color)
                display = .screen(model, writer, KeyDecoder())
            } else {
                display = .lines(LineSheetModel(frame: frame, sheet: sheet, columns: size.columns), pending: [])
                try printSheet()
            }
            send(missingRows())
            typeFirstSearch()
            draw()
            let input = try terminal.input()
            reading = Task { [weak self] in
                for await piece in input {
                    guard !Task.isCancelled else { return }
                    await self?.take(piece)
                }
            }
            tickIfNeeded()
        } catch {
            endSheet()
        }
        return stream
    }

    public func change(_ difference: SheetDifference) async {
        guard held.isEmpty, typingLeft == 0 || !removesSecret(difference) else {
            held.append(difference)
            return hold()
        }
        take(difference)
    }

    private func take(_ difference: SheetDifference) {
        switch display {
        case .screen(var model, let writer, let decoder):
            let events = model.apply(difference)
            display = .screen(model, writer, decoder)
            send(events)
            typeFirstSearch()
            draw()
            tickIfNeeded()
        case .lines(var model, let pending):
            let isNew = model.apply(difference)
            display = .lines(model, pending: pending)
            typeFirstSearch()
            guard isNew else { return }
            do { try printSheet() } catch { endSheet() }
        case nil:
            break
        }
    }

    /// Closes the sheet; waits while the user types a secret, because the shell would read the rest of it.
    public func close() async {
        let latest = Self.seconds + Self.longestTyping
        while typingLeft > 0, Self.seconds < latest { try? await Task.sleep(for: .milliseconds(50)) }
        endSheet()
    }

    deinit {
        terminal.restore()
    }

    private var size: (columns: Int, rows: Int) { terminal.size ?? (80, 24) }

    private func endSheet() {
        reading?.cancel()
        ticking?.cancel()
        holding?.cancel()
        (reading, ticking, holding) = (nil, nil, nil)
        held = []
        if case .screen = display {} else if display != nil { try? terminal.write("\n") }
        display = nil
        terminal.restore()
        events?.finish()
        events = nil
    }

    private func send(_ list: [SheetEvent]) {
        for event in list { events?.yield(event) }
    }

    // MARK: Input

    private func take(_ input: TerminalInput) {
        if input == .ended {
            send([SheetEvent(nil, .cancelled)])
            return endSheet()
        }
        switch display {
        case .screen(var model, var writer, var decoder):
            var keys: [Key] = []
            var happened: [SheetEvent] = []
            switch input {
            case .bytes(let bytes): keys = decoder.decode(bytes)
            case .pause: keys = decoder.flush()
            case .resized:
                happened = model.resize(to: size)
                writer.invalidate()
            case .ended: break
            }
            model.now = Self.seconds
            for key in keys { happened += model.handle(key) }
            display = .screen(model, writer, decoder)
            answer(happened)
            draw()
        case .lines(let model, let pending):
            guard case .bytes(let bytes) = input else { return }
            do { try answer(model, pending + bytes) } catch { endSheet() }
        case nil:
            break
        }
    }

    /// Draws the changed lines; an error of the terminal ends the sheet.
    private func draw() {
        guard case .screen(var model, var writer, let decoder) = display else { return }
        model.now = Self.seconds
        let output = writer.update(to: model.render())
        display = .screen(model, writer, decoder)
        do { try terminal.write(output) } catch { endSheet() }
    }

    /// Types the text of the caller's search, once there is a field for it.
    private func typeFirstSearch() {
        guard let text = firstSearch else { return }
        var events: [SheetEvent]?
        switch display {
        case .screen(var model, let writer, let decoder):
            events = model.search(for: text)
            display = .screen(model, writer, decoder)
        case .lines(var model, let pending):
            events = model.search(for: text)
            display = .lines(model, pending: pending)
        case nil: break
        }
        guard let events else { return }
        firstSearch = nil
        send(events)
    }

    private func missingRows() -> [SheetEvent] {
        guard case .screen(var model, let writer, let decoder) = display else { return [] }
        model.now = Self.seconds
        let events = model.missingRows()
        display = .screen(model, writer, decoder)
        return events
    }

    /// Draws once a second while the sheet has a code with a time limit.
    private func tickIfNeeded() {
        guard ticking == nil, case .screen(let model, _, _) = display, model.hasRunningCode else { return }
        ticking = Task { [weak self] in
            while !Task.isCancelled {
                try? await Task.sleep(for: .seconds(1))
                await self?.draw()
            }
        }
    }

    private static var seconds: Double {
        let now = start.duration(to: .now).components
        return Double(now.seconds) + Double(now.attoseconds) / 1e18
    }

    private static let start = ContinuousClock.now
}

// MARK: Typing a secret

extension TerminalSheetPresenter {
    /// How long closing waits for a user who types a secret, in seconds.
    private static let longestTyping = 60.0

    private var typingLeft: Double {
        guard case .screen(var model, _, _) = display else { return 0 }
        model.now = Self.seconds
        return model.typingLeft
    }

    private func removesSecret(_ difference: SheetDifference) -> Bool {
        if case .screen(let model, _, _) = display { model.removesSecret(difference) } else { false }
    }

    /// Applies the held changes when the user has stopped typing.
    private func hold() {
        guard holding == nil else { return }
        holding = Task { [weak self] in
            while !Task.isCancelled, let left = await self?.typingLeft, left > 0 {
                try? await Task.sleep(for: .seconds(left))
            }
            guard !Task.isCancelled else { return }
            await self?.release()
        }
    }

    private func release() {
        holding?.cancel()
        holding = nil
        let differences = held
        held = []
        for difference in differences { take(difference) }
    }

    /// Sends the user's events.
    ///
    /// If changes were held, the events are for a sheet that is now replaced, so only a cancellation is sent.
    private func answer(_ happened: [SheetEvent]) {
        guard !held.isEmpty, !happened.isEmpty else { return send(happened) }
        release()
        send(happened.filter { $0.action == .cancelled })
    }
}

// MARK: Lines and prompts

extension TerminalSheetPresenter {
    private func printSheet() throws {
        guard case .lines(let model, _) = display else { return }
        if !model.isInterrupted { try terminal.write(model.printed()) }
        try ask()
    }

    private func ask() throws {
        guard case .lines(let model, _) = display, let prompt = model.prompt else { return }
        try terminal.setMode(.lines(echo: prompt.echoes))
        try terminal.write(prompt.text)
    }

    /// Answers the prompt with each line that is complete.
    private func answer(_ model: LineSheetModel, _ bytes: [UInt8]) throws {
        var model = model
        var rest = bytes[...]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")), let prompt = model.prompt {
            let line = String(decoding: rest[..<end], as: UTF8.self)
            rest = rest[(end + 1)...]
            // The line end was not echoed either.
            if !prompt.echoes { try terminal.write("\n") }
            let (before, wasInterrupted) = (model.page, model.isInterrupted)
            send(model.answer(line))
            display = .lines(model, pending: [])
            let isNew = model.page != before || wasInterrupted
            if isNew && !model.isWaiting { try terminal.write(model.printed()) }
        }
        display = .lines(model, pending: Array(rest.prefix(65_536)))
        try ask()
    }
}
